import { describe, expect, it } from "vitest";
import { timeTicks, valueAxis } from "./axis.js";

const labels = ({ ticks }: ReturnType<typeof valueAxis>) => ticks.map(({ label }) => label);

describe("the axis of values", () => {
  it("ends at a round number of the unit above the maximum", () => {
    expect(labels(valueAxis("s", 0.37))).toEqual(["0", "100 ms", "200 ms", "300 ms", "400 ms"]);
    expect(labels(valueAxis("bytes", 500 * 2 ** 20))).toEqual(["0", "200 MiB", "400 MiB", "600 MiB"]);
    expect(valueAxis("bytes", 500 * 2 ** 20).max).toBe(600 * 2 ** 20);
  });

  it("has a range without a positive value", () => {
    expect(valueAxis("none", 0)).toMatchObject({ max: 1 });
    expect(valueAxis("percentunit", 0).max).toBe(0.01);
  });

  it("ends at the maximum of the dashboard", () => {
    expect(valueAxis("percentunit", 0.2, 1)).toMatchObject({ max: 1 });
    expect(labels(valueAxis("percentunit", 0.2, 1)).at(-1)).toBe("100%");
  });
});

describe("the axis of times", () => {
  it("has at most seven round times", () => {
    const start = Date.UTC(2026, 0, 1, 12, 0, 20) / 1_000;
    expect(timeTicks(start, start + 300).map(({ label }) => label)).toEqual(["12:01", "12:02", "12:03", "12:04", "12:05"]);
    expect(timeTicks(start, start + 60).map(({ label }) => label)).toEqual(["12:00:30", "12:00:45", "12:01:00", "12:01:15"]);
    expect(timeTicks(start, start + 3 * 3_600).length).toBeLessThanOrEqual(7);
  });
});
