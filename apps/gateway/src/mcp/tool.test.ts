import { describe, expect, it } from "vitest";
import { realTools } from "./testing/real-tools.js";
import { annotationsOf } from "./tool.js";

const { tools } = realTools();

describe("annotationsOf", () => {
  it("gives a mutation without effects the most cautious hints", () => {
    expect(annotationsOf("mutation", undefined)).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });
  it.each([
    [[], false, false, false],
    [["DESTRUCTIVE"], true, false, false],
    [["IDEMPOTENT", "EXTERNAL"], false, true, true],
  ] as const)("describes the effects %j of a mutation", (effects, destructiveHint, idempotentHint, openWorldHint) => {
    expect(annotationsOf("mutation", effects)).toEqual({ readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint });
  });
  it("marks a query as read-only, and whether it reaches outside the workspace", () => {
    expect(annotationsOf("query", undefined)).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(annotationsOf("query", ["EXTERNAL"]).openWorldHint).toBe(true);
  });
});

it.each([
  ["get_discount", [true, undefined, undefined, false]],
  ["search_placement_targets", [true, undefined, undefined, true]],
  ["delete_discount_code", [false, true, true, true]],
  ["create_form", [false, false, false, false]],
  ["release_incentive_grant", [false, false, true, true]],
])("%s says so", (name, hints) => {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tools.all.get(name)?.definition("short").annotations ?? {};
  expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint]).toEqual(hints);
});
