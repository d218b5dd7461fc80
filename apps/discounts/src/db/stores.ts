import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { StoreRow } from "../services/stores/store.js";

/** Reads connections with endpoint and encrypted secret. Resolvers must not return them. */
export function readStores(read: Read, ids: readonly string[]): Promise<StoreRow[]> {
  return read<StoreRow>(sql`
    SELECT c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.slug, c.provider, c.endpoint, c.secret
    FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
}
