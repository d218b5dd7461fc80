import { sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";

const maxEntries = 500;

/** Adds the missing counter entries for the next batch of ledger entries. Older ledger entries were written without double entry. */
export async function bookMissingCounterEntries(tx: Db, after: string, max = maxEntries): Promise<string | null> {
  const entries = await tx.sql<{ rowId: string }>(sql`
    WITH batch AS (
      SELECT l.* FROM credit_ledger l WHERE l.workspace_id = ${tx.workspaceId}::uuid AND l.row_id > ${after}::uuid
      ORDER BY l.row_id LIMIT ${max}::integer
    ), booked AS (
      INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
        customer_verified, account, counter_of, spend_id)
      SELECT gen_random_uuid(), b.workspace_id, b.created_at, b.grant_id, b.customer_id, b.connection_id, b.kind, -b.amount_minor, b.currency,
        b.customer_verified, b.kind + 1, b.row_id, b.spend_id
      FROM batch b WHERE b.account = 0
      ON CONFLICT (workspace_id, counter_of) WHERE counter_of IS NOT NULL DO NOTHING
    )
    SELECT b.row_id AS "rowId" FROM batch b ORDER BY b.row_id`);
  return entries.length < max ? null : (entries.at(-1)?.rowId ?? null);
}
