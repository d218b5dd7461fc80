import { jsonRows, selectColumns } from "@offergraph/service/db/plain-row";
import { raw, sql } from "@offergraph/service/db/statement";
import type { AttributedOrder, Attribution, CompletedResponse } from "../domain/attribution.js";
import type { CodeNameHistory, SourceHistory } from "../domain/code-history.js";
import type { OrderState } from "../domain/order-events.js";
import { responseStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";

const lockKey = (tx: Db) => sql`hashtextextended(${`attribution ${tx.workspaceId}`}, 0)`;

/**
 * Takes the workspace's attribution lock in shared mode until the transaction ends. Call this function before reading attribution data or
 * reporting settings.
 */
export async function shareAttributionLock(tx: Db): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock_shared(${lockKey(tx)})::text AS held`);
}

/** Takes the attribution lock in exclusive mode. */
export async function lockAttribution(tx: Db): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(${lockKey(tx)})::text AS held`);
}

export type ScoredOrderRow = Omit<AttributedOrder, "nameKeys"> &
  Attribution &
  Pick<OrderState, "rowId" | "discountCodes" | "discountAmounts" | "discountGiven" | "currencyId" | "totalPrice" | "refundedTotal">;

const scoredColumns = selectColumns("o", [
  ...["rowId", "discountCodes", "placedAt", "customerId", "clickId", "visitorId", "pinnedResponseId", "currencyId", "totalPrice"],
  ...[
    "discountAmounts",
    "discountGiven",
    "refundedTotal",
    "attributionMethod",
    "discountCodeId",
    "partnerId",
    "formResponseId",
    "bestTier",
  ],
]);

export function readScoredOrders(tx: Db, ids: readonly string[]): Promise<ScoredOrderRow[]> {
  return tx.sql(sql`
    SELECT ${scoredColumns}, o.claimed_form_response_id AS "claimedFormResponseId" FROM orders o WHERE o.row_id = ANY(${ids}::uuid[])`);
}

/** Reads the codes that have or had these names. Minted names remain names of a code until the code is deleted. */
export function readCodeNameHistory(tx: Db, nameKeys: readonly string[]): Promise<CodeNameHistory[]> {
  return tx.sql(sql`
    SELECT n.name_key AS "nameKey", n.discount_code_id AS "discountCodeId", NULL::timestamptz AS "endedAt", '{}'::text[] AS "grantTiers"
    FROM discount_code_names n WHERE n.name_key = ANY(${nameKeys}::text[])
    UNION ALL
    SELECT p.name_key, p.discount_code_id, p.ended_at, '{}' FROM discount_code_name_history p WHERE p.name_key = ANY(${nameKeys}::text[])
    UNION ALL
    SELECT m.name_key, m.discount_code_id, CASE WHEN d.is_deleted THEN d.updated_at END,
      ARRAY(SELECT t.tier FROM grant_tiers t WHERE t.grant_id = m.grant_id)
    FROM minted_code_names m JOIN discount_code_references d ON d.workspace_id = m.workspace_id AND d.row_id = m.discount_code_id
    WHERE m.name_key = ANY(${nameKeys}::text[])`);
}

export function readSourceHistory(tx: Db, discountCodeIds: readonly string[]): Promise<SourceHistory[]> {
  return tx.sql(sql`
    SELECT d.row_id AS "discountCodeId", d.partner_id AS "partnerId", d.tier, NULL::timestamptz AS "endedAt"
    FROM discount_code_references d WHERE d.row_id = ANY(${discountCodeIds}::uuid[])
    UNION ALL
    SELECT p.discount_code_id, p.partner_id, p.tier, p.ended_at
    FROM discount_code_source_history p WHERE p.discount_code_id = ANY(${discountCodeIds}::uuid[])`);
}

type SearchKeys = "customerId" | "clickId" | "visitorId" | "claimedFormResponseId" | "pinnedResponseId";
export type ResponseSearch = Pick<AttributedOrder, SearchKeys> & { orderId: string; from: string; to: string };

/** For each order, reads the responses to which the order may be attributed. */
export function readLastResponses(tx: Db, searches: readonly ResponseSearch[]): Promise<(CompletedResponse & { orderId: string })[]> {
  const last = (column: "customer_id" | "click_id" | "visitor_id") => sql`(
      SELECT r.* FROM form_response_references r
      WHERE r.${raw(column)} = s.${raw(column)} ${column === "customer_id" ? sql`AND NOT r.customer_is_claim` : sql``} AND r.status = ${complete} AND r.completed_at BETWEEN s."from" AND s."to"
      ORDER BY r.completed_at DESC, r.row_id DESC LIMIT 1)`;
  return tx.sql(sql`
    SELECT s.order_id AS "orderId", found.row_id AS "rowId", found.completed_at AS "completedAt", CASE WHEN NOT found.customer_is_claim THEN found.customer_id END AS "customerId",
      found.click_id AS "clickId", found.visitor_id AS "visitorId", found.partner_id AS "partnerId",
      ARRAY(SELECT t.tier FROM grant_tiers t WHERE t.form_response_id = found.row_id) AS tiers
    FROM jsonb_to_recordset(${jsonRows(searches)}::jsonb) AS s(order_id uuid, "from" timestamptz, "to" timestamptz,
      customer_id uuid, click_id text, visitor_id text, claimed_form_response_id uuid, pinned_response_id uuid)
    CROSS JOIN LATERAL (
      SELECT r.* FROM form_response_references r WHERE r.row_id IN (s.claimed_form_response_id, s.pinned_response_id) AND r.status = ${complete}
      UNION ALL ${last("customer_id")} UNION ALL ${last("click_id")} UNION ALL ${last("visitor_id")}
    ) found`);
}

const complete = raw(String(responseStatuses.indexOf("COMPLETE")));

export async function writeAttributions(
  tx: Db,
  attributions: readonly (Attribution & { orderId: string; discountGiven: string | null })[],
): Promise<void> {
  await tx.sql(sql`
    UPDATE orders o SET attribution_method = a.attribution_method, discount_code_id = a.discount_code_id, partner_id = a.partner_id,
      form_response_id = a.form_response_id, best_tier = a.best_tier,
      attributed_revenue = CASE WHEN a.attribution_method IS NOT NULL THEN o.total_price - o.refunded_total END,
      discount_given = a.discount_given,
      attribution_scored_at = CASE
        WHEN a.attribution_method IS NULL THEN NULL
        WHEN (o.attribution_method, o.discount_code_id, o.partner_id, o.form_response_id, o.best_tier)
          IS NOT DISTINCT FROM (a.attribution_method, a.discount_code_id, a.partner_id, a.form_response_id, a.best_tier) THEN o.attribution_scored_at
        ELSE ${tx.now.toISOString()}::timestamptz END, updated_at = GREATEST(o.updated_at, ${tx.now.toISOString()}::timestamptz)
    FROM jsonb_to_recordset(${jsonRows(attributions)}::jsonb) AS a(order_id uuid, attribution_method text, discount_code_id uuid, partner_id uuid,
      form_response_id uuid, best_tier text, discount_given bigint)
    WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.row_id = a.order_id
      AND o.row_id = ANY(${attributions.map(({ orderId }) => orderId)}::uuid[])`);
}
