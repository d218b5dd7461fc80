import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { describe, expect, it } from "vitest";
import { sql } from "../db/statement.js";
import { compileFilter, type FilterShape, maxConditions, maxNesting, type Relation } from "./filter.js";
import { maxNames } from "./reference.js";
import { columns, shape } from "./testing/fixtures.js";
import { maxListLength } from "./values.js";

async function refusal(filter: unknown, argument = "filter", of: FilterShape = shape): Promise<unknown> {
  const error: unknown = await compileFilter(of, filter as object, argument).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BadUserInput);
  const { details, message } = error as BadUserInput;
  expect(message).toContain(String(details.argument));
  return details.argument;
}

function nested(depth: number): object {
  return depth === 0 ? {} : { not: nested(depth - 1) };
}

describe("compileFilter", () => {
  it("sends every value as a typed parameter", async () => {
    const compiled = await compileFilter(shape, { label: { equalTo: "'; DROP TABLE things" }, mood: { lessThan: "merry" } }, "filter");
    expect(compiled.text).toBe("((t.label = $1::text) AND (t.mood < $2::smallint))");
    expect(compiled.values).toEqual(["'; DROP TABLE things", 2]);
  });

  it("matches every row for an empty notIn, also rows without a related record", async () => {
    const extras: Relation = (condition) => sql`EXISTS (SELECT FROM extras e WHERE e.thing_id = t.row_id AND ${condition})`;
    const related = { ...shape, extra: { relation: extras, column: columns.label }, note: { relation: extras, column: columns.slug } };
    const compiled = async (filter: object) => (await compileFilter(related, filter, "filter")).text;
    for (const filter of [{ label: { notIn: [] } }, { extra: { notIn: [] } }, { extra: { notIn: [] }, note: { notIn: [] } }])
      expect(await compiled(filter)).toBe("TRUE");
    const some = "EXISTS (SELECT FROM extras e WHERE e.thing_id = t.row_id AND";
    expect(await compiled({ extra: { notIn: [], isNull: true } })).toBe(`(NOT ${some} TRUE))`);
    expect(await compiled({ extra: { notIn: [], equalTo: "a" } })).toBe(`${some} (t.label = $1::text))`);
    expect(await compiled({ extra: { in: [] } })).toBe(`${some} (t.label = ANY($1::text[])))`);
  });

  it("matches every row if it is empty", async () => {
    for (const filter of [undefined, null, {}, { label: {} }, { and: [] }, { or: [] }, { label: undefined }, { partnerId: {} }])
      expect((await compileFilter(shape, filter, "filter")).text).toBe("TRUE");
  });

  it.each([
    [{ label: null }, "filter.label"],
    [{ mood: { lessThan: 1 }, label: null }, "filter.mood.lessThan"],
    [{ label: { unknown: 1, equalTo: null } }, "filter.label.unknown"],
    [{ and: null }, "filter.and"],
    [{ not: null }, "filter.not"],
    [{ or: [{}, null] }, "filter.or.1"],
    [{ and: [{ label: { equalTo: null } }] }, "filter.and.0.label.equalTo"],
    [{ label: { in: ["a", null] } }, "filter.label.in.1"],
    [{ tags: { equalTo: [null] } }, "filter.tags.equalTo.0"],
    [{ extraExists: null }, "filter.extraExists"],
    [{ partnerId: null }, "filter.partnerId"],
    [{ partnerId: { equalTo: null } }, "filter.partnerId.equalTo"],
  ])("refuses an explicit null: %j", async (filter, path) => {
    expect(await refusal(filter)).toBe(path);
  });

  it.each([
    [{ colour: {} }, "filter.colour"],
    [JSON.parse('{ "__proto__": {} }'), "filter.__proto__"],
    [{ constructor: {} }, "filter.constructor"],
    [{ label: { contains: "a" } }, "filter.label.contains"],
    [{ label: { toString: "a" } }, "filter.label.toString"],
    [{ mood: { includesInsensitive: "a" } }, "filter.mood.includesInsensitive"],
    [{ tags: { in: [["a"]] } }, "filter.tags.in"],
    [{ label: { anyEqualTo: "a" } }, "filter.label.anyEqualTo"],
    [{ partnerId: { includesInsensitive: "a" } }, "filter.partnerId.includesInsensitive"],
    [{ partnerId: { name: "South", equalTo: columns.rowId } }, "filter.partnerId"],
  ])("refuses a key that it does not know: %j", async (filter, path) => {
    expect(await refusal(filter)).toBe(path);
  });

  it.each([
    [{ rowId: { equalTo: "x" } }, "filter.rowId.equalTo"],
    [{ rowId: { in: ["0191a000-0000-9000-8000-000000000001"] } }, "filter.rowId.in.0"],
    [{ label: { equalTo: 1 } }, "filter.label.equalTo"],
    [{ label: { equalTo: "a\0" } }, "filter.label.equalTo"],
    [{ label: { includesInsensitive: "\ud800" } }, "filter.label.includesInsensitive"],
    [{ label: { in: "a" } }, "filter.label.in"],
    [{ tags: { anyEqualTo: "\udc00a" } }, "filter.tags.anyEqualTo"],
    [{ tags: { equalTo: "a" } }, "filter.tags.equalTo"],
    [{ seenAt: { equalTo: "2026-01-01T00:00:00" } }, "filter.seenAt.equalTo"],
    [{ seenAt: { lessThan: "0000-12-31T00:00:00Z" } }, "filter.seenAt.lessThan"],
    [{ seenAt: { lessThan: "+294277-01-01T00:00:00Z" } }, "filter.seenAt.lessThan"],
    [{ day: { equalTo: "2025-02-29" } }, "filter.day.equalTo"],
    [{ day: { equalTo: "0000-01-01" } }, "filter.day.equalTo"],
    [{ ratio: { equalTo: "1e3" } }, "filter.ratio.equalTo"],
    [{ ratio: { equalTo: "9".repeat(1_001) } }, "filter.ratio.equalTo"],
    [{ cents: { in: ["NaN"] } }, "filter.cents.in.0"],
    [{ amount: { equalTo: 2 ** 31 } }, "filter.amount.equalTo"],
    [{ amount: { equalTo: 0.5 } }, "filter.amount.equalTo"],
    [{ score: { equalTo: Number.NaN } }, "filter.score.equalTo"],
    [{ score: { equalTo: Number.NEGATIVE_INFINITY } }, "filter.score.equalTo"],
    [{ flag: { equalTo: "true" } }, "filter.flag.equalTo"],
    [{ flag: { isNull: 1 } }, "filter.flag.isNull"],
    [{ mood: { equalTo: "MERRY" } }, "filter.mood.equalTo"],
    [{ extraExists: "yes" }, "filter.extraExists"],
    [{ partnerId: "" }, "filter.partnerId"],
    [{ partnerId: { name: "" } }, "filter.partnerId"],
    [{ partnerId: { name: "a\0" } }, "filter.partnerId"],
    [{ partnerId: 7 }, "filter.partnerId"],
    [{ partnerId: ["South"] }, "filter.partnerId"],
    [{ and: {} }, "filter.and"],
    [{ not: [] }, "filter.not"],
    [{ label: "a" }, "filter.label"],
    [[], "filter"],
  ])("refuses a value that is not of its kind: %j", async (filter, path) => {
    expect(await refusal(filter)).toBe(path);
  });

  it("prefixes paths with the argument's name", async () => {
    expect(await refusal({ label: null }, "windowFilter")).toBe("windowFilter.label");
  });

  it("accepts filters up to its limits and rejects larger ones", async () => {
    const conditions = (count: number) => ({ or: Array.from({ length: count / 2 }, () => ({ flag: { equalTo: true } })) });
    await compileFilter(shape, conditions(maxConditions), "filter");
    expect(await refusal(conditions(maxConditions + 2))).toBe(`filter.or.${maxConditions / 2}`);
    await compileFilter(shape, nested(maxNesting - 1), "filter");
    await refusal(nested(maxNesting));
    const list = (length: number) => ({ amount: { in: Array.from({ length }, (_, index) => index) } });
    await compileFilter(shape, list(maxListLength), "filter");
    expect(await refusal(list(maxListLength + 1))).toBe("filter.amount.in");
    const names = (count: number) => ({ or: Array.from({ length: count }, (_, index) => ({ partnerId: `partner ${index}` })) });
    await compileFilter(shape, names(maxNames), "filter");
    expect(await refusal(names(maxNames + 1))).toBe(`filter.or.${maxNames}.partnerId`);
  });
});

