import { sql } from "@offergraph/service/db/statement";
import type { SqlTx } from "../tx.js";

/**
 * Takes the workspace's advisory lock for assigning slugs, or for changing published forms and shares, until the transaction ends.
 * Take it before any row lock.
 */
export async function lockForWorkspace(tx: SqlTx, what: "slugs" | "rotation"): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.workspaceId} form ${what}`}, 0)) IS NULL AS queued`);
}
