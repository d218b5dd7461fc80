import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Db } from "../tx.js";

/** Maximum number of workspaces per run of the job, so that an owner that does not reply delays the job only for a limited time. */
const maxWorkspaces = 10;

export async function readWorkspacesToBackfill(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const text = "SELECT DISTINCT workspace_id AS id FROM backfills WHERE name = ANY($1) ORDER BY 1 LIMIT $2";
  const { rows } = await pool.query<{ id: string }>(text, [names, maxWorkspaces]);
  return rows.map(({ id }) => id);
}

export async function readBackfill(tx: Db, names: readonly string[]): Promise<{ name: string; after: string } | undefined> {
  const [due] = await tx.sql<{ name: string; after: string }>(sql`
    SELECT b.name, b.after FROM backfills b WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.name = ANY(${names}::text[]) ORDER BY b.name LIMIT 1`);
  return due;
}

/** Stores the progress of a backfill, or deletes the backfill if `after` is null. */
export async function recordBackfill(tx: Db, name: string, after: string | null): Promise<void> {
  const one = sql`b.workspace_id = ${tx.workspaceId}::uuid AND b.name = ${name}`;
  if (after === null) await tx.sql(sql`DELETE FROM backfills b WHERE ${one}`);
  else await tx.sql(sql`UPDATE backfills b SET after = GREATEST(b.after, ${after}::uuid) WHERE ${one}`);
}
