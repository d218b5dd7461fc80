import type { KeyObject } from "node:crypto";
import { columnOf } from "../db/plain-row.js";
import type { RequestBase } from "../subgraph/context.js";
import type { Column } from "./columns.js";
import type { FilterShape } from "./filter.js";
import type { OrderShape } from "./order.js";
import { type PageArguments, type PageRequest, readPage } from "./page.js";

/** The part of a request's context that `readList` needs. */
export type ListContext = Pick<RequestBase, "principal" | "read" | "selected"> & { readonly cursorKey: KeyObject };
export type ListArguments = PageArguments & Pick<PageRequest, "filter" | "orderBy">;

/** The definition of a list. `filter` and `orderBy` of the definition override the caller's arguments. */
export type List = Omit<PageRequest, "workspaceId" | "read" | "cursorKey" | "arguments" | "defaultFirst"> & { defaultFirst?: number };

/** Reads a page of a list in the request's workspace, by default the first 50 entries. Throws BadUserInput for invalid arguments. */
export function readList<Row extends object>({ principal, read, cursorKey }: ListContext, given: ListArguments, list: List) {
  const { workspaceId } = principal;
  const { filter, orderBy } = given;
  return readPage<Row>({ filter, orderBy, defaultFirst: 50, ...list, arguments: given, workspaceId, read, cursorKey });
}

/** Returns the filter fields of these columns. */
export const filterFields = (columns: Readonly<Record<string, Column>>): FilterShape =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, { column }]));

/** Returns a map from names of sort keys in the SDL, for example `CREATED_AT`, to the sort keys of these columns. */
export const sortKeys = (columns: Readonly<Record<string, Column>>): OrderShape["keys"] =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [columnOf(name).toUpperCase(), column]));

/** Returns the filter and the order of a list. The filter and the order contain all given columns. */
export function listedBy(columns: { rowId: Column } & Readonly<Record<string, Column>>): Pick<List, "shape" | "order"> {
  return { shape: filterFields(columns), order: { keys: sortKeys(columns), primaryKey: columns.rowId } };
}
