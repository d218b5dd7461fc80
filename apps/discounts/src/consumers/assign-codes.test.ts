import { grantDeclined, grantExpired, grantFailed, grantRequested, grantReversed } from "@offergraph/shared/contracts/events/incentives";
import { describe, expect, it } from "vitest";
import { isAboutDiscountCode } from "./assign-codes.js";

type Concerning = Parameters<typeof isAboutDiscountCode>[0];
const event = (type: string, data: object = {}) => ({ type, data }) as Concerning;

describe("isAboutDiscountCode accepts a grant", () => {
  it("that requests a code", () => {
    expect(isAboutDiscountCode(event(grantRequested.subject))).toBe(true);
  });

  it.each([grantDeclined, grantExpired, grantFailed, grantReversed])("that ended and may have had a code: $subject", ({ subject }) => {
    expect(isAboutDiscountCode(event(subject, { kindSlug: "discount" }))).toBe(true);
    for (const kindSlug of ["billing_credit", "entitlement", "metadata"])
      expect(isAboutDiscountCode(event(subject, { kindSlug }))).toBe(false);
  });
});
