import { isUuid } from "../schema/formats.js";
import type { RequestBase } from "./context.js";

/**
 * The `__resolveReference` of an entity with `@key(fields: "rowId")`: however many references a request brings, one statement reads them.
 * A reference to nothing, or to another workspace's record, is null.
 * @param name of the loader; resolvers that load the same rows by id share it through `rowLoader`
 * @param readRows reads the rows of these ids (UUIDs in lower case, each once), in any order
 */
export function referenceResolver<Row extends { rowId: string }, Context extends RequestBase>(
  name: string,
  readRows: (context: Context, ids: readonly string[]) => Promise<Row[]>,
): (reference: { rowId: string }, context: Context) => Promise<Row | null> {
  const load = rowLoader(name, readRows);
  return ({ rowId }, context) => load(context, rowId);
}

/** Loads one row by id, batched over the request; see `referenceResolver`. */
export function rowLoader<Row extends { rowId: string }, Context extends RequestBase>(
  name: string,
  readRows: (context: Context, ids: readonly string[]) => Promise<Row[]>,
): (context: Context, id: string) => Promise<Row | null> {
  return async (context, id) => {
    if (!isUuid(id)) return null;
    const loader = context.load<string, Row | null>(name, async (ids) => {
      const rows = new Map((await readRows(context, ids)).map((row) => [row.rowId, row]));
      return ids.map((one) => rows.get(one) ?? null);
    });
    return loader.load(id.toLowerCase());
  };
}

/** Loads the list that belongs to one id, batched over the request; `readLists` leaves out the ids that have nothing. */
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
