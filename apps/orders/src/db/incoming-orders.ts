import { raw, sql } from "@offergraph/service/db/statement";
import { type DayOf, daysInZone } from "@offergraph/shared/time/zone-days";
import type { AttributedOrder, Attribution } from "../domain/attribution.js";
import { sentDiscountsOf } from "../domain/ingest/discount-codes.js";
import type { SentOrder } from "../domain/ingest/order.js";
import type { Version } from "../domain/ingest/versions.js";
import type { OrderState } from "../domain/order-events.js";
import type { Db } from "../tx.js";
import { upsertLists } from "./columns.js";
import type { ContentTable } from "./orders.js";
import { type RecordKey, wantedKeys } from "./record-keys.js";
import { orderStateColumns } from "./rows.js";

export type KnownOrder = OrderState & Version & Pick<AttributedOrder, "pinnedResponseId">;

/**
 * Locks the stored orders with these keys, sorted by order id. Call `lockRecordKeys` first. Forces an index lookup, because the planner's
 * statistics may be outdated.
 */
export function lockIncomingOrders(tx: Db, keys: readonly RecordKey[]): Promise<KnownOrder[]> {
  return tx.sql(sql`
    SELECT locked.* FROM (
      SELECT known.row_id
      FROM ${wantedKeys(keys)}
      CROSS JOIN LATERAL (
        SELECT k.row_id FROM orders k
        WHERE k.workspace_id = ${tx.workspaceId}::uuid AND k.connection_id = wanted.connection_id AND k.external_ref = wanted.external_ref OFFSET 0
      ) known
      ORDER BY known.row_id OFFSET 0
    ) sorted CROSS JOIN LATERAL (
      SELECT ${orderStateColumns}, o.provider_updated_at AS time, o.version_hash AS hash, o.pinned_response_id AS "pinnedResponseId"
      FROM orders o WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.row_id = sorted.row_id FOR UPDATE
    ) locked`);
}

export interface IncomingOrder {
  rowId: string;
  connectionId: string;
  hash: string;
  sent: SentOrder;
  customerId: string | null;
  nameKeys: readonly string[];
  attribution: Attribution;
  /** The amount in ten-thousandths that the attributed discount code deducted. */
  deducted: string | null;
  scoredAt: string | null;
}

/** Writes each order once, because every write updates all indexes. */
export async function writeIncomingOrders(
  tx: Db,
  accepted: readonly IncomingOrder[],
  known: ReadonlyMap<string, KnownOrder>,
  timeZone: string,
): Promise<void> {
  await upsert(tx, accepted, daysInZone(timeZone));
  const before = accepted.filter(({ rowId }) => known.has(rowId)).map(({ rowId }) => rowId);
  await writeCodeNames(tx, accepted, before);
  await writeContents(tx, "order_customs", accepted, before, ({ custom }) => custom);
  await writeContents(tx, "order_store_providers", accepted, before, ({ storeProvider }) => storeProvider);
  await writeContents(tx, "order_payment_providers", accepted, before, ({ paymentProvider }) => paymentProvider);
}

/**
 * Returns the orders as `writeIncomingOrders` stores them. Computing the orders is faster than reading the stored rows. The caller must
 * have locked the orders' keys.
 */
export function writtenOrders(
  { now }: Pick<Db, "now">,
  accepted: readonly IncomingOrder[],
  known: ReadonlyMap<string, KnownOrder>,
): OrderState[] {
  const time = now.toISOString();
  return accepted.map((order) => {
    const { rowId, connectionId, customerId, sent, attribution, deducted, scoredAt } = order;
    const { discountCodes, discountAmounts } = sentDiscountsOf(sent.discountCodes);
    const before = known.get(rowId);
    return {
      rowId,
      createdAt: before?.createdAt ?? time,
      updatedAt: before && before.updatedAt > time ? before.updatedAt : time,
      connectionId,
      externalRef: sent.externalRef,
      currencyId: sent.currencyId,
      customerId,
      customerRef: sent.customerRef,
      customerName: sent.customerName,
      discountCodes: [...discountCodes],
      discountAmounts,
      discountGiven: deducted,
      totalPrice: sent.totalPrice,
      refundedTotal: sent.refundedTotal,
      placedAt: sent.placedAt,
      paidAt: sent.paidAt,
      orderStatus: sent.orderStatus,
      financialStatus: sent.financialStatus,
      fulfillmentStatus: sent.fulfillmentStatus,
      isReal: sent.isReal,
      originRefs: sent.originRefs,
      integrationSlug: sent.integrationSlug,
      discountCodeId: attribution.discountCodeId,
      partnerId: attribution.partnerId,
      formResponseId: attribution.formResponseId,
      bestTier: attribution.bestTier,
      attributionMethod: attribution.attributionMethod,
      attributedRevenue: attributedRevenueOf(order),
      attributionScoredAt: scoredAt,
    };
  });
}

