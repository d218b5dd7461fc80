import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import { type ListArguments, type ListContext, listedBy, readList } from "@offergraph/service/filters/list";
import { connectionColumns } from "./connections.js";
import type { ConnectionRow } from "./rows.js";

const columns = {
  rowId: { sql: sql`c.row_id`, kind: "uuid", nullable: false },
  name: { sql: sql`c.name`, kind: "text", nullable: false },
  slug: { sql: sql`c.slug`, kind: "text", nullable: false },
  provider: { sql: sql`c.provider`, kind: "text", nullable: false },
  isTest: { sql: sql`c.is_test`, kind: "boolean", nullable: false },
  createdAt: { sql: sql`c.created_at`, kind: "datetime", nullable: false },
  updatedAt: { sql: sql`c.updated_at`, kind: "datetime", nullable: false },
} as const satisfies Record<string, Column>;

export function readConnectionPage(context: ListContext, given: ListArguments) {
  const source = { select: connectionColumns, from: sql`connections c`, ...listedBy(columns) };
  return readList<ConnectionRow>(context, given, { operation: "list_connections", ...source });
}
