import { describe, expect, it } from "vitest";
import { isHeld, isInAudience, type Standing, withdrawalReason } from "./earning.js";
import { audiences, incentiveStatuses } from "./ranks.js";

const at = "2026-05-01T10:00:00.000Z";
const active = incentiveStatuses.indexOf("ACTIVE");
const standing: Standing = { status: active, isDeleted: false, isFormDeleted: false, unpublishedAt: null };

describe("an earned reward", () => {
  it("is issued while its incentive and form exist, also if the form is unknown or the incentive paused", () => {
    expect(withdrawalReason(standing, at)).toBeNull();
    expect(withdrawalReason({ ...standing, isFormDeleted: null }, at)).toBeNull();
    expect(withdrawalReason({ ...standing, status: incentiveStatuses.indexOf("PAUSED") }, at)).toBeNull();
  });

  it.each([
    ["INCENTIVE_DELETED", { isDeleted: true, status: incentiveStatuses.indexOf("ARCHIVED") }],
    ["INCENTIVE_ARCHIVED", { status: incentiveStatuses.indexOf("ARCHIVED") }],
    ["FORM_DELETED", { isFormDeleted: true }],
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
