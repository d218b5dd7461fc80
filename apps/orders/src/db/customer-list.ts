import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import { type ListArguments, type ListContext, listedBy, readList } from "@offergraph/service/filters/list";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { type CustomerPage, type CustomerRow, customerColumns } from "./rows.js";

const columns = {
  rowId: { sql: sql`c.row_id`, kind: "uuid", nullable: false },
  createdAt: { sql: sql`c.created_at`, kind: "datetime", nullable: false },
  email: { sql: sql`c.email`, kind: "text", nullable: true, indexed: false },
  firstSeenAt: { sql: sql`c.first_seen_at`, kind: "datetime", nullable: true, indexed: false },
  lastSeenAt: { sql: sql`c.last_seen_at`, kind: "datetime", nullable: true, indexed: "ascending" },
  name: { sql: sql`c.name`, kind: "text", nullable: true, indexed: false },
  ref: { sql: sql`c.ref`, kind: "text", normalize: normalCustomerRef, nullable: true, indexed: "ascending" },
  updatedAt: { sql: sql`c.updated_at`, kind: "datetime", nullable: false, indexed: "ascending" },
} as const satisfies Record<string, Column>;

export function readCustomerPage(context: ListContext, given: ListArguments): Promise<CustomerPage> {
  const source = { select: customerColumns, from: sql`customers c`, ...listedBy(columns) };
  return readList<CustomerRow>(context, given, { operation: "list_customers", ...source });
}
