import { parse, parseValue } from "graphql";
import { expect, it } from "vitest";
import { scalarsOf } from "./scalars.js";

const { JSONObject } = scalarsOf(parse('directive @constraint(format: String) on SCALAR\nscalar JSONObject @constraint(format: "object")'));
const read = (literal: string) => JSONObject?.parseLiteral(parseValue(literal), {});

it("a JSON literal is exact or rejected", () => {
  expect(read('{a: 1.5, b: [123456789012345], c: "12345678901234567890"}')).toEqual({
    a: 1.5,
    b: [123456789012345],
    c: "12345678901234567890",
  });
  expect(() => read("{a: [12345678901234567890]}")).toThrow("The number 12345678901234567890 would lose digits");
  expect(() => read("{a: 0.12345678901234567890}")).toThrow("Send the number as a string.");
  expect(() => read("{a: {__proto__: 1}}")).toThrow('The key "__proto__" is not allowed.');
});