function attributedRevenueOf({ sent, attribution }: Pick<IncomingOrder, "sent" | "attribution">): string | null {
  return attribution.attributionMethod === null ? null : String(BigInt(sent.totalPrice) - BigInt(sent.refundedTotal));
}

/** Never decreases `updated_at`, because consumers sort versions by `updated_at`. */
async function upsert(tx: Db, accepted: readonly IncomingOrder[], dayOf: DayOf): Promise<void> {
  const rows = accepted.map((order) => rowOf(order, dayOf));
  const { inserted, updated } = upsertLists(rows[0] ?? {}, ["row_id", "connection_id", "external_ref"]);
  const time = tx.now.toISOString();
  await tx.sql(sql`
    INSERT INTO orders AS o (workspace_id, created_at, updated_at, ${inserted})
    SELECT ${tx.workspaceId}::uuid, ${time}::timestamptz, ${time}::timestamptz, ${inserted}
    FROM json_populate_recordset(NULL::orders, ${JSON.stringify(rows)}::json)
    ON CONFLICT (workspace_id, connection_id, external_ref) DO UPDATE SET ${updated}, updated_at = GREATEST(o.updated_at, excluded.updated_at)`);
}

/** Lists all fields, because spreads and name conversions would take three times as long. */
function rowOf(order: IncomingOrder, dayOf: DayOf) {
  const { rowId, connectionId, hash, sent, customerId, attribution, deducted, scoredAt } = order;
  const { placedAt, totalPrice, refundedTotal } = sent;
  const { discountCodes, discountAmounts } = sentDiscountsOf(sent.discountCodes);
  const { attributionMethod, discountCodeId, partnerId, formResponseId, bestTier } = attribution;
  return {
    row_id: rowId,
    connection_id: connectionId,
    external_ref: sent.externalRef,
    provider_updated_at: sent.providerUpdatedAt,
    version_hash: hash,
    currency_id: sent.currencyId,
    customer_id: customerId,
    customer_ref: sent.customerRef,
    customer_name: sent.customerName,
    discount_codes: discountCodes,
    discount_amounts: discountAmounts,
    discount_given: deducted,
    claimed_form_response_id: sent.formResponseId,
    click_id: sent.clickId,
    visitor_id: sent.visitorId,
    integration_slug: sent.integrationSlug,
    total_price: totalPrice,
    refunded_total: refundedTotal,
    placed_at: placedAt,
    placed_day: dayOf(placedAt),
    paid_at: sent.paidAt,
    is_real: sent.isReal,
    origin_refs: sent.originRefs,
    order_status: sent.orderStatus,
    financial_status: sent.financialStatus,
    fulfillment_status: sent.fulfillmentStatus,
    attribution_method: attributionMethod,
    discount_code_id: discountCodeId,
    partner_id: partnerId,
    form_response_id: formResponseId,
    best_tier: bestTier,
    attributed_revenue: attributedRevenueOf(order),
    attribution_scored_at: scoredAt,
  };
}

async function writeCodeNames(tx: Db, accepted: readonly IncomingOrder[], before: readonly string[]): Promise<void> {
  if (before.length > 0)
    await tx.sql(
      sql`DELETE FROM order_code_names n WHERE n.workspace_id = ${tx.workspaceId}::uuid AND n.order_id = ANY(${before}::uuid[])`,
    );
  const names = accepted.flatMap(({ rowId, nameKeys }) => [...new Set(nameKeys)].map((key) => ({ rowId, key })));
  if (names.length === 0) return;
  await tx.sql(sql`
    INSERT INTO order_code_names (workspace_id, name_key, order_id)
    SELECT ${tx.workspaceId}::uuid, given.key, given.id
    FROM unnest(${names.map(({ key }) => key)}::text[], ${names.map(({ rowId }) => rowId)}::uuid[]) AS given(key, id)`);
}

async function writeContents(
  tx: Db,
  table: ContentTable,
  accepted: readonly IncomingOrder[],
  before: readonly string[],
  contentOf: (sent: SentOrder) => object | null,
): Promise<void> {
  if (before.length > 0)
    await tx.sql(sql`DELETE FROM ${raw(table)} a WHERE a.workspace_id = ${tx.workspaceId}::uuid AND a.order_id = ANY(${before}::uuid[])`);
  const given = accepted.flatMap(({ rowId, sent }) => {
    const content = contentOf(sent);
    return content ? [{ id: rowId, content }] : [];
  });
  if (given.length === 0) return;
  await tx.sql(sql`
    INSERT INTO ${raw(table)} (workspace_id, order_id, content)
    SELECT ${tx.workspaceId}::uuid, given.id, given.content FROM json_to_recordset(${JSON.stringify(given)}::json) AS given(id uuid, content jsonb)`);
}
