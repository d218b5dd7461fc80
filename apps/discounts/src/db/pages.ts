import type { Statement } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { type PageArguments, readPage } from "@offergraph/service/filters/page";
import type { RequestBase } from "@offergraph/service/subgraph/context";

export type PageContext = Pick<RequestBase, "principal" | "read"> & { readonly cursorKey: Buffer };
export type ListArguments = PageArguments & { filter?: object | null | undefined; orderBy?: readonly string[] | null | undefined };

interface List {
  operation: string;
  select: Statement;
  from: Statement;
  /** Columns to filter and sort by. */
  columns: { rowId: Column } & Record<string, Column>;
  /** Other conditions of the filter. */
  conditions?: FilterShape;
}

/** Returns the sort key of a field without its direction, e.g. CREATED_AT. */
export const sortKey = (field: string): string => field.replace(/[A-Z]/g, "_$&").toUpperCase();

/** Reads a page of a list, newest first by default. */
export function readListPage<Row extends object>(
  { principal, read, cursorKey }: PageContext,
  given: ListArguments,
  { operation, select, from, columns, conditions }: List,
) {
  const { rowId, ...sortable } = columns;
  return readPage<Row>({
    ...{ operation, select, from, read, cursorKey, workspaceId: principal.workspaceId, filter: given.filter },
    shape: { ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, { column }])), ...conditions },
    order: { keys: Object.fromEntries(Object.entries(sortable).map(([field, column]) => [sortKey(field), column])), primaryKey: rowId },
    orderBy: given.orderBy ?? ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 50,
  });
}
