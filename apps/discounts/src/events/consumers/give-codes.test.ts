import { grantDeclined, grantExpired, grantFailed, grantRequested, grantReversed } from "@offergraph/shared/events/catalog/incentives";
import { describe, expect, it } from "vitest";
import { concernsCodes } from "./give-codes.js";

type Concerning = Parameters<typeof concernsCodes>[0];
const event = (type: string, data: object = {}) => ({ type, data }) as Concerning;

describe("a grant concerns the giver of codes", () => {
  it("when it asks for one", () => {
    expect(concernsCodes(event(grantRequested.subject))).toBe(true);
  });

  it.each([grantDeclined, grantExpired, grantFailed, grantReversed])("when it is over and may have had one: $subject", ({ subject }) => {
    expect(concernsCodes(event(subject, { kindSlug: "discount" }))).toBe(true);
    for (const kindSlug of ["billing_credit", "entitlement", "metadata"]) expect(concernsCodes(event(subject, { kindSlug }))).toBe(false);
  });
});
