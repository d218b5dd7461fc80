import { describe, expect, it } from "vitest";
import { inlineDefinitions } from "./inline.js";
import type { JsonSchema } from "./json.js";

const put = (property: JsonSchema, definition: JsonSchema) => {
  const whole = inlineDefinitions({ properties: { a: property } }, new Map([["X", definition]]), "compact");
  return (whole.properties as { a: JsonSchema }).a;
};
const reference = { $ref: "#/$defs/X" };

describe("inlineDefinitions", () => {
  it("inlines definitions that are used once, with the description next to the reference", () => {
    expect(put({ ...reference, description: "Words." }, { type: "string" })).toEqual({ type: "string", description: "Words." });
  });
  it.each([
    [{ minLength: 1 }, { type: "string", minLength: 2 }],
    [{ additionalProperties: false }, { properties: { b: {} } }],
    [{ patternProperties: { b: {} } }, { type: "object", additionalProperties: false }],
    [{ maxContains: 1 }, { contains: {} }],
  ])("lets %j and %j hold apart from each other", (adjacent, definition) => {
    expect(put({ ...reference, ...adjacent }, definition)).toEqual({ allOf: [definition], ...adjacent });
  });
  it("keeps an allOf next to a reference", () => {
    const allOf = [{ maxLength: 9 }];
    expect(put({ ...reference, allOf, minLength: 1 }, { minLength: 2 })).toEqual({ allOf: [{ minLength: 2 }, ...allOf], minLength: 1 });
  });
  it("takes null into the types only where nothing else would refuse it", () => {
    const orNull = { anyOf: [reference, { type: "null" }] };
    expect(put(orNull, { type: "string", minLength: 1 })).toEqual({ type: ["string", "null"], minLength: 1 });
    expect(put(orNull, { enum: ["a"] })).toEqual({ enum: ["a", null] });
    expect(put(orNull, { type: "string", not: { type: "null" } })).toEqual({
      anyOf: [{ type: "string", not: { type: "null" } }, { type: "null" }],
    });
    expect(put({ ...orNull, minLength: 2 }, { type: "string", minLength: 1 })).toEqual({
      minLength: 2,
      anyOf: [{ type: "string", minLength: 1 }, { type: "null" }],
    });
  });
  it("leaves a definition that contains itself, and one that is long and used twice", () => {
    const tree = { type: "object", properties: { not: reference } };
    expect(inlineDefinitions({ properties: { a: reference } }, new Map([["X", tree]]), "compact").$defs).toEqual({ X: tree });
    const long = { type: "string", pattern: "x".repeat(50) };
    const twice = inlineDefinitions({ properties: { a: reference, b: reference } }, new Map([["X", long]]), "compact");
    expect(twice).toEqual({ properties: { a: reference, b: reference }, $defs: { X: long } });
  });
});
