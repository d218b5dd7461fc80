import { columnList, columnOf } from "@offergraph/service/db/plain-row";
import { raw } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";

/** Returns the column lists for an upsert of rows with these fields. An update does not change the key fields. */
export function upsertLists(row: object, key: readonly string[]) {
  const updated = Object.keys(row).filter((field) => !key.includes(field));
  return { inserted: columnList(row), updated: raw(updated.map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`).join(", ")) };
}

/** Returns the sort keys of these columns, with their names in the SDL. */
export function sortKeys(columns: Readonly<Record<string, Column>>): Record<string, Column> {
  return Object.fromEntries(Object.entries(columns).map(([field, column]) => [columnOf(field).toUpperCase(), column]));
}
