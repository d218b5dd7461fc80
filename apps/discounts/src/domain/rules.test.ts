import { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { fromScaled, toScaled } from "@offergraph/shared/schema/scaled";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlacements } from "./body.js";
import { changedFields, changedNames } from "./changes.js";
import { checkCrossFieldRules, type DiscountCodeFields, decimalText, keepsScale, withSaveDefaults } from "./fields.js";
import { namesOf } from "./names.js";
import { readSaveArguments } from "./save-arguments.js";

const path = ["input", "body"];
function found(check: (violations: Violations) => void): string[] {
  const violations = new Violations();
  check(violations);
  return violations.list.map(({ field, code }) => `${field.join(".")} ${code}`);
}

describe("rules across fields", () => {
  const together = (fields: Partial<DiscountCodeFields>, patch = fields) =>
    found((violations) => checkCrossFieldRules(fields, patch, path, violations));

  it("require a percentage only for percent, and an amount only for amount", () => {
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

  it("ignore omitted fields", () => {
    expect(together({ valueKind: "percent" })).toEqual([]);
    expect(together({ valuePercent: null, valueAmount: null })).toEqual([]);
  });

  it("require ends_at after start_at, with the path of the supplied field", () => {
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

  it("are unique among a code and its aliases, ignoring case, with the alias' path", () => {
    expect(names("Code", ["a", "b"])).toEqual([]);
    expect(names("Code", ["cODE", "a", "A"])).toEqual(["input.body.aliased_codes.0.code TAKEN", "input.body.aliased_codes.2.code TAKEN"]);
  });

  it("are reported at the code if the write sets no aliases", () => {
    expect(names("old", ["OLD"], { code: "old" })).toEqual(["input.body.code TAKEN"]);
  });

  it("have one key regardless of case and Unicode composition", () => {
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

  it("that change are removed and added; others stay", () => {
    const name = (key: string, position: number) => ({ key, name: key, kind: "ALIAS" as const, aliasId: key, position });
    const { removed, added } = changedNames([name("a", 0), name("b", 1), name("c", 2)], [name("a", 0), name("c", 1), name("d", 2)]);
    expect(removed.map(({ key }) => key)).toEqual(["b", "c"]);
    expect(added.map(({ key }) => key)).toEqual(["c", "d"]);
  });
});

describe("decimals", () => {
  it("convert to ten-thousandths and back exactly", () => {
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
  it("create a draft of 0 percent with the code as title", () => {
    expect(withSaveDefaults({ code: "X" })).toMatchObject({
      title: "X",
      status: "DRAFT",
      valueKind: "percent",
      valuePercent: "0",
      valueAmount: null,
    });
  });
  it("derive the kind from the given value", () => {
    expect(withSaveDefaults({ code: "X", valueAmount: "5" })).toMatchObject({
      valueKind: "amount",
      valuePercent: null,
      valueAmount: "5",
    });
    expect(withSaveDefaults({ code: "X", valuePercent: "5", valueAmount: null })).toMatchObject({
      valueKind: "percent",
      valuePercent: "5",
    });
  });
});

describe("placements of a body", () => {
  const id = "01900000-0000-7000-8000-000000000001";
  const placements = (given: { connectionId: string; child?: Record<string, unknown> | null }[]) =>
    found((violations) => readPlacements({ placements: given }, { creating: true, path, violations }));

  it("name each connection once by UUID, ignoring case", () => {
    expect(placements([{ connectionId: id }, { connectionId: "not-a-uuid" }, { connectionId: id.toUpperCase() }])).toEqual([
      "input.body.placements.1.connectionId NOT_FOUND",
      "input.body.placements.2.connectionId TAKEN",
    ]);
  });

  it("accept an omitted child, but not null", () => {
    expect(placements([{ connectionId: id }])).toEqual([]);
    expect(placements([{ connectionId: id, child: null }])).toEqual(["input.body.placements.0.child REQUIRED"]);
  });
});

describe("the arguments of save", () => {
  const body = { code: "X" };
  it("are passed directly or in input, not both, not neither", () => {
    expect(found((violations) => readSaveArguments({ body }, violations))).toEqual([]);
    expect(found((violations) => readSaveArguments({ input: { body } }, violations))).toEqual([]);
    expect(found((violations) => readSaveArguments({ input: { body }, body }, violations))).toEqual(["input INVALID"]);
    expect(found((violations) => readSaveArguments({}, violations))).toEqual(["input REQUIRED"]);
    expect(found((violations) => readSaveArguments({ id: "00000000-0000-0000-0000-000000000000" }, violations))).toEqual(["body REQUIRED"]);
  });
});

describe("changes", () => {
  it("are the fields whose value differs", () => {
    const before = withSaveDefaults({ code: "X" });
    expect(changedFields(before, { code: "X", title: "X", isPublic: true, tagNames: [] })).toEqual(["isPublic"]);
  });
});
