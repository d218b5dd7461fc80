import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { join, raw, type Statement, sql } from "../db/statement.js";
import type { Column } from "./columns.js";

export interface OrderShape {
  keys: Readonly<Record<string, Column>>;
  /** Unique column. Lists are in the order of this column for `PRIMARY_KEY_ASC`, for `NATURAL`, and without an orderBy argument. */
  primaryKey: Column;
}

/** One key of an order. As in PostgreSQL, nulls come last in ascending order and first in descending order. */
export interface OrderKey {
  name: string;
  column: Column;
  descending: boolean;
}

/** The last key is the primary key, so two rows never have the same position. */
export interface Order {
  keys: readonly OrderKey[];
}

const primaryKeyName = "PRIMARY_KEY";

function parseKey(shape: OrderShape, value: string, path: string): OrderKey {
  if (value === "NATURAL") return { name: primaryKeyName, column: shape.primaryKey, descending: false };
  const [, name = "", direction] = /^(.+)_(ASC|DESC)$/.exec(value) ?? [];
  const column = name === primaryKeyName ? shape.primaryKey : Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined;
  if (!column) throw new BadUserInput(path, `${path}: this query cannot sort by "${value}".`);
  const isPrimary = column.sql.sql === shape.primaryKey.sql.sql;
  return { name: isPrimary ? primaryKeyName : name, column, descending: direction === "DESC" };
}

/** Compiles an orderBy argument. Appends the primary key, and drops duplicates and keys after the primary key. Throws BadUserInput. */
export function compileOrder(shape: OrderShape, orderBy: readonly string[] | null | undefined): Order {
  const keys: OrderKey[] = [];
  for (const [index, value] of [...(orderBy ?? []), `${primaryKeyName}_ASC`].entries()) {
    const key = parseKey(shape, value, `orderBy.${index}`);
    if (!keys.some(({ name }) => name === key.name)) keys.push(key);
    if (key.name === primaryKeyName) break;
  }
  return { keys };
}

export function directionOf(key: OrderKey): Statement {
  return raw(key.descending ? "DESC" : "ASC");
}

export function orderList(order: Order): Statement {
  return join(
    order.keys.map((key) => sql`${key.column.sql} ${directionOf(key)}`),
    ", ",
  );
}
