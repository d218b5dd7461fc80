import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import { addUnknownFields, day, maxViolations, readFields, required, text, texts } from "./fields.js";

const found = (record: Record<string, unknown>) => {
  const violations = new Violations();
  addUnknownFields(record, [{ ref: text, day }], violations);
  return violations.list;
};

describe("unknown fields of a record", () => {
  it("are reported as one violation that names them", () => {
    const those = "of this record. Allowed: ref, day.";
    expect(found({ ref: "1" })).toEqual([]);
    expect(found({ ref: "1", a: 1 })).toEqual([{ field: ["a"], code: "UNKNOWN_FIELD", message: `a is not a field ${those}` }]);
    expect(found({ a: 1, b: 2, ref: "1", c: 3 })).toMatchObject([{ field: ["a"], message: `a, b, c are not fields ${those}` }]);
    expect(found({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toMatchObject([{ message: `a, b, c and 2 more are not fields ${those}` }]);
  });

  it("are reported in a short message for many or long names", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]));
    const long = Object.fromEntries(["a", "b", "c", "d"].map((letter) => [letter.repeat(250_000), 1]));
    for (const record of [many, long]) expect(JSON.stringify(found(record)).length).toBeLessThan(1_000);
  });
});

it("limits the violations per record", () => {
  const violations = new Violations({ most: maxViolations });
  readFields({ refs: Array(250).fill(0) }, { refs: required(texts) }, violations);
  const { list } = violations;
  expect([list.length, list.at(-1)?.code]).toEqual([51, "LIMIT_EXCEEDED"]);
});
