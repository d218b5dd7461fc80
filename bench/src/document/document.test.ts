import { expect, it } from "vitest";
import type { Chart, Result } from "../results/result.js";
import { renderBars } from "./bars.js";
import { renderLines } from "./lines.js";
import { renderDocument } from "./markdown.js";

const chart: Chart = {
  ...{ file: "one.svg", title: "CPU time", unit: "µs", kind: "bars" },
  labels: ["0", "100"],
  series: [
    { name: "gateway", values: [10, 20] },
    { name: "services", values: [30, null] },
  ],
};
const result: Result = {
  ...{ name: "one", title: "One", description: ["A sentence."] },
  environment: { processor: "CPU", cores: 2, memoryGiB: 8, node: "v1", loadAverage: 0.5, commit: "abc", date: "2026-01-02T03:04" },
  limits: [
    { text: "a ratio", unit: "×", value: 0.5, atMost: 1 },
    { text: "a rate", unit: "×", value: 1, atLeast: 2 },
    { text: "a peer", unit: "×", value: null, atMost: 1, note: "no network" },
  ],
  tables: [{ title: "A table", columns: ["a", "b"], rows: [["1", "2"]] }],
  charts: [chart],
};

it("writes the goals, the environment, the plots and the tables", () => {
  const text = renderDocument([result], []);
  expect(text).toContain("| One | a ratio | 0.50 × | at most 1.00 × | reached |");
  expect(text).toContain("| One | a rate | 1.00 × | at least 2.00 × | **not reached** |");
  expect(text).toContain("| One | a peer | – | at most 1.00 × | not measured: no network |");
  expect(text).toContain("Measured on 2026-01-02 at 03:04 UTC, commit abc, CPU with 2 cores");
  expect(text).toContain("1 of 2 measured figures reach their goals. 1 figures were not measured.");
  expect(text).not.toContain("busy");
  expect(renderDocument([{ ...result, environment: { ...result.environment, loadAverage: 5 } }], [])).toContain("busy with other work");
  expect(text).toContain("![CPU time](performance/one.svg)");
  expect(text).toContain("**A table**\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n");
});

it("lists the benchmarks without a result", () => {
  expect(renderDocument([result], [])).not.toContain("## Not measured");
  const text = renderDocument([result], [{ name: "scale-two", command: "npm run bench -- two" }]);
  expect(text).toContain("## Not measured\n\nThese benchmarks have no recorded result.");
  expect(text).toContain("| scale-two | not measured | `npm run bench -- two` |\n\n## One\n");
});

it("stacks the values of bars and labels the sums", () => {
  const svg = renderBars(chart);
  expect(svg).toContain(">40 µs</text>");
  expect(svg).toContain(">20 µs</text>");
  const widths = [...svg.matchAll(/width="([\d.]+)" height="22"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([130, 390, 260, 0]);
});

it("draws one line for each series, without missing values", () => {
  const points = [...renderLines(chart).matchAll(/points="([^"]+)"/g)].map(([, list]) => list?.split(" ").length);
  expect(points).toEqual([2, 1]);
});
