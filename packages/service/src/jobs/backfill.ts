import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type pg from "pg";
import { empty, raw, type Statement, sql } from "../db/statement.js";
import type { Job } from "../tx/job.js";
import type { SqlTx, Tx } from "../tx/tx.js";

/** Updates the next rows after the row id `after`, at most a few hundred. Returns the id of the last row, or null if no rows are left. */
export type Backfill<Prisma, Events extends EventDefinition> = (tx: Tx<Prisma, Events>, after: string) => Promise<string | null>;

/**
 * Returns a job that runs backfills of the service in batches. A migration requests a backfill with one row in `backfills` per workspace.
 * Skips backfills that this version of the service does not contain. `emits` lists the events that the backfills emit.
 */
export function backfillJob<Prisma, const Emitted extends readonly EventDefinition[]>(
  emits: Emitted,
  backfills: Readonly<Record<string, Backfill<Prisma, Emitted[number]>>>,
): Job<Prisma, Emitted> {
  const names = Object.keys(backfills);
  return {
    name: "backfill",
    everyMs: 1_000,
    emits,
    findWorkspaces: (pool) => readWorkspacesToBackfill(pool, names),
    async run(tx) {
      const due = await readBackfill(tx, names, raw("FOR UPDATE SKIP LOCKED"));
      const backfill = due && backfills[due.name];
      if (!backfill) return false;
      await recordBackfill(tx, due.name, await backfill(tx, due.after));
      return true;
    },
  };
}

/** Returns at most `max` workspaces with pending backfills. */
export async function readWorkspacesToBackfill(pool: pg.Pool, names: readonly string[], max?: number): Promise<string[]> {
  const text = "SELECT DISTINCT workspace_id AS id FROM backfills WHERE name = ANY($1) ORDER BY 1 LIMIT $2";
  const { rows } = await pool.query<{ id: string }>(text, [names, max ?? null]);
  return rows.map(({ id }) => id);
}

/** Returns the workspace's next pending backfill. */
export async function readBackfill(
  tx: SqlTx,
  names: readonly string[],
  lock: Statement = empty,
): Promise<{ name: string; after: string } | undefined> {
  const [due] = await tx.sql<{ name: string; after: string }>(sql`
    SELECT b.name, b.after FROM backfills b WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.name = ANY(${names}::text[])
    ORDER BY b.name LIMIT 1 ${lock}`);
  return due;
}

/** Stores the progress of a backfill, or deletes the backfill if `after` is null. */
export async function recordBackfill(tx: SqlTx, name: string, after: string | null): Promise<void> {
  const one = sql`b.workspace_id = ${tx.workspaceId}::uuid AND b.name = ${name}`;
  if (after === null) await tx.sql(sql`DELETE FROM backfills b WHERE ${one}`);
  // Keeps the later row id, because another replica may have processed further rows.
  else await tx.sql(sql`UPDATE backfills b SET after = GREATEST(b.after, ${after}::uuid) WHERE ${one}`);
}
