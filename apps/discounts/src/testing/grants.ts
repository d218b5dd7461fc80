import type { grantRequested } from "@offergraph/shared/events/catalog/incentives";
import { type Grant, grantOf as grantWith } from "@offergraph/shared/testing/grants";
import { newId } from "@offergraph/shared/time/ids";
import type { z } from "zod";

export type { Grant } from "@offergraph/shared/testing/grants";
export type GrantRequest = z.infer<typeof grantRequested.data>;

/** What a grant asks for that gets a code of its own, and changes to it. */
export function requestOf(discountCodeId: string, changes: Partial<GrantRequest> = {}): GrantRequest {
  return { rowId: newId(), discountCodeId, delivery: "UNIQUE", prefix: null, expiresAt: null, ...changes };
}

/** The grant that asked, as incentives' events carry it once it is over. */
export function grantOf({ rowId, discountCodeId }: GrantRequest, changes: Partial<Grant> = {}): Grant {
  return grantWith({ rowId, discountCodeId, state: "EXPIRED", ...changes });
}
