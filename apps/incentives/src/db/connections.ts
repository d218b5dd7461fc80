import type { Read } from "@offergraph/service/db/read";
import { anyId, sql } from "@offergraph/service/db/statement";

/** Returns the ids of deleted connections that the rules or grants use. */
export async function readDeletedConnections(read: Read, users: readonly { connectionId: string | null }[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(users.flatMap(({ connectionId }) => connectionId ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await read<{ id: string }>(sql`
    SELECT k.row_id AS id FROM connection_references k WHERE k.row_id = ${anyId(ids)} AND k.is_deleted`);
  return new Set(rows.map(({ id }) => id));
}
