import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { responseStatuses } from "../domain/ranks.js";
import { isErasedSince, queueForCustomer } from "./erased-customers.js";

/** A response with its outcome, as attribution needs it. */
export interface ResponseReference {
  rowId: string;
  status: "COMPLETE" | "SKIPPED";
  completedAt: string;
  customerId: string | null;
  customerVerified: boolean;
  verificationExpected: boolean;
  clickId: string | null;
  visitorId: string;
  discountCodeId: string | null;
  partnerId: string | null;
}

/**
 * Upserts a response. Its outcome is final; its customer can become known or verified later. If the customer was erased after this event,
 * stores the response without customer and with its own id as visitor, as erase-customer.ts does.
 */
export async function keepResponse(keeping: Keeping, response: ResponseReference, toldAt: Date): Promise<void> {
  const { rowId, completedAt, discountCodeId, partnerId } = response;
  const { customerId, clickId, visitorId } = (await isOfErased(keeping, response, toldAt))
    ? { customerId: null, clickId: null, visitorId: rowId }
    : response;
  const customerIsClaim = response.verificationExpected && !response.customerVerified;
  await keeping.read(sql`
    INSERT INTO form_response_references AS kept
      (row_id, workspace_id, status, completed_at, customer_id, customer_is_claim, click_id, visitor_id, discount_code_id, partner_id)
    VALUES (${rowId}::uuid, ${keeping.workspaceId}::uuid, ${responseStatuses.indexOf(response.status)}::smallint, ${completedAt}::timestamptz,
      ${customerId}::uuid, ${customerIsClaim}, ${clickId}, ${visitorId}, ${discountCodeId}::uuid, ${partnerId}::uuid)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET customer_id = coalesce(excluded.customer_id, kept.customer_id),
      customer_is_claim = excluded.customer_is_claim AND (kept.customer_is_claim OR kept.customer_id IS NULL),
      click_id = CASE WHEN excluded.visitor_id = kept.row_id::text THEN NULL ELSE kept.click_id END,
      visitor_id = CASE WHEN excluded.visitor_id = kept.row_id::text THEN excluded.visitor_id ELSE kept.visitor_id END
    WHERE kept.visitor_id <> kept.row_id::text`);
}

async function isOfErased(keeping: Keeping, { customerId }: ResponseReference, toldAt: Date): Promise<boolean> {
  if (customerId === null) return false;
  await queueForCustomer(keeping, customerId);
  return isErasedSince(keeping, customerId, toldAt);
}
