import { isUuid } from "@offergraph/shared/schema/formats";
import type { RequestBase } from "./context.js";

/**
 * Creates the `__resolveReference` of an entity with `@key(fields: "rowId")`. The rows of a request are read in batches. A `rowLoader` with
 * the same `name` uses the same DataLoader. `readRows` gets distinct lower-case ids and may return the rows in any order.
 */
export function referenceResolver<Row extends { rowId: string }, Context extends RequestBase>(
  name: string,
  readRows: (context: Context, ids: readonly string[]) => Promise<Row[]>,
): (reference: { rowId: string }, context: Context) => Promise<Row | null> {
  const load = rowLoader(name, readRows);
  return ({ rowId }, context) => load(context, rowId);
}

interface RowLoader<Row, Context> {
  (context: Context, id: string): Promise<Row | null>;
  /** Gives the loader a row that another statement has read. */
  prime(context: Context, row: Row): void;
}

/** Loads one row by id. The rows of a request are read in batches. See `referenceResolver` for the parameters. */
export function rowLoader<Row extends { rowId: string }, Context extends RequestBase>(
  name: string,
  readRows: (context: Context, ids: readonly string[]) => Promise<Row[]>,
): RowLoader<Row, Context> {
  const loaderOf = (context: Context) =>
    context.load<string, Row | null>(name, async (ids) => {
      const rows = new Map((await readRows(context, ids)).map((row) => [row.rowId, row]));
      return ids.map((one) => rows.get(one) ?? null);
    });
  const load = async (context: Context, id: string) => (isUuid(id) ? loaderOf(context).load(id.toLowerCase()) : null);
  return Object.assign(load, { prime: (context: Context, row: Row) => void loaderOf(context).prime(row.rowId, row) });
}

/** Loads the list that belongs to an id. The lists of a request are read in batches. `readLists` may omit the ids of empty lists. */
export function listLoader<Row, Context extends RequestBase>(
  name: string,
  readLists: (context: Context, ids: readonly string[]) => Promise<Map<string, Row[]>>,
): (context: Context, id: string) => Promise<Row[]> {
  return (context, id) => {
    const loader = context.load<string, Row[]>(name, async (ids) => {
      const lists = await readLists(context, ids);
      return ids.map((one) => lists.get(one) ?? []);
    });
    return loader.load(id);
  };
}
