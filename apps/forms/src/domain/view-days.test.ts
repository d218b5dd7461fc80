import { describe, expect, it } from "vitest";
import { daysOfViews } from "./view-days.js";

const now = new Date("2026-06-01T00:00:00.000Z");

describe("the days of views", () => {
  it("are 30 days up to today by default, or up to the last day", () => {
    const { from, to, days } = daysOfViews({}, now);
    expect([from, to, days.length, days[0], days.at(-1)]).toEqual(["2026-05-03", "2026-06-01", 30, "2026-05-03", "2026-06-01"]);
    expect(daysOfViews({ from: null, to: "2024-03-01" }, now)).toMatchObject({ from: "2024-02-01", to: "2024-03-01" });
    expect(daysOfViews({ to: "0001-01-02" }, now).days).toEqual(["0001-01-01", "0001-01-02"]);
  });

  it("include the first and the last day", () => {
    expect(daysOfViews({ from: "2024-02-28", to: "2024-03-01" }, now).days).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
    expect(daysOfViews({ from: "2026-06-01" }, now).days).toEqual(["2026-06-01"]);
  });

  it("must be in order, and at most 3,700", () => {
    expect(() => daysOfViews({ from: "2026-06-02" }, now)).toThrow("`from` must not be after `to`");
    expect(() => daysOfViews({ from: "2016-01-01" }, now)).toThrow("At most 3700 days are allowed");
  });
});
