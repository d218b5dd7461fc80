import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";

/** Returns the ids that belong to existing responses. */
export async function readKnownResponses(read: Read, ids: readonly string[]): Promise<Set<string>> {
  const rows = await read<{ rowId: string }>(sql`
    SELECT r.row_id AS "rowId" FROM form_responses r WHERE r.row_id = ANY(${ids}::uuid[])`);
  return new Set(rows.map(({ rowId }) => rowId));
}
