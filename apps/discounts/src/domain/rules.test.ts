import { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { fromScaled, toScaled } from "@offergraph/shared/schema/scaled";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedFields, changedNames } from "./changes.js";
import { decimalText, keepsScale } from "./decimals.js";
import { type DiscountCodeFields, withSensibleDefaults } from "./fields.js";
import { namesOf } from "./names.js";
import { readPlacements } from "./placements.js";
import { readSaveArguments } from "./save-arguments.js";
import { checkTogether } from "./together.js";

const path = ["input", "body"];
function found(check: (violations: Violations) => void): string[] {
  const violations = new Violations();
  check(violations);
  return violations.list.map(({ field, code }) => `${field.join(".")} ${code}`);
}

describe("rules across fields", () => {
  const together = (fields: Partial<DiscountCodeFields>, patch = fields) =>
    found((violations) => checkTogether(fields, patch, path, violations));

  it("percent needs a percentage and no amount, amount an amount and no percentage", () => {
    expect(together({ valueKind: "percent", valuePercent: "10", valueAmount: null })).toEqual([]);
    expect(together({ valueKind: "amount", valuePercent: null, valueAmount: "0" })).toEqual([]);
    expect(together({ valueKind: "percent", valuePercent: null, valueAmount: "1" })).toEqual([
      "input.body.value_percent REQUIRED",
      "input.body.value_amount INVALID",
    ]);
    expect(together({ valueKind: "amount", valuePercent: "1", valueAmount: null })).toEqual([
      "input.body.value_amount REQUIRED",
      "input.body.value_percent INVALID",
    ]);
  });

  it("say nothing about what was not given", () => {
    expect(together({ valueKind: "percent" })).toEqual([]);
    expect(together({ valuePercent: null, valueAmount: null })).toEqual([]);
  });

  it("ends_at comes after start_at, told at the one that was supplied", () => {
    const [early, late] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"];
    expect(together({ startAt: early, endsAt: late })).toEqual([]);
    expect(together({ startAt: early, endsAt: early })).toEqual(["input.body.ends_at OUT_OF_RANGE"]);
    expect(together({ startAt: late, endsAt: early }, { startAt: late })).toEqual(["input.body.start_at OUT_OF_RANGE"]);
    expect(together({ startAt: late, endsAt: null })).toEqual([]);
  });
});

describe("names", () => {
  const names = (code: string | undefined, aliases: string[], supplied: object = { aliasedCodes: [] }) =>
    found((violations) =>
      namesOf({ code, aliasedCodes: aliases.map((alias, id) => ({ id: String(id), code: alias })) }, supplied, path, violations),
    );

  it("stand once among a code and its aliases, whatever the case, told at the alias", () => {
    expect(names("Code", ["a", "b"])).toEqual([]);
    expect(names("Code", ["cODE", "a", "A"])).toEqual(["input.body.aliased_codes.0.code TAKEN", "input.body.aliased_codes.2.code TAKEN"]);
  });

  it("are told at the code when the aliases are not what is written", () => {
    expect(names("old", ["OLD"], { code: "old" })).toEqual(["input.body.code TAKEN"]);
  });

  it("have one key whatever the case and the way accents are composed", () => {
    for (const [one, other] of [
      ["Émile", "e\u0301MILE"],
      ["ΑΣ", "ας"],
      ["ΑΣ", "ασ"],
      ["straße", "STRASSE"],
      ["STRAẞE", "straße"],
      ["İx", "i\u0307X"],
    ] as const)
      expect(nameKey(one)).toBe(nameKey(other));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(nameKey(name.toUpperCase())).toBe(nameKey(name));
        expect(nameKey(name.toLowerCase())).toBe(nameKey(name));
        expect(nameKey(nameKey(name))).toBe(nameKey(name));
        expect(nameKey(name.normalize("NFD"))).toBe(nameKey(name));
      }),
    );
  });

  it("that change in any way are taken out and put in anew, the others are left alone", () => {
    const name = (key: string, position: number) => ({ key, name: key, kind: "ALIAS" as const, aliasId: key, position });
    const { removed, added } = changedNames([name("a", 0), name("b", 1), name("c", 2)], [name("a", 0), name("c", 1), name("d", 2)]);
    expect(removed.map(({ key }) => key)).toEqual(["b", "c"]);
    expect(added.map(({ key }) => key)).toEqual(["c", "d"]);
  });
});

describe("decimals", () => {
  it("go to whole ten-thousandths and back exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 50_000_000n }), (scaled) => {
        const text = fromScaled(String(scaled));
        expect(toScaled(text)).toBe(scaled);
        expect(decimalText(Number(text))).toBe(text);
        expect(keepsScale(Number(text))).toBe(true);
      }),
    );
    expect([fromScaled("0"), fromScaled("1"), fromScaled("125000"), fromScaled("50000000")]).toEqual(["0", "0.0001", "12.5", "5000"]);
  });
});

describe("defaults of save", () => {
  it("make a draft that takes off nothing, titled by its code", () => {
    expect(withSensibleDefaults({ code: "X" })).toMatchObject({
      title: "X",
      status: "DRAFT",
      valueKind: "percent",
      valuePercent: "0",
      valueAmount: null,
    });
  });
  it("take the kind from the value that is given", () => {
    expect(withSensibleDefaults({ code: "X", valueAmount: "5" })).toMatchObject({
      valueKind: "amount",
      valuePercent: null,
      valueAmount: "5",
    });
    expect(withSensibleDefaults({ code: "X", valuePercent: "5", valueAmount: null })).toMatchObject({
      valueKind: "percent",
      valuePercent: "5",
    });
  });
});

describe("placements of a body", () => {
  const id = "01900000-0000-7000-8000-000000000001";
  const placements = (given: { connectionId: string; child?: Record<string, unknown> | null }[]) =>
    found((violations) => readPlacements(given, path, violations));

  it("name a connection by its UUID, each once whatever the case", () => {
    expect(placements([{ connectionId: id }, { connectionId: "not-a-uuid" }, { connectionId: id.toUpperCase() }])).toEqual([
      "input.body.placements.1.connectionId NOT_FOUND",
      "input.body.placements.2.connectionId TAKEN",
    ]);
  });

  it("may go without a provider block, but not with a null one", () => {
    expect(placements([{ connectionId: id }])).toEqual([]);
    expect(placements([{ connectionId: id, child: null }])).toEqual(["input.body.placements.0.child REQUIRED"]);
  });
});

describe("the arguments of save", () => {
  const body = { code: "X" };
  it("are bare or in input, never both nor neither", () => {
    expect(found((violations) => readSaveArguments({ body }, violations))).toEqual([]);
    expect(found((violations) => readSaveArguments({ input: { body } }, violations))).toEqual([]);
    expect(found((violations) => readSaveArguments({ input: { body }, body }, violations))).toEqual(["input INVALID"]);
    expect(found((violations) => readSaveArguments({}, violations))).toEqual(["input REQUIRED"]);
    expect(found((violations) => readSaveArguments({ id: "00000000-0000-0000-0000-000000000000" }, violations))).toEqual(["body REQUIRED"]);
  });
});

describe("changes", () => {
  it("are the fields whose value becomes another", () => {
    const before = withSensibleDefaults({ code: "X" });
    expect(changedFields(before, { code: "X", title: "X", isPublic: true, tagNames: [] })).toEqual(["isPublic"]);
  });
});
