import type { grantExpired } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import type { z } from "zod";

export type Grant = z.infer<typeof grantExpired.data>;

const at = "2026-06-01T12:00:00.000Z";

/** Returns the data of an event about an issued grant of a discount code. */
export function grantOf(changes: Partial<Grant> = {}): Grant {
  return {
    rowId: newId(),
    createdAt: at,
    updatedAt: at,
    incentiveId: newId(),
    ruleId: newId(),
    formResponseId: newId(),
    customerId: newId(),
    kindSlug: "discount",
    state: "ISSUED",
    tier: null,
    trustScore: null,
    outcomeAt: at,
    issuedAt: at,
    expiresAt: null,
    decidedAt: null,
    failureReason: null,
    code: null,
    discountCodeId: null,
    connectionId: null,
    amountMinor: null,
    currency: null,
    lookupKey: null,
    entitlementLimit: null,
    fields: null,
    publicLabel: null,
    orderId: null,
    ...changes,
  };
}
