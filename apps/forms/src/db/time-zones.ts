import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { SqlTx } from "../tx.js";

/** Stores the workspace's time zone, unless the stored time zone is newer. */
export async function storeTimeZone(tx: SqlTx, timeZone: string, updatedAt: string): Promise<void> {
  await tx.sql(sql`
    INSERT INTO workspace_time_zones AS kept (workspace_id, updated_at, time_zone)
    VALUES (${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${timeZone}::text)
    ON CONFLICT (workspace_id) DO UPDATE SET updated_at = excluded.updated_at, time_zone = excluded.time_zone
    WHERE kept.updated_at <= excluded.updated_at`);
}

/** Reads the time zone of the workspace's statistics. Returns undefined if no event or lookup has yet provided the time zone. */
export async function findTimeZone(read: Read): Promise<string | undefined> {
  const [row] = await read<{ timeZone: string }>(sql`SELECT z.time_zone AS "timeZone" FROM workspace_time_zones z`);
  return row?.timeZone;
}

export const readTimeZone = async (read: Read): Promise<string> => (await findTimeZone(read)) ?? "UTC";
