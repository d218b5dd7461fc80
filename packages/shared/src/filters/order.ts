import { join, raw, type Statement, sql } from "../database/statement.js";
import { BadUserInput } from "../errors/public-error.js";
import type { Column } from "./columns.js";

/** What a list can be ordered by: its keys by their names in the SDL's enum, without `_ASC` or `_DESC`. */
export interface OrderShape {
  keys: Readonly<Record<string, Column>>;
  /** The column that tells all rows apart; also orders by PRIMARY_KEY, NATURAL and where no order is given. */
  primaryKey: Column;
}

/** One key of an order. Nulls come last ascending and first descending, as PostgreSQL's indexes have them. */
export interface OrderKey {
  name: string;
  column: Column;
  descending: boolean;
}

/** A total order: the last of its keys is the primary key. */
export interface Order {
  keys: readonly OrderKey[];
}

const primaryKeyName = "PRIMARY_KEY";

function parseKey(shape: OrderShape, value: string, path: string): OrderKey {
  if (value === "NATURAL") return { name: primaryKeyName, column: shape.primaryKey, descending: false };
  const [, name = "", direction] = /^(.+)_(ASC|DESC)$/.exec(value) ?? [];
  const column = name === primaryKeyName ? shape.primaryKey : Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined;
  if (!column) throw new BadUserInput(path, `${path} is not an order of this list.`);
  const isPrimary = column.sql.sql === shape.primaryKey.sql.sql;
  return { name: isPrimary ? primaryKeyName : name, column, descending: direction === "DESC" };
}

/**
 * Compiles an orderBy argument, most significant key first, to a total order (decisions.md 2): the primary key, ascending, ends
 * it unless it is in there already. What follows the primary key, and a key's second mention, decide nothing and are left out.
 * @throws BadUserInput for a value that is no key of the shape with a direction, nor NATURAL
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

/** The direction of a key in an ORDER BY, e.g. `DESC`. */
export function directionOf(key: OrderKey): Statement {
  return raw(key.descending ? "DESC" : "ASC");
}

/** The list of an ORDER BY over the columns themselves. */
export function orderList(order: Order): Statement {
  return join(
    order.keys.map((key) => sql`${key.column.sql} ${directionOf(key)}`),
    ", ",
  );
}
