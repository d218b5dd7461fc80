import { describe, expect, it } from "vitest";
import { isForAnyone, isHeld, isInAudience, needsVerification, type Standing, visitorIdOf, withdrawalReason } from "./eligibility.js";
import { audiences, incentiveKinds, incentiveStatuses, limitPeriods } from "./ordinals.js";

const at = "2026-05-01T10:00:00.000Z";
const active = incentiveStatuses.indexOf("ACTIVE");
const standing: Standing = { status: active, isDeleted: false, isFormDeleted: false, isConnectionDeleted: null, unpublishedAt: null };

describe("an earned reward", () => {
  it("is issued while its incentive and form exist, also if the form is unknown or the incentive paused", () => {
    expect(withdrawalReason(standing, at)).toBeNull();
    expect(withdrawalReason({ ...standing, isFormDeleted: null, isConnectionDeleted: false }, at)).toBeNull();
    expect(withdrawalReason({ ...standing, status: incentiveStatuses.indexOf("PAUSED") }, at)).toBeNull();
  });

  it.each([
    ["INCENTIVE_DELETED", { isDeleted: true, status: incentiveStatuses.indexOf("ARCHIVED") }],
    ["INCENTIVE_ARCHIVED", { status: incentiveStatuses.indexOf("ARCHIVED") }],
    ["FORM_DELETED", { isFormDeleted: true }],
    ["CONNECTION_DELETED", { isConnectionDeleted: true }],
    ["FORM_UNPUBLISHED", { unpublishedAt: at }],
    ["FORM_UNPUBLISHED", { unpublishedAt: "2026-05-01T10:00:00.001Z" }],
    [null, { unpublishedAt: "2026-05-01T09:59:59.999Z" }],
  ])("is withdrawn for %s", (reason, change) => {
    expect(withdrawalReason({ ...standing, ...change }, at)).toBe(reason);
  });
});

describe("an audience", () => {
  it("is everyone, customers with an order, or customers without one", () => {
    const [fresh, returning] = [audiences.indexOf("NEW"), audiences.indexOf("RETURNING")];
    expect([isInAudience(null, true), isInAudience(null, false)]).toEqual([true, true]);
    expect([isInAudience(fresh, true), isInAudience(fresh, false)]).toEqual([false, true]);
    expect([isInAudience(returning, true), isInAudience(returning, false)]).toEqual([true, false]);
  });
});

describe("trust", () => {
  it("holds a reward below the minimum, not at it, and not without a minimum or a score", () => {
    expect([isHeld(0.7, 0.6999), isHeld(0.7, 0.7), isHeld(0.7, 1)]).toEqual([true, false, false]);
    expect([isHeld(null, 0), isHeld(0.7, null)]).toEqual([false, false]);
  });
});

const rewarding = (kind: (typeof incentiveKinds)[number], delivery?: string, changes: object = {}) => ({
  kind: incentiveKinds.indexOf(kind),
  terms: delivery === undefined ? {} : { delivery },
  ...{ audience: null, limitCount: null, limitPeriod: null, requiresVerifiedCustomer: null as boolean | null },
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
  it("needs a verified customer for a UNIQUE code, a credit or an entitlement if the placement signs its customers", () => {
    expect(all.map((one) => needsVerification(one, true))).toEqual([false, true, false, true, true, false]);
    expect(all.map((one) => needsVerification(one, false))).toEqual(all.map(() => false));
  });

  it("needs a verified customer if it depends on the customer's orders and the placement signs its customers", () => {
    const byOrders = [
      { audience: audiences.indexOf("NEW") },
      { audience: 1 },
      { limitCount: 1, limitPeriod: limitPeriods.indexOf("ORDER") },
    ];
    const free = [{ limitCount: 1, limitPeriod: limitPeriods.indexOf("EVER") }];
    const needs = (changes: object[], expected: boolean) =>
      changes.map((one) => needsVerification(rewarding("metadata", undefined, one), expected));
    expect([needs(byOrders, true), needs(byOrders, false)]).toEqual([byOrders.map(() => true), byOrders.map(() => false)]);
    expect(needs(free, true)).toEqual([false]);
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
