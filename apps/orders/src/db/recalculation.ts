import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { nilId } from "@offergraph/shared/time/ids";
import type pg from "pg";
import type { OrderState } from "../domain/order-events.js";
import type { Db } from "../tx.js";
import type { Reporting } from "./reporting.js";
import { type CheckoutState, checkoutStateColumns, orderStateColumns } from "./rows.js";

// SQL expressions on `reporting_currencies r` and `reporting_setting s`.
const wantedCurrency = "coalesce(r.wanted_currency, s.currency)";
const isDue = `(r.currency <> ${wantedCurrency} OR r.time_zone <> r.wanted_time_zone)`;
const isBegun = "(r.orders_after IS NOT NULL OR r.checkouts_after IS NOT NULL)";

export async function readWorkspacesToRecalculate(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT r.workspace_id AS id FROM reporting_currencies r CROSS JOIN reporting_setting s WHERE ${isDue} OR ${isBegun} ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

export async function isSwitchDue(tx: Db): Promise<boolean> {
  const due = await tx.sql(sql`
    SELECT 1 AS due FROM reporting_currencies r CROSS JOIN reporting_setting s
    WHERE r.workspace_id = ${tx.workspaceId}::uuid AND ${raw(isDue)}`);
  return due.length > 0;
}

/** Applies the workspace's settings to new records and begins the recalculation of stored records. Call `lockAttribution` first. */
export async function switchReporting(tx: Db): Promise<Reporting | undefined> {
  const [switched] = await tx.sql<Reporting>(sql`
    UPDATE reporting_currencies r SET currency = ${raw(wantedCurrency)}, time_zone = r.wanted_time_zone, orders_after = ${nilId}::uuid,
      checkouts_after = CASE WHEN r.time_zone <> r.wanted_time_zone THEN ${nilId}::uuid ELSE r.checkouts_after END
    FROM reporting_setting s WHERE r.workspace_id = ${tx.workspaceId}::uuid AND ${raw(isDue)}
    RETURNING r.currency, r.time_zone AS "timeZone"`);
  return switched;
}

export interface Recalculation extends Reporting {
  ordersAfter: string | null;
  checkoutsAfter: string | null;
}

/** Locks the workspace's recalculation. Returns undefined if the recalculation has ended or is locked. */
export async function lockRecalculation(tx: Db): Promise<Recalculation | undefined> {
  const [begun] = await tx.sql<Recalculation>(sql`
    SELECT r.currency, r.time_zone AS "timeZone", r.orders_after AS "ordersAfter", r.checkouts_after AS "checkoutsAfter"
    FROM reporting_currencies r WHERE r.workspace_id = ${tx.workspaceId}::uuid AND ${raw(isBegun)} FOR UPDATE SKIP LOCKED`);
  return begun;
}

/** Locks the next orders in the order of their ids. */
export function lockOrdersAfter(tx: Db, after: string, max: number): Promise<(OrderState & { placedDay: string })[]> {
  return tx.sql(sql`
    SELECT ${orderStateColumns}, o.placed_day AS "placedDay" FROM orders o
    WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.row_id > ${after}::uuid ORDER BY o.row_id LIMIT ${max}::integer FOR UPDATE`);
}

export function lockCheckoutsAfter(tx: Db, after: string, max: number): Promise<(CheckoutState & { startedDay: string })[]> {
  return tx.sql(sql`
    SELECT ${checkoutStateColumns}, c.started_day AS "startedDay" FROM checkouts c
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id > ${after}::uuid ORDER BY c.row_id LIMIT ${max}::integer FOR UPDATE`);
}

const dayColumns = { orders: raw("placed_day"), checkouts: raw("started_day") };

export async function writeDays(tx: Db, table: keyof typeof dayColumns, days: readonly { rowId: string; day: string }[]): Promise<void> {
  if (days.length === 0) return;
  await tx.sql(sql`
    UPDATE ${raw(table)} t SET ${dayColumns[table]} = given.day, updated_at = GREATEST(t.updated_at, ${tx.now.toISOString()}::timestamptz)
    FROM unnest(${days.map(({ rowId }) => rowId)}::uuid[], ${days.map(({ day }) => day)}::date[]) AS given(id, day)
    WHERE t.workspace_id = ${tx.workspaceId}::uuid AND t.row_id = given.id AND t.row_id = ANY(${days.map(({ rowId }) => rowId)}::uuid[])`);
}

/** `after` is the id of the last recalculated record. After the last batch, `after` is null. */
export async function recordRecalculated(tx: Db, table: keyof typeof dayColumns, after: string | null): Promise<void> {
  await tx.sql(sql`
    UPDATE reporting_currencies r SET ${raw(`${table}_after`)} = ${after}::uuid WHERE r.workspace_id = ${tx.workspaceId}::uuid`);
}

export interface ReportingStatusRow extends Pick<Reporting, "timeZone"> {
  reportingCurrency: string;
  isRecalculating: boolean;
  ordersLeft: number;
  checkoutsLeft: number;
}

/** Reads the workspace's settings and counts the records that were not recalculated yet. `given` is the deployment's default currency. */
export async function readReportingStatus(read: Read, workspaceId: string, given: string): Promise<ReportingStatusRow> {
  const [status] = await read<ReportingStatusRow>(sql`
    SELECT coalesce(w.wanted_currency, s.currency, ${given}::text) AS "reportingCurrency", coalesce(w.wanted_time_zone, 'UTC') AS "timeZone",
      w.orders_after IS NOT NULL OR w.checkouts_after IS NOT NULL AS "isRecalculating",
      (SELECT count(*)::integer FROM orders o WHERE o.workspace_id = ${workspaceId}::uuid AND o.row_id > w.orders_after) AS "ordersLeft",
      (SELECT count(*)::integer FROM checkouts c WHERE c.workspace_id = ${workspaceId}::uuid AND c.row_id > w.checkouts_after) AS "checkoutsLeft"
    FROM (SELECT) one LEFT JOIN reporting_setting s ON true LEFT JOIN LATERAL (
      SELECT r.wanted_currency, r.wanted_time_zone, CASE WHEN ${raw(isDue)} THEN ${nilId}::uuid ELSE r.orders_after END AS orders_after,
        CASE WHEN r.time_zone <> r.wanted_time_zone THEN ${nilId}::uuid ELSE r.checkouts_after END AS checkouts_after
      FROM reporting_currencies r WHERE r.workspace_id = ${workspaceId}::uuid
    ) w ON true`);
  return status ?? { reportingCurrency: given, timeZone: "UTC", isRecalculating: false, ordersLeft: 0, checkoutsLeft: 0 };
}
