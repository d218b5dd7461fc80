import { raw, sql } from "@offergraph/service/db/statement";
import type { AttributedOrder, Attribution, CompletedResponse } from "../domain/attribution.js";
import type { CodeNameHistory, SourceHistory } from "../domain/code-history.js";
import { responseStatuses } from "../domain/ranks.js";
import type { Db } from "../tx.js";

const lockKey = (tx: Db) => sql`hashtextextended(${`attribution ${tx.workspaceId}`}, 0)`;

/** Takes the workspace's attribution lock, shared, until the transaction ends. Reads of attribution data come after it. */
export async function shareAttributionLock(tx: Db): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock_shared(${lockKey(tx)})::text AS held`);
}

/** Takes the attribution lock exclusively: waits for all transactions that hold it shared. */
export async function lockAttribution(tx: Db): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(${lockKey(tx)})::text AS held`);
}

/** An order with the columns for attribution and the reported view. */
export interface ScoredOrderRow extends Omit<AttributedOrder, "nameKeys">, Attribution {
  rowId: string;
  discountCodes: string[];
  currencyId: string;
  totalPrice: string;
  refundedTotal: string;
}

/** Reads these orders. The transaction has locked them in the order of their ids. */
export function readScoredOrders(tx: Db, ids: readonly string[]): Promise<ScoredOrderRow[]> {
  return tx.sql(sql`
    SELECT o.row_id AS "rowId", o.discount_codes AS "discountCodes", o.placed_at AS "placedAt",
      o.customer_id AS "customerId", o.click_id AS "clickId", o.visitor_id AS "visitorId", o.said_form_response_id AS "claimedFormResponseId",
      o.pinned_response_id AS "pinnedResponseId", o.currency_id AS "currencyId", o.total_price AS "totalPrice", o.refunded_total AS "refundedTotal",
      o.attribution_method AS "attributionMethod", o.discount_code_id AS "discountCodeId", o.partner_id AS "partnerId",
      o.form_response_id AS "formResponseId", o.best_tier AS "bestTier"
    FROM orders o WHERE o.row_id = ANY(${ids}::uuid[])`);
}

/** Reads current and past codes of these names. A name minted for a grant belongs to its discount code until that is deleted. */
export function readCodeNameHistory(tx: Db, nameKeys: readonly string[]): Promise<CodeNameHistory[]> {
  return tx.sql(sql`
    SELECT n.name_key AS "nameKey", n.discount_code_id AS "discountCodeId", NULL::timestamptz AS "endedAt", '{}'::text[] AS "grantTiers"
    FROM discount_code_names n WHERE n.name_key = ANY(${nameKeys}::text[])
    UNION ALL
    SELECT p.name_key, p.discount_code_id, p.ended_at, '{}' FROM discount_code_past_names p WHERE p.name_key = ANY(${nameKeys}::text[])
    UNION ALL
    SELECT m.name_key, m.discount_code_id, CASE WHEN d.is_deleted THEN d.updated_at END,
      ARRAY(SELECT t.tier FROM grant_tiers t WHERE t.grant_id = m.grant_id)
    FROM minted_code_names m JOIN discount_code_references d ON d.workspace_id = m.workspace_id AND d.row_id = m.discount_code_id
    WHERE m.name_key = ANY(${nameKeys}::text[])`);
}

/** Reads current and past partners and tiers of these discount codes. */
export function readSourceHistory(tx: Db, discountCodeIds: readonly string[]): Promise<SourceHistory[]> {
  return tx.sql(sql`
    SELECT d.row_id AS "discountCodeId", d.partner_id AS "partnerId", d.tier, NULL::timestamptz AS "endedAt"
    FROM discount_code_references d WHERE d.row_id = ANY(${discountCodeIds}::uuid[])
    UNION ALL
    SELECT p.discount_code_id, p.partner_id, p.tier, p.ended_at
    FROM discount_code_past_leads p WHERE p.discount_code_id = ANY(${discountCodeIds}::uuid[])`);
}

/** Search keys for an order's response. Times are from `responseWindow`. */
export interface ResponseSearch {
  orderId: string;
  from: string;
  to: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string | null;
  claimedFormResponseId: string | null;
  pinnedResponseId: string | null;
}

/** Reads candidate responses per order: the one named by the store, the pinned one, and the latest by customer, click and visitor. */
export function readLastResponses(tx: Db, searches: readonly ResponseSearch[]): Promise<(CompletedResponse & { orderId: string })[]> {
  const last = (column: "customer_id" | "click_id" | "visitor_id") => sql`(
      SELECT r.* FROM form_response_references r
      WHERE r.${raw(column)} = s.${raw(column)} ${column === "customer_id" ? sql`AND NOT r.customer_is_claim` : sql``} AND r.status = ${complete} AND r.completed_at BETWEEN s."from" AND s."to"
      ORDER BY r.completed_at DESC, r.row_id DESC LIMIT 1)`;
  return tx.sql(sql`
    SELECT s.order_id AS "orderId", found.row_id AS "rowId", found.completed_at AS "completedAt", CASE WHEN NOT found.customer_is_claim THEN found.customer_id END AS "customerId",
      found.click_id AS "clickId", found.visitor_id AS "visitorId", found.partner_id AS "partnerId",
      ARRAY(SELECT t.tier FROM grant_tiers t WHERE t.form_response_id = found.row_id) AS tiers
    FROM jsonb_to_recordset(${JSON.stringify(searches.map(searchRow))}::jsonb) AS s(order_id uuid, "from" timestamptz, "to" timestamptz,
      customer_id uuid, click_id text, visitor_id text, said_id uuid, pinned_id uuid)
    CROSS JOIN LATERAL (
      SELECT r.* FROM form_response_references r WHERE r.row_id IN (s.said_id, s.pinned_id) AND r.status = ${complete}
      UNION ALL ${last("customer_id")} UNION ALL ${last("click_id")} UNION ALL ${last("visitor_id")}
    ) found`);
}

const complete = raw(String(responseStatuses.indexOf("COMPLETE")));

function searchRow({ orderId, from, to, customerId, clickId, visitorId, claimedFormResponseId, pinnedResponseId }: ResponseSearch) {
  const ids = {
    customer_id: customerId,
    click_id: clickId,
    visitor_id: visitorId,
    said_id: claimedFormResponseId,
    pinned_id: pinnedResponseId,
  };
  return { order_id: orderId, from, to, ...ids };
}

/** Writes attribution, attributed revenue and attributionScoredAt of these orders. */
export async function writeAttributions(tx: Db, attributions: readonly (Attribution & { orderId: string })[]): Promise<void> {
  const rows = attributions.map((one) => ({
    order_id: one.orderId,
    method: one.attributionMethod,
    discount_code_id: one.discountCodeId,
    partner_id: one.partnerId,
    form_response_id: one.formResponseId,
    best_tier: one.bestTier,
  }));
  await tx.sql(sql`
    UPDATE orders o SET attribution_method = a.method, discount_code_id = a.discount_code_id, partner_id = a.partner_id,
      form_response_id = a.form_response_id, best_tier = a.best_tier,
      attributed_revenue = CASE WHEN a.method IS NOT NULL THEN o.total_price - o.refunded_total END,
      attribution_scored_at = CASE WHEN a.method IS NOT NULL THEN ${tx.now.toISOString()}::timestamptz END, updated_at = GREATEST(o.updated_at, ${tx.now.toISOString()}::timestamptz)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a(order_id uuid, method text, discount_code_id uuid, partner_id uuid,
      form_response_id uuid, best_tier text)
    WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.row_id = a.order_id`);
}
