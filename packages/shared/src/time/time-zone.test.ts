import { expect, it } from "vitest";
import { timeZoneOf } from "./time-zone.js";

it.each([
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Asia/Calcutta", "Asia/Calcutta"],
  ["america/los_angeles", "America/Los_Angeles"],
  ["Europe/Kyiv", "Europe/Kyiv"],
  ["UTC", "UTC"],
  ["+02:00", undefined],
  ["Mars/Olympus", undefined],
  ["", undefined],
])("the time zone %s is kept as %s", (given, kept) => {
  expect(timeZoneOf(given)).toBe(kept);
});

it("accepts each zone of Intl under its own name", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  expect(zones.map(timeZoneOf)).toEqual(zones);
});
