import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { syncStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";

/** Returns true for a test workspace. The service never pushes codes of a test workspace to stores. */
export async function isTestWorkspace(read: Read): Promise<boolean> {
  return (await read(sql`SELECT 1 AS found FROM test_workspaces`)).length > 0;
}

/** Marks the workspace as a test workspace. Also marks all existing connections, and deletes all pushes. */
export async function keepTestWorkspace(tx: Db): Promise<void> {
  await tx.sql(sql`INSERT INTO test_workspaces (workspace_id) VALUES (${tx.workspaceId}::uuid) ON CONFLICT DO NOTHING`);
  await tx.sql(sql`UPDATE connections c SET is_test = true WHERE NOT c.is_test`);
  await tx.sql(
    sql`UPDATE placements p SET sync_status = ${syncStatuses.indexOf("NOT_PUSHED")}::smallint, sync_version = p.sync_version + 1`,
  );
  await tx.sql(sql`DELETE FROM store_pushes s WHERE s.workspace_id = ${tx.workspaceId}::uuid`);
}
