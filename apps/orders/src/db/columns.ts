import { raw } from "@offergraph/service/db/statement";

/**
 * Column lists of an upsert.
 * @param row one of the rows, keyed by column
 * @param key columns that identify the row, which an update leaves as they are
 */
export function upsertLists(row: object, key: readonly string[]) {
  const columns = Object.keys(row);
  const set = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  return { inserted: raw(columns.join(", ")), updated: raw(set.join(", ")) };
}
