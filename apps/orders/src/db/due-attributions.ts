import { jsonRows } from "@offergraph/service/db/plain-row";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { nilId } from "@offergraph/shared/time/ids";
import type pg from "pg";
import { attributionWindowHours } from "../domain/attribution.js";
import type { SentRate } from "../domain/ingest/rate.js";
import type { Db } from "../tx.js";

export async function queueOrdersOfNames(tx: Db, nameKeys: readonly string[]): Promise<void> {
  if (nameKeys.length === 0) return;
  await tx.sql(sql`
    INSERT INTO due_attributions (workspace_id, name_key)
    SELECT ${tx.workspaceId}::uuid, given.key FROM unnest(${nameKeys}::text[]) AS given(key)`);
}

/** Queues orders of discount codes, from `placedFrom` if `placedFrom` is not null. */
export async function queueOrdersOfCodes(tx: Db, codes: readonly { discountCodeId: string; placedFrom: string | null }[]): Promise<void> {
  if (codes.length === 0) return;
  await tx.sql(sql`
    INSERT INTO due_attributions (workspace_id, discount_code_id, placed_from)
    SELECT ${tx.workspaceId}::uuid, given.discount_code_id, given.placed_from
    FROM jsonb_to_recordset(${jsonRows(codes)}::jsonb) AS given(discount_code_id uuid, placed_from timestamptz)`);
}

/** Queues orders that may be attributed to this response. */
export async function queueOrdersOfResponse(tx: Db, formResponseId: string): Promise<void> {
  await tx.sql(
    sql`INSERT INTO due_attributions (workspace_id, form_response_id) VALUES (${tx.workspaceId}::uuid, ${formResponseId}::uuid)`,
  );
}

/**
 * Queues orders whose amounts the new rates may convert to `reportingCurrency`. If `reportingCurrency` is undefined, queues orders that the
 * rates may convert to any currency.
 */
export async function queueOrdersOfRates(tx: Db, rates: readonly SentRate[], reportingCurrency: string | undefined): Promise<void> {
  const goal = sql`${reportingCurrency ?? null}::text`;
  const between = (one: Statement, other: Statement) => sql`
    SELECT FROM exchange_rates x WHERE x.workspace_id = ${tx.workspaceId}::uuid AND x.day = p.day
      AND ((x.from_currency = ${one} AND x.to_currency = ${other}) OR (x.from_currency = ${other} AND x.to_currency = ${one}))`;
  const partner = (own: Statement, other: Statement) => sql`
    SELECT p.day, x.${own} FROM pairs p JOIN exchange_rates x ON x.workspace_id = ${tx.workspaceId}::uuid AND x.day = p.day AND x.${other} = p.other
    WHERE p.one = ${goal} OR ${goal} IS NULL`;
  await tx.sql(sql`
    WITH given AS (
      SELECT * FROM unnest(${rates.map(({ day }) => day)}::date[], ${rates.map(({ from }) => from)}::text[], ${rates.map(({ to }) => to)}::text[])
        AS given(day, one, other)
    ), pairs AS (SELECT * FROM given UNION SELECT g.day, g.other, g.one FROM given g), affected AS (
      SELECT p.day, p.one AS currency FROM pairs p
      WHERE ${goal} IS NULL OR p.other = ${goal} OR EXISTS (${between(sql`p.other`, goal)})
      UNION ${partner(sql`to_currency`, sql`from_currency`)} UNION ${partner(sql`from_currency`, sql`to_currency`)}
    )
    INSERT INTO due_attributions (workspace_id, placed_day, native_currency)
    SELECT ${tx.workspaceId}::uuid, a.day, a.currency FROM affected a WHERE a.currency IS DISTINCT FROM ${goal}`);
}

export async function readDueWorkspaces(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT workspace_id AS id FROM due_attributions GROUP BY workspace_id ORDER BY min(sequence)",
  );
  return rows.map(({ id }) => id);
}

