import { grantDeclined, grantExpired, grantFailed, grantRequested, grantReversed } from "@offergraph/shared/contracts/events/incentives";
import { describe, expect, it } from "vitest";
import { concernsGrantedCodes } from "./assign-codes.js";

type Concerning = Parameters<typeof concernsGrantedCodes>[0];
const event = (type: string, data: object = {}) => ({ type, data }) as Concerning;

describe("concernsCodes accepts a grant", () => {
  it("that requests a code", () => {
    expect(concernsGrantedCodes(event(grantRequested.subject))).toBe(true);
  });

  it.each([grantDeclined, grantExpired, grantFailed, grantReversed])("that ended and may have had a code: $subject", ({ subject }) => {
    expect(concernsGrantedCodes(event(subject, { kindSlug: "discount" }))).toBe(true);
    for (const kindSlug of ["billing_credit", "entitlement", "metadata"])
      expect(concernsGrantedCodes(event(subject, { kindSlug }))).toBe(false);
  });
});
