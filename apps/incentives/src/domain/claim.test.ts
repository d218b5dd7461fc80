import { describe, expect, it } from "vitest";
import { isForAnyone, needsVerification, visitorIdOf } from "./claim.js";
import { incentiveKinds } from "./ranks.js";

const rewarding = (kind: (typeof incentiveKinds)[number], delivery?: string, changes: object = {}) => ({
  kind: incentiveKinds.indexOf(kind),
  terms: delivery === undefined ? {} : { delivery },
  ...{ audience: null, limitCount: null, requiresVerifiedCustomer: null as boolean | null },
  ...changes,
});
const all = [
  rewarding("discount"),
  rewarding("discount", "UNIQUE"),
  rewarding("discount", "POOL"),
  rewarding("billing_credit"),
  rewarding("entitlement"),
  rewarding("metadata"),
];

describe("a reward", () => {
  it("needs a verified customer for a UNIQUE code or a credit if the placement signs its customers", () => {
    expect(all.map((one) => needsVerification(one, true))).toEqual([false, true, false, true, false, false]);
    expect(all.map((one) => needsVerification(one, false))).toEqual(all.map(() => false));
  });

  it("follows the incentive's setting for any kind and placement", () => {
    for (const requiresVerifiedCustomer of [true, false])
      for (const expected of [true, false])
        expect(all.map((one) => needsVerification({ ...one, requiresVerifiedCustomer }, expected))).toEqual(
          all.map(() => requiresVerifiedCustomer),
        );
  });

  it("needs no customer if it is a SHARED code without audience and limit", () => {
    expect(all.map(isForAnyone)).toEqual([true, false, false, false, false, false]);
    expect(isForAnyone(rewarding("discount", "SHARED"))).toBe(true);
    expect(isForAnyone(rewarding("discount", "SHARED", { audience: 0 }))).toBe(false);
    expect(isForAnyone(rewarding("discount", "SHARED", { limitCount: 1 }))).toBe(false);
  });
});

it("a visitor's pseudonym differs by workspace and from customer ids", () => {
  const [one, other] = ["0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"];
  expect(visitorIdOf(one, "v")).toBe(visitorIdOf(one, "v"));
  expect(new Set([visitorIdOf(one, "v"), visitorIdOf(one, "w"), visitorIdOf(other, "v")]).size).toBe(3);
});
