import { describe, expect, it } from "vitest";
import { addConditions } from "./conditions.js";

describe("addConditions", () => {
  const object = { type: "object" };
  it("adds the fields of all alternatives, with what the alternatives have in common", () => {
    const days = (maximum: number) => ({ type: "integer", minimum: 1, maximum });
    const conditions = {
      anyOf: [
        { properties: { kind: { const: "a" }, days: days(9), mode: { enum: ["X"] } }, required: ["days", "mode"] },
        { properties: { kind: { const: "b" }, days: days(5), mode: { enum: ["Y"] } }, required: ["days"], additionalProperties: false },
      ],
    };
    expect(addConditions(object, conditions)).toEqual({
      type: "object",
      properties: { days: { type: "integer", minimum: 1 }, mode: { type: "string", enum: ["X", "Y"] } },
      required: ["days"],
    });
  });
  it("adds fields inside a field that the base describes, also if it may be null, and keeps the base's words", () => {
    const base = {
      type: "object",
      properties: { terms: { anyOf: [object, { type: "null" }], description: "Words." }, kind: { type: "string" } },
    };
    const conditions = {
      properties: { terms: { properties: { limit: { type: "integer" } }, required: ["limit"] }, kind: { enum: ["a"] } },
    };
    expect(addConditions(base, conditions).properties).toEqual({
      terms: {
        anyOf: [{ type: "object", properties: { limit: { type: "integer" } }, required: ["limit"] }, { type: "null" }],
        description: "Words.",
      },
      kind: { type: "string" },
    });
  });
  it("writes a type or null as an alternative with null, and leaves out what some clients cannot read", () => {
    const conditions = {
      properties: { label: { type: ["string", "null"], maxLength: 40, description: "Words." }, gone: { type: "null" } },
      propertyNames: { pattern: "x" },
      dependentRequired: { a: ["b"] },
      if: {},
    };
    expect(addConditions(object, conditions)).toEqual({
      type: "object",
      properties: { label: { anyOf: [{ type: "string", maxLength: 40 }, { type: "null" }], description: "Words." } },
    });
  });
  it("keeps the base without conditions, and adds required fields", () => {
    expect(addConditions(object, undefined)).toBe(object);
    expect(addConditions({ ...object, required: ["a"] }, { required: ["a", "b"] })).toEqual({ type: "object", required: ["a", "b"] });
  });
});
