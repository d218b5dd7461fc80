import { expect, it } from "vitest";
import { drawLines, unbroken } from "./draw-lines.js";
import { sameValues } from "./draw-states.js";
import { resolveQuery } from "./prometheus.js";
import type { PanelData } from "./read-panel.js";

const points = (...values: [time: number, value: number][]) => values.map(([time, value]) => ({ time, value }));

it("interrupts a line where scrapes are missing", () => {
  expect(unbroken(points([0, 1], [5, 2], [15, 3], [20, 4]), 5)).toEqual([points([0, 1], [5, 2]), points([15, 3], [20, 4])]);
});

it("joins equal states", () => {
  expect(sameValues(points([0, 1], [5, 1], [10, 0]))).toEqual([
    { from: 0, to: 5, value: 1 },
    { from: 10, to: 10, value: 0 },
  ]);
});

it("draws each point at its time and value, and a limit only within the axis", () => {
  const custom = { thresholdsStyle: { mode: "dashed" } } as const;
  const steps = [10, 1_000].map((value) => ({ value, color: "red" }));
  const defaults = { unit: "none", max: 20, custom, thresholds: { steps } };
  const panel: PanelData["panel"] = { type: "timeseries", title: "", gridPos: { x: 0, y: 0, w: 8, h: 8 }, fieldConfig: { defaults } };
  const series = [{ name: "one", labels: {}, points: points([0, 0], [5, 10], [10, 20]) }];
  const drawn = drawLines({ panel, series, stepSeconds: 5, findings: [] }, { start: 0, end: 10 }, { width: 108, height: 130 });
  // The labels have at most two characters. The inner area is 100 pixels high.
  expect(drawn).toContain('<path d="M23 108L61.5 58L100 8" fill="none"');
  expect(drawn.match(/stroke-dasharray/g)).toHaveLength(1);
});

it("resolves the variables of a query as Grafana does", () => {
  const short = resolveQuery("rate(a[$__rate_interval])", { start: 0, end: 300, scrapeSeconds: 5, maxPoints: 600 });
  expect(short).toEqual({ query: "rate(a[20s])", range: { start: 0, end: 300, stepSeconds: 5 } });
  const long = resolveQuery("rate(a[$__rate_interval]) > b[$__range]", { start: 0, end: 6_000, scrapeSeconds: 5, maxPoints: 100 });
  expect(long).toMatchObject({ query: "rate(a[65s]) > b[6000s]", range: { stepSeconds: 60 } });
  expect(() => resolveQuery("a{b='$host'}", { start: 0, end: 300, scrapeSeconds: 5, maxPoints: 600 })).toThrow("$host");
});
