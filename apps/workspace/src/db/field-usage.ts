import { sql } from "@offergraph/service/db/statement";
import type { FieldUsageReport } from "@offergraph/shared/contracts/field-usage";
import type { Tx } from "../tx.js";
import { fieldUsageRetention } from "./retention.js";

/** Adds the counts of a report to the counts of the current day (UTC). */
export async function addFieldUsage(tx: Pick<Tx, "sql" | "workspaceId" | "now">, { uses }: FieldUsageReport): Promise<void> {
  const [keyIds, coordinates, counts] = [uses.map((use) => use.keyId), uses.map((use) => use.coordinate), uses.map((use) => use.count)];
  // Gateways report at the same time. All statements lock the rows in the same order, so that they do not deadlock.
  await tx.sql(sql`
    INSERT INTO field_usage AS f (workspace_id, day, key_id, coordinate, count)
    SELECT ${tx.workspaceId}::uuid, ${dayOf(tx.now)}::date, u.key_id, u.coordinate, sum(u.count)::bigint
      FROM unnest(${keyIds}::uuid[], ${coordinates}::text[], ${counts}::bigint[]) AS u(key_id, coordinate, count)
     GROUP BY u.key_id, u.coordinate ORDER BY u.key_id, u.coordinate
    ON CONFLICT (workspace_id, day, key_id, coordinate) DO UPDATE SET count = f.count + excluded.count`);
  await fieldUsageRetention.add(tx);
}

/** Deletes at most `max` records of days before this time. Returns the number of deleted records. */
export async function deleteOldFieldUsage({ sql: run }: Pick<Tx, "sql">, before: Date, max: number): Promise<number> {
  const rows = await run(sql`
    DELETE FROM field_usage f WHERE (f.workspace_id, f.day, f.key_id, f.coordinate) IN (
      SELECT o.workspace_id, o.day, o.key_id, o.coordinate FROM field_usage o WHERE o.day < ${dayOf(before)}::date
      ORDER BY o.workspace_id, o.day, o.key_id, o.coordinate LIMIT ${max}::integer)
    RETURNING f.day`);
  return rows.length;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
