import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Db } from "../tx.js";

// Stores the currency of the replica that started last, so that replicas do not undo each other's work during a rolling restart.

export async function storeReportingCurrency(pool: pg.Pool, currency: string): Promise<void> {
  await pool.query(
    `INSERT INTO reporting_setting (currency) VALUES ($1)
     ON CONFLICT (is_only) DO UPDATE SET currency = excluded.currency WHERE reporting_setting.currency <> excluded.currency`,
    [currency],
  );
}

/** Reads the workspaces whose reporting currency differs from the stored setting. */
export async function readWorkspacesToConvert(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT r.workspace_id AS id FROM reporting_currencies r JOIN reporting_setting s ON r.currency <> s.currency ORDER BY r.workspace_id",
  );
  return rows.map(({ id }) => id);
}

export async function readKnownReportingCurrency(tx: Db): Promise<string | undefined> {
  const [known] = await tx.sql<{ currency: string }>(
    sql`SELECT r.currency FROM reporting_currencies r WHERE r.workspace_id = ${tx.workspaceId}::uuid`,
  );
  return known?.currency;
}

/** Returns the workspace's currency. A new workspace gets the stored setting, or `given` if no setting is stored. */
export async function readReportingCurrency(tx: Db, given: string): Promise<string> {
  const known = await readKnownReportingCurrency(tx);
  if (known !== undefined) return known;
  const [added] = await tx.sql<{ currency: string }>(sql`
    INSERT INTO reporting_currencies AS kept (workspace_id, currency)
    SELECT ${tx.workspaceId}::uuid, coalesce((SELECT s.currency FROM reporting_setting s), ${given}::text)
    ON CONFLICT (workspace_id) DO UPDATE SET currency = kept.currency RETURNING kept.currency`);
  return added?.currency ?? given;
}

/** Switches to the stored currency if it differs, and queues orders in other currencies. Call lockAttribution first. */
export async function switchReportingCurrency(tx: Db): Promise<string | undefined> {
  const [switched] = await tx.sql<{ currency: string }>(sql`
    WITH switched AS (
      UPDATE reporting_currencies r SET currency = s.currency FROM reporting_setting s
      WHERE r.workspace_id = ${tx.workspaceId}::uuid AND r.currency <> s.currency RETURNING r.currency
    ), noted AS (
      INSERT INTO due_attributions (workspace_id, placed_day, native_currency)
      SELECT DISTINCT v.workspace_id, v.placed_day, v.native_currency
      FROM order_reported v JOIN switched m ON v.reporting_currency <> m.currency WHERE v.workspace_id = ${tx.workspaceId}::uuid
    )
    SELECT switched.currency FROM switched`);
  return switched?.currency;
}
