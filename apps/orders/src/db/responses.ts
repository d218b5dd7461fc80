import { jsonRows } from "@offergraph/service/db/plain-row";
import { sql } from "@offergraph/service/db/statement";
import { erasureRecordDays } from "@offergraph/service/messaging/retention";
import type { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { responseStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";

export type ResponseEvent = EventOf<typeof formResponseCompleted | typeof formResponseSkipped | typeof formResponseCustomerIdentified>;

/** Stores a response. A stored outcome is final. Returns false and anonymizes the response if the customer was erased. */
export async function upsertResponse(tx: Db, response: ResponseEvent["data"], emittedAt: Date): Promise<boolean> {
  const { rowId, completedAt, discountCodeId, partnerId, channelId } = response;
  const isAnonymous = await isErased(tx, response.customerId, emittedAt);
  const { customerId, clickId, visitorId } = isAnonymous ? { customerId: null, clickId: null, visitorId: rowId } : response;
  const customerIsClaim = response.verificationExpected && !response.customerVerified;
  await tx.sql(sql`
    INSERT INTO form_response_references AS kept
      (row_id, workspace_id, status, completed_at, customer_id, customer_is_claim, click_id, visitor_id, discount_code_id, partner_id, channel_id)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${responseStatuses.indexOf(response.status)}::smallint, ${completedAt}::timestamptz,
      ${customerId}::uuid, ${customerIsClaim}, ${clickId}, ${visitorId}, ${discountCodeId}::uuid, ${partnerId}::uuid, ${channelId}::uuid)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET customer_id = coalesce(excluded.customer_id, kept.customer_id),
      customer_is_claim = excluded.customer_is_claim AND (kept.customer_is_claim OR kept.customer_id IS NULL),
      click_id = CASE WHEN excluded.visitor_id = kept.row_id::text THEN NULL ELSE kept.click_id END,
      visitor_id = CASE WHEN excluded.visitor_id = kept.row_id::text THEN excluded.visitor_id ELSE kept.visitor_id END
    WHERE kept.visitor_id <> kept.row_id::text`);
  return !isAnonymous;
}

export async function storeChannels(tx: Db, responses: readonly { rowId: string; channelId: string | null }[]): Promise<void> {
  await tx.sql(sql`
    UPDATE form_response_references r SET channel_id = given.channel_id
    FROM jsonb_to_recordset(${jsonRows(responses)}::jsonb) AS given(row_id uuid, channel_id uuid)
    WHERE r.workspace_id = ${tx.workspaceId}::uuid AND r.row_id = given.row_id AND r.channel_id IS NULL
      AND r.row_id = ANY(${responses.map(({ rowId }) => rowId)}::uuid[])`);
}

/** Pins a deleted response to its orders. Removes the response's customer, click and visitor, so attribution finds no further orders. */
export async function retireResponse(tx: Db, rowId: string): Promise<void> {
  await tx.sql(sql`UPDATE orders o SET pinned_response_id = o.form_response_id WHERE o.form_response_id = ${rowId}::uuid`);
  await tx.sql(sql`
    UPDATE form_response_references r SET customer_id = NULL, click_id = NULL, visitor_id = r.row_id::text WHERE r.row_id = ${rowId}::uuid`);
}

/** True if the customer's erasure happened at or after `time`. */
async function isErased(tx: Db, customerId: string | null, time: Date): Promise<boolean> {
  if (customerId === null) return false;
  await lockCustomers(tx, [customerId]);
  const erased = await tx.sql(sql`
    SELECT FROM erased_customers e
    WHERE e.workspace_id = ${tx.workspaceId}::uuid AND e.customer_id = ${customerId}::uuid AND e.erased_at >= ${time.toISOString()}::timestamptz`);
  return erased.length > 0;
}

/** Serializes erasures and events of the same customer. Takes the locks in a fixed order to prevent deadlocks. */
export async function lockCustomers(tx: Db, customerIds: readonly string[]): Promise<void> {
  const names = [...new Set(customerIds)].sort().map((customerId) => `erasure of ${tx.workspaceId} ${customerId}`);
  if (names.length === 0) return;
  await tx.sql(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(k.name, 0))::text AS held FROM unnest(${names}::text[]) AS k(name)`);
}

/** Time for which the service keeps rows in `erased_customers`. */
const keptFor = sql`make_interval(days => ${erasureRecordDays}::int)`;

export async function recordErasure(tx: Db, customerId: string, erasedAt: Date): Promise<void> {
  const at = erasedAt.toISOString();
  await tx.sql(sql`
    INSERT INTO erased_customers AS kept (workspace_id, customer_id, erased_at)
    VALUES (${tx.workspaceId}::uuid, ${customerId}::uuid, ${at}::timestamptz)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET erased_at = GREATEST(kept.erased_at, excluded.erased_at)`);
  await tx.sql(sql`
    DELETE FROM erased_customers e WHERE e.workspace_id = ${tx.workspaceId}::uuid AND e.erased_at < ${at}::timestamptz - ${keptFor}`);
}
