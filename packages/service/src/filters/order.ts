import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { join, raw, type Statement, sql } from "../db/statement.js";
import type { Column } from "./columns.js";

export interface OrderShape {
  keys: Readonly<Record<string, Column>>;
  /** Unique column that sorts a list if orderBy is `PRIMARY_KEY_ASC`, `NATURAL` or absent. */
  primaryKey: Column;
}

/** One key of an order. As in PostgreSQL, nulls come last in ascending order and first in descending order. */
export interface OrderKey {
  name: string;
  column: Column;
  descending: boolean;
}

/** Order of a list. The last key is the primary key, so two rows never have the same position. */
export interface Order {
  keys: readonly OrderKey[];
}

const primaryKeyName = "PRIMARY_KEY";

function parseKey(shape: OrderShape, value: string, path: string): OrderKey {
  if (value === "NATURAL") return { name: primaryKeyName, column: shape.primaryKey, descending: false };
  const [, name = "", direction] = /^(.+)_(ASC|DESC)$/.exec(value) ?? [];
  const column = name === primaryKeyName ? shape.primaryKey : Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined;
  if (!column) {
    const known = [...Object.keys(shape.keys), primaryKeyName].join(", ");
    throw new BadUserInput(path, `${path}: this query cannot sort by "${value}". Allowed, with the suffix _ASC or _DESC: ${known}.`);
  }
  const isPrimary = column.sql.sql === shape.primaryKey.sql.sql;
  return { name: isPrimary ? primaryKeyName : name, column, descending: direction === "DESC" };
}

/**
 * Compiles an orderBy argument. Appends the primary key, and drops duplicates and keys after the primary key. Throws BadUserInput for an
 * invalid argument.
 */
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
