import { sql } from "@offergraph/service/db/statement";
import type { Writing } from "./transaction.js";

/**
 * Takes the workspace's advisory lock for assigning slugs, or for changing published forms and shares, until the transaction ends.
 * Take it before any row lock.
 */
export async function queueFor({ read, workspaceId }: Writing, what: "slugs" | "rotation"): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} form ${what}`}, 0)) IS NULL AS queued`);
}
