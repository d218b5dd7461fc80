import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { StoreRow } from "../stores/store.js";

/** Connections as their providers need them, secrets sealed. Never what a resolver answers with. */
export function readStores(read: Read, ids: readonly string[]): Promise<StoreRow[]> {
  return read<StoreRow>(sql`
    SELECT c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.slug, c.provider, c.endpoint, c.secret
    FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
}
