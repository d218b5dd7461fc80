import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Db } from "../tx.js";

// The table `reporting_setting` stores the reporting currency of the replica that started last. During a rolling restart, all replicas
// therefore use the same currency.

export async function storeReportingCurrency(pool: pg.Pool, currency: string): Promise<void> {
  await pool.query(
    `INSERT INTO reporting_setting (currency) VALUES ($1)
     ON CONFLICT (is_only) DO UPDATE SET currency = excluded.currency WHERE reporting_setting.currency <> excluded.currency`,
    [currency],
  );
}

/** The reporting currency, and the time zone that defines calendar days. If a setting changes, a background job recalculates the orders. */
export interface Reporting {
  currency: string;
  timeZone: string;
}

export async function readKnownReporting(tx: Db): Promise<Reporting | undefined> {
  const [known] = await tx.sql<Reporting>(sql`
    SELECT r.currency, r.time_zone AS "timeZone" FROM reporting_currencies r WHERE r.workspace_id = ${tx.workspaceId}::uuid`);
  return known;
}

/** Returns the currency and the time zone that apply to new orders. Defaults to UTC and the stored currency, or `given`. */
export async function readReporting(tx: Db, given: string): Promise<Reporting> {
  const known = await readKnownReporting(tx);
  if (known) return known;
  const [added] = await tx.sql<Reporting>(sql`
    INSERT INTO reporting_currencies AS kept (workspace_id, currency)
    SELECT ${tx.workspaceId}::uuid, coalesce((SELECT s.currency FROM reporting_setting s), ${given}::text)
    ON CONFLICT (workspace_id) DO UPDATE SET currency = kept.currency RETURNING kept.currency, kept.time_zone AS "timeZone"`);
  return added ?? { currency: given, timeZone: "UTC" };
}

/** Like `readReporting`, but adds no row for a new workspace. */
export async function findReporting(read: Read, workspaceId: string, given: string): Promise<Reporting> {
  const [found] = await read<Reporting>(sql`
    SELECT coalesce(r.currency, s.currency, ${given}::text) AS currency, coalesce(r.time_zone, 'UTC') AS "timeZone"
    FROM (SELECT) one LEFT JOIN reporting_setting s ON true LEFT JOIN reporting_currencies r ON r.workspace_id = ${workspaceId}::uuid`);
  return found ?? { currency: given, timeZone: "UTC" };
}

export interface SentSettings {
  timeZone: string;
  reportingCurrency: string | null;
  updatedAt: string;
}

/** Stores the workspace's settings unless the stored settings are newer. The job `reportOrders` applies the stored settings. */
export async function storeSettings(tx: Db, settings: SentSettings, given: string): Promise<void> {
  const { timeZone, reportingCurrency, updatedAt } = settings;
  await tx.sql(sql`
    INSERT INTO reporting_currencies AS kept (workspace_id, currency, wanted_currency, wanted_time_zone, settings_at)
    SELECT ${tx.workspaceId}::uuid, coalesce(${reportingCurrency}::text, (SELECT s.currency FROM reporting_setting s), ${given}::text),
      ${reportingCurrency}::text, ${timeZone}::text, ${updatedAt}::timestamptz
    ON CONFLICT (workspace_id) DO UPDATE SET wanted_currency = excluded.wanted_currency, wanted_time_zone = excluded.wanted_time_zone,
      settings_at = excluded.settings_at
    WHERE kept.settings_at IS NULL OR kept.settings_at <= excluded.settings_at`);
}
