import { sql } from "@offergraph/shared/database/statement";
import type { Writing } from "./transaction.js";

/**
 * Lets one transaction of the workspace at a time (until it ends) give a form its slug, or change who is published and at which share:
 * each then sees what the one before has done. Taken before any row is locked.
 */
export async function queueFor({ read, workspaceId }: Writing, what: "slugs" | "rotation"): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} form ${what}`}, 0)) IS NULL AS queued`);
}
