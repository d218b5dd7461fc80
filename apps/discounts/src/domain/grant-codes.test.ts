import { randomInt } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mintedCode, rejectionOf, shareCode, startOf } from "./grant-codes.js";
import { deliveries, statuses } from "./ordinals.js";

describe("a minted code", () => {
  it("is the prefix and 10 characters of A-Z and 2-9, picked by number", () => {
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

  it("has no prefix if none is given, and draws each character separately", () => {
    const drawn = Array.from({ length: 500 }, () => mintedCode(null, (below) => randomInt(below)));
    expect(new Set(drawn).size).toBe(500);
    for (const code of drawn) expect(code).toMatch(/^[A-Z2-9]{10}$/);
    for (const place of Array.from({ length: 10 }, (_, index) => index))
      expect(new Set(drawn.map((code) => code.charAt(place))).size).toBeGreaterThan(25);
  });
});

describe("a discount code", () => {
  const now = new Date("2026-06-01T12:00:00.000Z");
  const [past, future] = ["2026-06-01T12:00:00.000Z", "2026-06-01T12:00:00.001Z"];
  const of = (status: string, startAt: string | null = null, endsAt: string | null = null) => ({
    status: statuses.indexOf(status as (typeof statuses)[number]),
    startAt,
    endsAt,
  });

  it("is given only if it is ACTIVE, or SCHEDULED with a start", () => {
    const rejectionReasons = [of("EXPIRED"), of("DRAFT"), of("SCHEDULED"), of("SCHEDULED", future), of("SCHEDULED", past), of("ACTIVE")];
    expect(rejectionReasons.map((code) => rejectionOf(code, now))).toEqual([
      "CODE_EXPIRED",
      "CODE_NOT_ACTIVE",
      "CODE_NOT_ACTIVE",
      null,
      null,
      null,
    ]);
    expect([rejectionOf(of("ACTIVE", null, past), now), rejectionOf(of("ACTIVE", null, future), now)]).toEqual(["CODE_EXPIRED", null]);
  });

  it("returns a start only if it is SCHEDULED with a future start", () => {
    const codes = [of("SCHEDULED", future), of("SCHEDULED", past), of("ACTIVE", future), of("SCHEDULED")];
    expect(codes.map((code) => startOf(code, now))).toEqual([future, null, null, null]);
  });
});

describe("shareCode", () => {
  const request = fc.record({ delivery: fc.constantFrom(...deliveries) });

  it("never exceeds the remaining uses, assigns no alias twice, and refuses no request that it could serve", () => {
    fc.assert(
      fc.property(fc.array(request), fc.option(fc.integer({ min: -2, max: 8 })), fc.nat(6), (requests, left, count) => {
        const aliases = Array.from({ length: count }, (_, index) => `alias-${index}`);
        let [uses, free] = [left ?? Number.POSITIVE_INFINITY, count];
        const shares = shareCode(requests, left, aliases);
        expect(shares.map((share) => share.request)).toEqual(requests);
        const taken = shares.flatMap((share) => (share.rejection === null && share.alias !== null ? share.alias : []));
        expect(taken).toEqual(aliases.slice(0, taken.length));
        for (const { request: one, rejection } of shares) {
          expect(rejection === "CODE_EXHAUSTED").toBe(uses <= 0);
          if (rejection === "POOL_EMPTY") expect([one.delivery, free]).toEqual(["POOL", 0]);
          if (rejection === null && one.delivery !== "SHARED") uses -= 1;
          if (rejection === null && one.delivery === "POOL") free -= 1;
        }
        expect(uses).toBeGreaterThanOrEqual(Math.min(left ?? 0, 0));
        expect(free).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