describe("a reference in a filter", () => {
  const asked: unknown[] = [];
  const resolving = (answer: (ref: unknown) => Promise<string | null>): FilterShape => ({
    partnerId: { reference: { column: columns.partnerId, resolve: answer } },
  });
  const id = "0191a000-0000-7000-8000-000000000001";

  it("looks up a name once and an id never", async () => {
    const of = resolving(async (ref) => {
      asked.push(ref);
      return id;
    });
    const filter = { or: [{ partnerId: "South" }, { partnerId: id }, { partnerId: { name: "South" } }, { partnerId: "South" }] };
    expect((await compileFilter(of, filter, "filter")).values).toEqual([id, id, id, id]);
    expect(asked).toEqual(["South", { name: "South" }]);
  });

  it("does not count UUIDs as names, even if it looks them up", async () => {
    const of: FilterShape = { partnerId: { reference: { column: columns.partnerId, resolvesUuids: true, resolve: async () => id } } };
    const uuid = (index: number) => `0191a000-0000-7000-8000-${String(index).padStart(12, "0")}`;
    const refs = (names: number) => [
      ...Array.from({ length: maxNames + 1 }, (_, index) => ({ partnerId: uuid(index) })),
      ...Array.from({ length: names }, (_, index) => ({ partnerId: `partner ${index}` })),
    ];
    expect((await compileFilter(of, { or: refs(maxNames) }, "filter")).values).toHaveLength(2 * maxNames + 1);
    expect(await refusal({ or: refs(maxNames + 1) }, "filter", of)).toBe(`filter.or.${2 * maxNames + 1}.partnerId`);
  });

  it("matches nothing for an unknown name, and null for null rows", async () => {
    const compiled = await compileFilter(
      resolving(async () => null),
      { not: { partnerId: "South" } },
      "filter",
    );
    expect(compiled.text).toBe("(NOT (t.partner_id IS NULL AND NULL))");
  });

  it("reports the first error with the field's path", async () => {
    const of = resolving(async (ref) => {
      if (ref !== "South") throw new BadUserInput("ref", `filter.…partnerId: two partners go by ${String(ref)}.`);
      return id;
    });
    const filter = { or: [{ partnerId: "South" }, { partnerId: "North" }, { partnerId: "East" }] };
    const error = (await compileFilter(of, filter, "filter").catch((reason: unknown) => reason)) as BadUserInput;
    expect(error.details.argument).toBe("filter.or.1.partnerId");
    expect(error.message).toContain("two partners go by North");
  });

  it("looks up nothing if the filter is otherwise invalid", async () => {
    const of: FilterShape = {
      ...resolving(async () => {
        throw new Error("was asked");
      }),
      label: { column: columns.label },
    };
    expect(await refusal({ partnerId: "South", label: null }, "filter", of)).toBe("filter.label");
  });
});
