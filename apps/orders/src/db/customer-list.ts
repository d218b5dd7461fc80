import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import { type PageArguments, readPage } from "@offergraph/service/filters/page";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { sortKeys } from "./columns.js";
import { type CustomerPage, type CustomerRow, customerColumns } from "./rows.js";

const columns = {
  createdAt: { sql: sql`c.created_at`, kind: "datetime", nullable: false },
  email: { sql: sql`c.email`, kind: "text", nullable: true, indexed: false },
  firstSeenAt: { sql: sql`c.first_seen_at`, kind: "datetime", nullable: true, indexed: false },
  lastSeenAt: { sql: sql`c.last_seen_at`, kind: "datetime", nullable: true, indexed: "ascending" },
  name: { sql: sql`c.name`, kind: "text", nullable: true, indexed: false },
  ref: { sql: sql`c.ref`, kind: "text", normalize: normalCustomerRef, nullable: true, indexed: "ascending" },
  updatedAt: { sql: sql`c.updated_at`, kind: "datetime", nullable: false, indexed: "ascending" },
} as const satisfies Record<string, Column>;

const rowId = { sql: sql`c.row_id`, kind: "uuid", nullable: false } as const;
const filterFields = Object.entries({ ...columns, rowId }).map(([name, column]) => [name, { column }]);

type PageContext = Pick<RequestBase, "principal" | "read"> & { readonly cursorKey: Buffer };
type ListArguments = PageArguments & { filter?: object | null | undefined; orderBy?: readonly string[] | null | undefined };

export function readCustomerPage({ principal, read, cursorKey }: PageContext, given: ListArguments): Promise<CustomerPage> {
  return readPage<CustomerRow>({
    operation: "list_customers",
    workspaceId: principal.workspaceId,
    read,
    select: customerColumns,
    from: sql`customers c`,
    filter: given.filter,
    shape: Object.fromEntries(filterFields),
    order: { keys: sortKeys(columns), primaryKey: rowId },
    orderBy: given.orderBy,
    arguments: given,
    defaultFirst: 50,
    cursorKey,
  });
}