export interface DueEntry {
  sequence: string;
  /** True if a batch of this entry's orders was processed. Before the first batch, the job waits until all older transactions end. */
  isBegun: boolean;
}

export function readDue(tx: Db, max: number): Promise<DueEntry[]> {
  return tx.sql(sql`
    SELECT d.sequence, d.after_order_id IS NOT NULL AS "isBegun"
    FROM due_attributions d WHERE d.workspace_id = ${tx.workspaceId}::uuid ORDER BY d.sequence LIMIT ${max}::integer`);
}

/** Locks these entries, except entries that another transaction has locked. */
export async function claimDue(tx: Db, sequences: readonly string[]): Promise<string[]> {
  const claimed = await tx.sql<{ sequence: string }>(sql`
    SELECT d.sequence FROM due_attributions d WHERE d.sequence = ANY(${sequences}::bigint[]) ORDER BY d.sequence FOR UPDATE SKIP LOCKED`);
  return claimed.map(({ sequence }) => sequence);
}

export interface DueOrder {
  sequence: string;
  orderId: string;
}

/** Reads the next orders of these entries, sorted by entry and order id. */
export function readDueOrders(tx: Db, sequences: readonly string[], max: number): Promise<DueOrder[]> {
  const limit = sql`ORDER BY order_id LIMIT ${max}::integer`;
  const after = sql`coalesce(d.after_order_id, ${nilId}::uuid)`;
  const soon = sql`o.placed_at BETWEEN r.completed_at AND r.completed_at + ${attributionWindowHours}::integer * interval '1 hour'`;
  return tx.sql(sql`
    SELECT d.sequence, found.order_id AS "orderId"
    FROM due_attributions d CROSS JOIN LATERAL (
      (SELECT n.order_id FROM order_code_names n WHERE n.name_key = d.name_key AND n.order_id > ${after} ${limit})
      UNION ALL
      (SELECT o.row_id AS order_id FROM orders o WHERE o.discount_code_id = d.discount_code_id AND o.row_id > ${after}
         AND (d.placed_from IS NULL OR o.placed_at >= d.placed_from) ${limit})
      UNION ALL
      (SELECT v.order_id FROM order_reported v
       WHERE v.placed_day = d.placed_day AND v.native_currency = d.native_currency AND v.order_id > ${after} ${limit})
      UNION ALL
      (SELECT attributed.order_id FROM form_response_references r CROSS JOIN LATERAL (
         SELECT o.row_id AS order_id FROM orders o WHERE o.customer_id = r.customer_id AND NOT r.customer_is_claim AND ${soon}
         UNION SELECT o.row_id FROM orders o WHERE o.click_id = r.click_id AND ${soon}
         UNION SELECT o.row_id FROM orders o WHERE o.visitor_id = r.visitor_id AND ${soon}
         UNION SELECT o.row_id FROM orders o WHERE o.claimed_form_response_id = r.row_id
       ) attributed WHERE r.row_id = d.form_response_id AND attributed.order_id > ${after} ${limit})
    ) found
    WHERE d.sequence = ANY(${sequences}::bigint[])
    ORDER BY d.sequence, found.order_id LIMIT ${max}::integer`);
}

/** Deletes finished entries, and marks the other entries as begun. Deletes all entries if `last` is undefined. */
export async function recordProgress(tx: Db, sequences: readonly string[], last: DueOrder | undefined): Promise<void> {
  const until = last ? sql`AND d.sequence < ${last.sequence}::bigint` : sql``;
  await tx.sql(sql`DELETE FROM due_attributions d WHERE d.sequence = ANY(${sequences}::bigint[]) ${until}`);
  if (!last) return;
  await tx.sql(sql`
    UPDATE due_attributions d SET after_order_id = CASE WHEN d.sequence = ${last.sequence}::bigint THEN ${last.orderId}::uuid ELSE ${nilId}::uuid END
    WHERE d.sequence = ANY(${sequences}::bigint[]) AND (d.sequence = ${last.sequence}::bigint OR d.after_order_id IS NULL)`);
}
