import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type pg from "pg";
import { attributionWindowHours } from "../domain/attribution.js";

interface Within {
  read: Read;
  workspaceId: string;
}

/** Before every order's id. */
const beforeAll = "00000000-0000-0000-0000-000000000000";

// What is noted here is done once the transaction that notes it is committed, by attribution/start.ts.

/** Notes that orders which were sent with these names are to be attributed anew. */
export async function noteNames({ read, workspaceId }: Within, nameKeys: readonly string[]): Promise<void> {
  if (nameKeys.length === 0) return;
  await read(sql`
    INSERT INTO due_attributions (workspace_id, name_key)
    SELECT ${workspaceId}::uuid, noted.key FROM unnest(${nameKeys}::text[]) AS noted(key)`);
}

/** Orders of a discount code: those that were placed at this time or later; null: all. */
interface OrdersOfCode {
  discountCodeId: string;
  placedFrom: string | null;
}

/** Notes that orders of these discount codes are to be attributed anew. */
export async function noteDiscountCodes({ read, workspaceId }: Within, codes: readonly OrdersOfCode[]): Promise<void> {
  if (codes.length === 0) return;
  const rows = codes.map(({ discountCodeId, placedFrom }) => ({ code_id: discountCodeId, placed_from: placedFrom }));
  await read(sql`
    INSERT INTO due_attributions (workspace_id, discount_code_id, placed_from)
    SELECT ${workspaceId}::uuid, noted.code_id, noted.placed_from
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS noted(code_id uuid, placed_from timestamptz)`);
}

/** Notes that orders which this response may have led to are to be attributed anew. */
export async function noteResponse({ read, workspaceId }: Within, formResponseId: string): Promise<void> {
  await read(sql`INSERT INTO due_attributions (workspace_id, form_response_id) VALUES (${workspaceId}::uuid, ${formResponseId}::uuid)`);
}

/** Notes that orders of these days and currencies are to be reported anew. */
export async function noteRates({ read, workspaceId }: Within, rates: readonly { day: string; currency: string }[]): Promise<void> {
  await read(sql`
    INSERT INTO due_attributions (workspace_id, placed_day, native_currency)
    SELECT DISTINCT ${workspaceId}::uuid, noted.day, noted.currency
    FROM unnest(${rates.map(({ day }) => day)}::date[], ${rates.map(({ currency }) => currency)}::text[]) AS noted(day, currency)`);
}

/** The workspaces that something is noted for, the longest first. */
export async function readDueWorkspaces(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT workspace_id AS id FROM due_attributions GROUP BY workspace_id ORDER BY min(sequence)",
  );
  return rows.map(({ id }) => id);
}

/** Something that is noted, by number. */
export interface DueNote {
  sequence: string;
  /** A batch was done since it was noted: whoever did not see it was waited for. */
  isBegun: boolean;
}

/** What is noted for a workspace, the eldest first. */
export function readDue({ read, workspaceId }: Within, most: number): Promise<DueNote[]> {
  return read(sql`
    SELECT d.sequence, d.after_order_id IS NOT NULL AS "isBegun"
    FROM due_attributions d WHERE d.workspace_id = ${workspaceId}::uuid ORDER BY d.sequence LIMIT ${most}::integer`);
}

/** Of these notes, those that no other transaction works on: they are this one's until it ends. */
export async function claimDue({ read }: Within, sequences: readonly string[]): Promise<string[]> {
  const claimed = await read<{ sequence: string }>(sql`
    SELECT d.sequence FROM due_attributions d WHERE d.sequence = ANY(${sequences}::bigint[]) ORDER BY d.sequence FOR UPDATE SKIP LOCKED`);
  return claimed.map(({ sequence }) => sequence);
}

/** An order, and the note by which it is due. */
export interface DueOrder {
  sequence: string;
  orderId: string;
}

/** The first orders that are due by these notes, by note and id. */
export function readDueOrders({ read }: Within, sequences: readonly string[], most: number): Promise<DueOrder[]> {
  const limit = sql`ORDER BY order_id LIMIT ${most}::integer`;
  const after = sql`coalesce(d.after_order_id, ${beforeAll}::uuid)`;
  const soon = sql`o.placed_at BETWEEN r.completed_at AND r.completed_at + ${attributionWindowHours}::integer * interval '1 hour'`;
  return read(sql`
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
      (SELECT led.order_id FROM form_response_references r CROSS JOIN LATERAL (
         SELECT o.row_id AS order_id FROM orders o WHERE o.customer_id = r.customer_id AND NOT r.customer_is_claim AND ${soon}
         UNION SELECT o.row_id FROM orders o WHERE o.click_id = r.click_id AND ${soon}
         UNION SELECT o.row_id FROM orders o WHERE o.visitor_id = r.visitor_id AND ${soon}
         UNION SELECT o.row_id FROM orders o WHERE o.said_form_response_id = r.row_id
       ) led WHERE r.row_id = d.form_response_id AND led.order_id > ${after} ${limit})
    ) found
    WHERE d.sequence = ANY(${sequences}::bigint[])
    ORDER BY d.sequence, found.order_id LIMIT ${most}::integer`);
}

/** Notes how far these notes are done: up to the last order, or, without one, all of them to their end. All that are left are begun. */
export async function settleDue({ read }: Within, sequences: readonly string[], last: DueOrder | undefined): Promise<void> {
  const until = last ? sql`AND d.sequence < ${last.sequence}::bigint` : sql``;
  await read(sql`DELETE FROM due_attributions d WHERE d.sequence = ANY(${sequences}::bigint[]) ${until}`);
  if (!last) return;
  await read(sql`
    UPDATE due_attributions d SET after_order_id = CASE WHEN d.sequence = ${last.sequence}::bigint THEN ${last.orderId}::uuid ELSE ${beforeAll}::uuid END
    WHERE d.sequence = ANY(${sequences}::bigint[]) AND (d.sequence = ${last.sequence}::bigint OR d.after_order_id IS NULL)`);
}
