import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { ConnectionReferenceRow } from "@offergraph/shared/references/queries";

/** Reads all connections of the workspace in the local read model. */
export function readAllConnections(read: Read): Promise<ConnectionReferenceRow[]> {
  return read(sql`SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c ORDER BY c.slug, c.row_id`);
}
