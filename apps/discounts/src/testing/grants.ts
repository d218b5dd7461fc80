import type { grantRequested } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { type Grant, grantOf as grantWith } from "@offergraph/testkit/grants";
import type { z } from "zod";

export type { Grant } from "@offergraph/testkit/grants";
export type GrantRequest = z.infer<typeof grantRequested.data>;

/** Returns a request for a UNIQUE code; `changes` overrides fields. */
export function requestOf(discountCodeId: string, changes: Partial<GrantRequest> = {}): GrantRequest {
  return { rowId: newId(), discountCodeId, delivery: "UNIQUE", prefix: null, expiresAt: null, ...changes };
}

/** Returns the data of an expired grant; `changes` overrides fields. */
export function grantOf({ rowId, discountCodeId }: GrantRequest, changes: Partial<Grant> = {}): Grant {
  return grantWith({ rowId, discountCodeId, state: "EXPIRED", ...changes });
}
