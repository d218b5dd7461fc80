import { maxDays } from "@offergraph/shared/time/series-days";
import { afterEach, describe, expect, it, vi } from "vitest";
import { boundsOf, daysOfWindow, surfaceWindow } from "./response-window.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const now = new Date("2026-06-01T12:00:00.000Z");
const window = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

describe("a surface's window", () => {
  it("defaults to the last 30 days", () => {
    expect(surfaceWindow({}, now)).toEqual(window("2026-05-02T12:00:00Z", "2026-06-01T12:00:00Z"));
    expect(surfaceWindow({ from: "2026-01-01T00:30+01:00", to: null }, now)).toEqual(
      window("2025-12-31T23:30:00Z", "2026-06-01T12:00:00Z"),
    );
  });

  it("may be empty but must not end before it starts", () => {
    const at = "2026-01-01T00:00:00Z";
    expect(daysOfWindow(surfaceWindow({ from: at, to: at }, now), "UTC")).toEqual([]);
    expect(() => surfaceWindow({ from: at, to: "2025-12-31T23:59:59.999Z" }, now)).toThrow("`from` must not be after `to`");
  });

  it("includes the day of its start, and that of its end unless it ends at midnight", () => {
    expect(daysOfWindow(window("2026-01-01T23:59:59.999Z", "2026-01-03T00:00:00.000Z"), "UTC")).toEqual(["2026-01-01", "2026-01-02"]);
    expect(daysOfWindow(window("2026-01-01T00:00:00.000Z", "2026-01-03T00:00:00.001Z"), "UTC")).toEqual([
      "2026-01-01",
      "2026-01-02",
      "2026-01-03",
    ]);
  });

  it.each(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"])("has days of UTC on a machine in %s", (zone) => {
    vi.stubEnv("TZ", zone);
    expect(daysOfWindow(window("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"), "UTC")).toEqual(["2026-03-28", "2026-03-29", "2026-03-30"]);
    expect(daysOfWindow(window("2025-12-31T12:00:00Z", "2026-01-01T12:00:00Z"), "UTC")).toEqual(["2025-12-31", "2026-01-01"]);
    expect(daysOfWindow(window("2024-02-28T00:00:00Z", "2024-03-01T00:00:00Z"), "UTC")).toEqual(["2024-02-28", "2024-02-29"]);
  });

  it("spans at most the maximum days of a series", () => {
    const from = new Date("2016-01-01T00:00:00Z");
    const after = (days: number) => new Date(from.getTime() + days * 86_400_000);
    expect(daysOfWindow({ from, to: after(maxDays) }, "UTC")).toHaveLength(maxDays);
    expect(() => daysOfWindow({ from, to: after(maxDays + 1) }, "UTC")).toThrow("`from` results in a series of 3701 days");
  });
});

it("bounds a series by the filter's createdAt only", () => {
  const filter = { createdAt: { greaterThan: "1970-01-03T23:59:59.999Z" }, completedAt: { lessThan: "1970-01-09T00:00:00Z" } };
  expect(boundsOf({ and: [filter] }, "UTC")).toEqual({ first: 3, last: undefined });
});
