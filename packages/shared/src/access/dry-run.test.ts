import { describe, expect, it } from "vitest";
import { dryRunText, parseDryRun } from "./dry-run.js";

describe("parseDryRun", () => {
  it.each([
    ["true", true],
    ["1", true],
    [" TRUE ", true],
    ["false", false],
    ["0", false],
    ["", undefined],
    ["maybe", undefined],
    ["yes", undefined],
    ["true, true", undefined],
    ["toString", undefined],
  ])("reads %j as %s", (value, expected) => expect(parseDryRun(value)).toBe(expected));
});

it("describes a report in one line", () => {
  const event = { type: "offergraph.discounts.discount_code.updated.v1", recordId: "1" };
  const report = { operation: "save", events: [event, event], eventCount: 2, queued: { storePushes: 3 }, notes: ["Nothing was sent."] };
  expect(dryRunText(report)).toBe(
    "Dry run: nothing was changed. The call would emit or queue the following. Events: 2 (offergraph.discounts.discount_code.updated.v1), storePushes: 3. Nothing was sent.",
  );
  expect(dryRunText({ ...report, events: [], eventCount: 0, queued: {}, notes: [] })).toMatch(/Events: 0\.$/);
});
