import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import type { DiscountCodeBody } from "../generated/types.js";
import { readBody } from "./body.js";

const full: DiscountCodeBody = {
  code: "Summer",
  aliased_codes: [],
  title: "Summer sale",
  value_kind: "percent",
  value_percent: 10,
  value_amount: null,
  usage_limit: null,
  start_at: null,
  ends_at: null,
  status: "ACTIVE",
};

function read(body: DiscountCodeBody, creating = true, ownAliases: { id: string; code: string }[] = []) {
  const violations = new Violations();
  const result = readBody(body, { creating, path: ["input", "body"], ownAliases, violations });
  return { ...result, found: violations.list.map(({ field, code }) => `${field.join(".")} ${code}`) };
}

describe("a body on create", () => {
  it("is valid with all required fields, and with null in every nullable field", () => {
    const { patch, found } = read(full);
    expect(found).toEqual([]);
    expect(patch).toMatchObject({ code: "Summer", valuePercent: "10", valueAmount: null, usageLimit: null, startAt: null, endsAt: null });
  });

  it("requires ten fields, each with its own path", () => {
    const { found } = read({});
    const required = [
      "code",
      "title",
      "value_kind",
      "value_percent",
      "value_amount",
      "usage_limit",
      "start_at",
      "ends_at",
      "status",
      "aliased_codes",
    ];
    expect(found.sort()).toEqual(required.map((key) => `input.body.${key} REQUIRED`).sort());
  });

  it.each(["code", "aliased_codes", "title", "value_kind", "status", "one_time_purchase", "is_public", "public_tier", "origin", "tags"])(
    "rejects null as %s",
    (key) => {
      expect(read({ ...full, [key]: null }).found).toEqual([`input.body.${key} REQUIRED`]);
    },
  );

  it.each(["display_name", "value_percent", "value_amount", "usage_limit", "start_at", "ends_at"])("accepts null as %s", (key) => {
    expect(read({ ...full, [key]: null }).found).toEqual([]);
  });

  it("accepts at most 4 decimals and stores them exactly", () => {
    expect(read({ ...full, value_percent: 33.3333 }).patch.valuePercent).toBe("33.3333");
    expect(read({ ...full, value_percent: 0.1 }).patch.valuePercent).toBe("0.1");
    expect(read({ ...full, value_percent: 1e-4 }).patch.valuePercent).toBe("0.0001");
    expect(read({ ...full, value_percent: -0 }).patch.valuePercent).toBe("0");
    expect(read({ ...full, value_percent: 33.33333 }).found).toEqual(["input.body.value_percent INVALID"]);
    expect(read({ ...full, value_amount: 1e-7 }).found).toEqual(["input.body.value_amount INVALID"]);
  });

  it("converts times to UTC with milliseconds", () => {
    expect(read({ ...full, start_at: "2026-01-01T02:00:00.1234+02:00" }).patch.startAt).toBe("2026-01-01T00:00:00.123Z");
  });

  it("rejects duplicate and null alias ids", () => {
    const aliased_codes = [
      { id: "a", code: "x" },
      { id: "a", code: "y" },
      { id: null, code: "z" },
    ];
    expect(read({ ...full, aliased_codes }).found).toEqual([
      "input.body.aliased_codes.1.id TAKEN",
      "input.body.aliased_codes.2.id REQUIRED",
    ]);
  });
});

describe("a body on save", () => {
  it("sets only the supplied fields", () => {
    expect(read({ title: "New" }, false)).toEqual({ patch: { title: "New" }, tags: undefined, found: [] });
  });

  it("keeps the id of an alias without an id", () => {
    const { patch } = read({ aliased_codes: [{ code: "OLD" }, { code: "new" }] }, false, [{ id: "kept", code: "old" }]);
    expect(patch.aliasedCodes?.[0]).toEqual({ id: "kept", code: "OLD" });
    expect(patch.aliasedCodes?.[1]?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("does not reuse an id that the list assigns to another alias", () => {
    const { patch } = read({ aliased_codes: [{ code: "old" }, { id: "kept", code: "new" }] }, false, [{ id: "kept", code: "old" }]);
    expect(new Set(patch.aliasedCodes?.map(({ id }) => id)).size).toBe(2);
  });
});

describe("tags", () => {
  const tags = (value: Record<string, unknown>) => read({ ...full, tags: value });

  it("are names of 1-180 characters with a tag color, sorted by code point", () => {
    const { patch, tags: colors, found } = tags({ "😀": "red", ﬀ: "blue", a: "default", ["x".repeat(180)]: "pink" });
    expect(found).toEqual([]);
    expect(patch.tagNames).toEqual(["a", "x".repeat(180), "ﬀ", "😀"]);
    expect(colors?.get("😀")).toBe("red");
  });

  it("report every invalid entry with its path", () => {
    const long = "😀".repeat(181);
    expect(tags({ "": "red", [long]: "red", a: "mauve", b: 1, c: null, good: "red" }).found.sort()).toEqual(
      [
        "input.body.tags. TOO_SHORT",
        `input.body.tags.${long} TOO_LONG`,
        "input.body.tags.a INVALID",
        "input.body.tags.b INVALID",
        "input.body.tags.c INVALID",
      ].sort(),
    );
  });
});
