import { Violations } from "@offergraph/shared/errors/user-error";
import { expect, it } from "vitest";
import { addTimeFaults } from "./times.js";

const now = new Date("2026-06-01T12:00:00.000Z");
const faults = (...times: (string | null)[]) => {
  const violations = new Violations();
  for (const [index, time] of times.entries()) addTimeFaults(violations, { [`at${index}`]: time }, now);
  return violations.list.map(({ field, code, message }) => [field[0], code, message]);
};

it("accepts times from 1990 to one day in the future", () => {
  expect(faults("1990-01-01T00:00:00.000Z", "2026-06-02T12:00:00.000Z", null)).toEqual([]);
  const early = "must be at or after 1990-01-01T00:00:00Z.";
  const late = "must be at most one day in the future (until 2026-06-02T12:00:00Z).";
  expect(faults("1989-12-31T23:59:59.999Z", "0001-01-05T00:00:00.000Z", "2026-06-02T12:00:00.001Z", "9999-12-31T23:59:59.999Z")).toEqual([
    ["at0", "INVALID", `at0 ${early}`],
    ["at1", "INVALID", `at1 ${early}`],
    ["at2", "INVALID", `at2 ${late}`],
    ["at3", "INVALID", `at3 ${late}`],
  ]);
});

it("adds no second violation to an invalid time", () => {
  const violations = new Violations();
  violations.add(["at"], "REQUIRED", "at is required.");
  addTimeFaults(violations, { at: "" }, now);
  expect(violations.list).toHaveLength(1);
});
