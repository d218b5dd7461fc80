import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mintedCode, refusalOf } from "./grant-codes.js";
import { statuses } from "./ranks.js";

describe("a minted code", () => {
  it("is the prefix and 10 signs, each of them one of A-Z and 2-9 by its number", () => {
    const bounds = new Set<number>();
    const codes = Array.from({ length: 34 }, (_, number) =>
      mintedCode("thx-", (below) => {
        bounds.add(below);
        return number;
      }),
    );
    expect([...bounds]).toEqual([34]);
    expect(codes.map((code) => code.slice(0, 5))).toEqual([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789"].map((sign) => `thx-${sign}`));
    for (const code of codes) expect(code).toMatch(/^thx-(.)\1{9}$/);
  });

  it("has no prefix where none is wanted, and each of its signs is drawn anew", () => {
    const drawn = Array.from({ length: 500 }, () => mintedCode(null, (below) => randomInt(below)));
    expect(new Set(drawn).size).toBe(500);
    for (const code of drawn) expect(code).toMatch(/^[A-Z2-9]{10}$/);
    for (const place of Array.from({ length: 10 }, (_, index) => index))
      expect(new Set(drawn.map((code) => code.charAt(place))).size).toBeGreaterThan(25);
  });
});

describe("a discount code", () => {
  it("gives grants nothing once it is over, and may be promised before it holds", () => {
    expect(statuses.map((status, rank) => [status, refusalOf({ status: rank })])).toEqual([
      ["EXPIRED", "CODE_EXPIRED"],
      ["DRAFT", null],
      ["SCHEDULED", null],
      ["ACTIVE", null],
    ]);
  });
});
