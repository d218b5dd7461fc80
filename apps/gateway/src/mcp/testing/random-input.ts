import fc from "fast-check";
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";

const id = "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234";
const leaves: Readonly<Record<string, readonly unknown[]>> = {
  Int: [0, 1, 20, 1000, 1001, -1, 1.5],
  Float: [0, 0.4, 99.5, 5001],
  Boolean: [true, false],
  UUID: [id, id.toUpperCase(), id.replace("-7cc0", "-9cc0"), "x"],
  Datetime: ["2026-01-31T12:00:00Z", "2026-01-31"],
  Date: ["2026-01-31", "31.1.2026"],
  BigFloat: ["-12.50", "1e3", 12],
  Cursor: ["abc-_.", "a b"],
  JSONObject: [{}, { expires_in_days: 3 }, { slot: "x" }],
};
const texts = ["", "x", "welcome", "red", "a b", "https://example.com", "#00ff00", "x".repeat(300), id];
const wrong = [null, "x", "", 1, true, [], {}, [null], { name: "x" }, { name: "" }, { equalTo: id }];
const deepest = 3;
const listSize = 2;
const maxOptional = 3;

/**
 * Generates random arguments or input fields. Most inputs are valid. Invalid inputs contain a wrong value, or lack a field, or have an
 * unknown field.
 */
export function inputOf(fields: readonly (GraphQLArgument | GraphQLInputField)[], depth = deepest): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(fields.map((field) => [field.name, givenOf(field.type, depth)]));
  const needed = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const optional = fields.map(({ name }) => name).filter((name) => !needed.includes(name));
  const whole = fc.subarray(optional, { maxLength: Math.min(maxOptional, optional.length) }).chain((some) => {
    const names = [...needed, ...some];
    return fc.record(Object.fromEntries(names.map((name) => [name, known[name] ?? fc.constant(null)])));
  });
  const holes = fc.record(known, { requiredKeys: [] });
  const more = whole.map((value) => ({ ...value, unknown_field: 1 }));
  return fc.oneof({ arbitrary: whole, weight: 40 }, { arbitrary: holes, weight: 1 }, { arbitrary: more, weight: 1 });
}

function givenOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: goodOf(type, depth), weight: 40 }, { arbitrary: fc.constantFrom(...wrong), weight: 1 });
}

function goodOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return goodOf(type.ofType, depth);
  if (isListType(type)) return depth > 0 ? fc.array(givenOf(type.ofType, depth - 1), { maxLength: listSize }) : fc.constant([]);
  return named(getNamedType(type), depth);
}

function named(type: GraphQLNamedInputType, depth: number): fc.Arbitrary<unknown> {
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return fc.constantFrom(...(leaves[type.name] ?? texts));
  const fields = Object.values(type.getFields());
  if (depth > 0) return inputOf(fields, depth - 1);
  return inputOf(
    fields.filter((field) => isNonNullType(field.type)),
    0,
  );
}
