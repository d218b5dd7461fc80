import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";

/** Returns the ids of deleted connections that the rules or grants use. */
export async function readDeletedConnections(read: Read, users: readonly { connectionId: string | null }[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(users.flatMap(({ connectionId }) => connectionId ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await read<{ id: string }>(sql`
    SELECT k.row_id AS id FROM ${rowsById("connection_references", ids)} k WHERE k.is_deleted`);
  return new Set(rows.map(({ id }) => id));
}
