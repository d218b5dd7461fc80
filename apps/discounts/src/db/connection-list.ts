import { sql } from "@offergraph/service/db/statement";
import { type PageArguments, readPage } from "@offergraph/service/filters/page";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import { connectionColumns } from "./connections.js";
import type { ConnectionRow } from "./rows.js";

const rowId = { sql: sql`c.row_id`, kind: "uuid", nullable: false } as const;
const name = { sql: sql`c.name`, kind: "text", nullable: false } as const;
const slug = { sql: sql`c.slug`, kind: "text", nullable: false } as const;
const createdAt = { sql: sql`c.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`c.updated_at`, kind: "datetime", nullable: false } as const;

type PageContext = Pick<RequestBase, "principal" | "read"> & { readonly cursorKey: Buffer };
type ListArguments = PageArguments & { filter?: object | null | undefined; orderBy?: readonly string[] | null | undefined };

export function readConnectionPage({ principal, read, cursorKey }: PageContext, given: ListArguments) {
  return readPage<ConnectionRow>({
    operation: "list_connections",
    workspaceId: principal.workspaceId,
    read,
    select: connectionColumns,
    from: sql`connections c`,
    filter: given.filter,
    shape: {
      rowId: { column: rowId },
      name: { column: name },
      slug: { column: slug },
      provider: { column: { sql: sql`c.provider`, kind: "text", nullable: false } },
      isTest: { column: { sql: sql`c.is_test`, kind: "boolean", nullable: false } },
      createdAt: { column: createdAt },
      updatedAt: { column: updatedAt },
    },
    order: { keys: { CREATED_AT: createdAt, NAME: name, SLUG: slug, UPDATED_AT: updatedAt }, primaryKey: rowId },
    orderBy: given.orderBy,
    arguments: given,
    defaultFirst: 50,
    cursorKey,
  });
}
