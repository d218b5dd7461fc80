import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { ConnectionReferenceRow } from "@offergraph/service/replicas/queries";

/** Reads all connections of the workspace in the local read model. */
export function readAllConnections(read: Read): Promise<ConnectionReferenceRow[]> {
  return read(sql`SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c ORDER BY c.slug, c.row_id`);
}
