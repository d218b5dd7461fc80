import { columnList, columnOf } from "@offergraph/service/db/plain-row";
import { raw } from "@offergraph/service/db/statement";

/** Returns the column lists for an upsert of rows like `row`. An update does not change the key fields. */
export function upsertLists(row: object, key: readonly string[]) {
  const updated = Object.keys(row).filter((field) => !key.includes(field));
  return { inserted: columnList(row), updated: raw(updated.map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`).join(", ")) };
}
