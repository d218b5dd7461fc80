import { grantDeclined, grantExpired, grantFailed, grantRequested, grantReversed } from "@offergraph/shared/events/catalog/incentives";
import { describe, expect, it } from "vitest";
import { concernsCodes } from "./give-codes.js";

type Concerning = Parameters<typeof concernsCodes>[0];
const event = (type: string, data: object = {}) => ({ type, data }) as Concerning;

describe("concernsCodes accepts a grant", () => {
  it("that requests a code", () => {
    expect(concernsCodes(event(grantRequested.subject))).toBe(true);
  });

  it.each([grantDeclined, grantExpired, grantFailed, grantReversed])("that ended and may have had a code: $subject", ({ subject }) => {
    expect(concernsCodes(event(subject, { kindSlug: "discount" }))).toBe(true);
    for (const kindSlug of ["billing_credit", "entitlement", "metadata"]) expect(concernsCodes(event(subject, { kindSlug }))).toBe(false);
  });
});
