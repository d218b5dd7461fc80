import { describe, expect, it } from "vitest";
import { type Bounds, boundsOfDays, boundsOfFilter, boundsOfTimes, daysOfSeries, maxDays, narrowest } from "./series-days.js";

interface Filter {
  at?: Record<string, string>;
  and?: Filter[];
  or?: Filter[];
  not?: Filter;
}

const days = (bounds: Bounds) => daysOfSeries(bounds, [], "filter.at");
const unbounded = { first: undefined, last: undefined };

describe("the bounds of times", () => {
  it("are the days that the operators allow", () => {
    expect(days(boundsOfTimes({ equalTo: "2026-01-01T23:30:00-01:00" }, "UTC"))).toEqual(["2026-01-02"]);
    expect(days(boundsOfTimes({ greaterThan: "2026-01-01T23:59:59.999Z", lessThan: "2026-01-03T00:00:00Z" }, "UTC"))).toEqual([
      "2026-01-02",
    ]);
    const closed = { greaterThanOrEqualTo: "2026-01-01T23:59:59.999Z", lessThanOrEqualTo: "2026-01-02T00:00:00Z" };
    expect(days(boundsOfTimes(closed, "UTC"))).toEqual(["2026-01-01", "2026-01-02"]);
    expect(boundsOfTimes(undefined, "UTC")).toEqual(unbounded);
  });

  it("are the days of the time zone", () => {
    const wanted = { greaterThanOrEqualTo: "2026-03-08T07:59:59Z", lessThan: "2026-03-10T07:00:00Z" };
    expect(days(boundsOfTimes(wanted, "America/Los_Angeles"))).toEqual(["2026-03-07", "2026-03-08", "2026-03-09"]);
    expect(days(boundsOfTimes({ greaterThan: "9999-12-31T23:59:59.999Z", lessThan: "0001-01-01T00:00:00Z" }, "Asia/Tokyo"))).toEqual([]);
  });

  it("that exclude every day return none", () => {
    expect(days(boundsOfTimes({ greaterThan: "2026-01-03T00:00:00Z", lessThan: "2026-01-01T00:00:00Z" }, "UTC"))).toEqual([]);
  });
});

describe("the bounds of days", () => {
  it("are the days that the operators allow, over the ends of months", () => {
    expect(days(boundsOfDays({ equalTo: "2026-01-02" }))).toEqual(["2026-01-02"]);
    expect(days(boundsOfDays({ greaterThan: "2024-02-28", lessThan: "2024-03-02" }))).toEqual(["2024-02-29", "2024-03-01"]);
    expect(days(boundsOfDays({ greaterThanOrEqualTo: "2025-12-31", lessThanOrEqualTo: "2026-01-01" }))).toEqual([
      "2025-12-31",
      "2026-01-01",
    ]);
    expect(days(boundsOfDays({ equalTo: "0001-01-01" }))).toEqual(["0001-01-01"]);
    expect(boundsOfDays(null)).toEqual(unbounded);
  });
});

describe("the bounds of a filter", () => {
  const boundsOf = (filter: Filter | null) => boundsOfFilter(filter, ({ at }) => boundsOfDays(at));

  it("are the narrowest of its own and those inside `and`; `or` and `not` set none", () => {
    const from = (day: string): Filter => ({ at: { greaterThanOrEqualTo: day } });
    const to = (day: string): Filter => ({ at: { lessThanOrEqualTo: day } });
    const filter = { ...from("2026-01-01"), and: [from("2026-01-02"), { and: [to("2026-01-04"), to("2026-01-03")] }] };
    expect(days(boundsOf(filter))).toEqual(["2026-01-02", "2026-01-03"]);
    expect(boundsOf({ or: [from("2026-01-01")], not: to("2026-01-01") })).toEqual(unbounded);
    expect(boundsOf(null)).toEqual(unbounded);
  });

  it("intersect those of several filters", () => {
    expect(narrowest([{ first: 1, last: 9 }, unbounded, { first: 3, last: 20 }])).toEqual({ first: 3, last: 9 });
    expect(narrowest([])).toEqual(unbounded);
  });
});

describe("the days of a series", () => {
  it("reach from the first to the last match, or to the bounds", () => {
    expect(daysOfSeries(unbounded, ["2025-12-30", "2026-01-01"], "filter")).toEqual(["2025-12-30", "2025-12-31", "2026-01-01"]);
    expect(daysOfSeries({ first: undefined, last: 2 }, ["1970-01-02"], "filter")).toEqual(["1970-01-02", "1970-01-03"]);
    expect(daysOfSeries({ first: 0, last: undefined }, [], "filter")).toEqual([]);
  });

  it("include every day with a match", () => {
    // The upper bound, rounded to milliseconds, is midnight.
    const bounds = boundsOfTimes({ greaterThan: "2025-12-31T00:00:00Z", lessThan: "2026-01-01T00:00:00.0004Z" }, "UTC");
    expect(daysOfSeries(bounds, ["2026-01-01"], "filter.at")).toEqual(["2025-12-31", "2026-01-01"]);
  });

  it("are limited", () => {
    expect(daysOfSeries({ first: 1, last: maxDays }, [], "filter")).toHaveLength(maxDays);
    expect(() => daysOfSeries({ first: 0, last: maxDays }, [], "filter.at")).toThrow(
      /^`filter.at` results in a series of 3701 days. At most 3700 days are allowed.$/,
    );
  });

  it("are too many if an old match starts the series, unless bounded", () => {
    const found = ["1990-01-01", "2026-01-01"];
    expect(() => daysOfSeries(unbounded, found, "filter")).toThrow(
      "`filter` results in a series of 13150 days. At most 3700 days are allowed. Set a lower and an upper bound for the time.",
    );
  });
});
