import { join, raw, type Statement, sql } from "../database/statement.js";
import { parameterType } from "./columns.js";
import { all } from "./operators.js";
import { directionOf, type Order, type OrderKey, orderList } from "./order.js";

/** The value of one order key of one row, as the lean reader gives it. */
export type KeyValue = string | number | boolean | readonly string[] | null;

/** A row's position: the values of all keys of the order. */
export type Position = readonly KeyValue[];

/** What a page is read from. `where` is without the position. */
export interface PageSource {
  select: Statement;
  from: Statement;
  where: Statement;
  order: Order;
}

const alias = (index: number): string => `order_key_${index}`;

/** The values of a row's order keys, out of a row that `pageStatement` has read. */
export function positionOf(order: Order, row: object): Position {
  return order.keys.map((_, index) => (row as Record<string, KeyValue>)[alias(index)] ?? null);
}

function parameter(key: OrderKey, value: KeyValue): Statement {
  return sql`${value}::${raw(parameterType(key.column))}`;
}

/** Rows whose key equals the position's. */
function same(key: OrderKey, value: KeyValue): Statement {
  return value === null ? sql`${key.column.sql} IS NULL` : sql`${key.column.sql} = ${parameter(key, value)}`;
}

/** Rows whose key comes after the position's: none, one or two conditions that exclude each other, each a range of an index. */
function later(key: OrderKey, value: KeyValue): Statement[] {
  const { column, descending } = key;
  if (value === null) return descending ? [sql`${column.sql} IS NOT NULL`] : [];
  if (descending) return [sql`${column.sql} < ${parameter(key, value)}`];
  const greater = sql`${column.sql} > ${parameter(key, value)}`;
  return column.nullable ? [greater, sql`${column.sql} IS NULL`] : [greater];
}

/**
 * The rows after a position as one condition, for orders that no index serves. Bounds on the more significant keys stand first
 * and alone where they can, so that an index on the first key still narrows the rows.
 */
function afterInOnePass(keys: readonly OrderKey[], position: Position): Statement {
  const [key, ...rest] = keys as [OrderKey, ...OrderKey[]];
  const [value, ...restPosition] = position as [KeyValue, ...KeyValue[]];
  const beyond = later(key, value);
  if (rest.length === 0) return beyond[0] as Statement;
  const tied = sql`(${same(key, value)} AND ${afterInOnePass(rest, restPosition)})`;
  const either = join([...beyond, tied], " OR ", "(", ")");
  const bounded = value !== null && (key.descending || !key.column.nullable);
  return bounded ? sql`(${key.column.sql} ${raw(key.descending ? "<=" : ">=")} ${parameter(key, value)} AND ${either})` : either;
}

/**
 * The rows after a position as disjoint conditions in the list's order, each of which an index seeks directly:
 * - one direction and no nulls: a row comparison, which a btree starts at;
 * - a key that is indexed and the primary key: first the rows tied with the position, then those beyond;
 * - all else: one condition.
 */
function afterInRanges({ keys }: Order, position: Position): Statement[] {
  const [first, second] = keys as [OrderKey, OrderKey | undefined];
  const oneWay = keys.every(({ column, descending }) => descending === first.descending && !column.nullable);
  if (oneWay) {
    const columns = join(keys.map(({ column }) => column.sql));
    const values = join(keys.map((key, index) => parameter(key, position[index] ?? null)));
    return [sql`(${columns}) ${raw(first.descending ? "<" : ">")} (${values})`];
  }
  if (keys.length !== 2 || !second || first.column.indexed === false) return [afterInOnePass(keys, position)];
  const [value = null, secondValue = null] = position;
  return [...later(second, secondValue).map((tied) => sql`${same(first, value)} AND ${tied}`), ...later(first, value)];
}

function branch({ select, from, where, order }: PageSource, range: Statement | undefined, limit: number, offset: number): Statement {
  const keys = join(order.keys.map(({ column }, index) => sql`${column.sql} AS ${raw(alias(index))}`));
  const condition = range ? all([where, range]) : where;
  const skip = offset > 0 ? ` OFFSET ${offset}` : "";
  return sql`SELECT ${select}, ${keys} FROM ${from} WHERE ${condition} ORDER BY ${orderList(order)} LIMIT ${raw(`${limit}${skip}`)}`;
}

/**
 * The statement that reads at most `limit` rows in order: from the start, after skipping `offset`, or after a position.
 * Each row has its order keys beside what `select` names (see positionOf). Limit and offset stand in the text, not in a
 * parameter: a prepared statement's generic plan would take an unknown limit for a tenth of the table.
 */
export function pageStatement(source: PageSource, page: { limit: number; offset: number; after: Position | undefined }): Statement {
  const { limit, offset, after } = page;
  if (!after) return branch(source, undefined, limit, offset);
  const ranges = afterInRanges(source.order, after);
  if (ranges.length === 1) return branch(source, ranges[0], limit, 0);
  const branches = ranges.map((range) => sql`(${branch(source, range, limit, 0)})`);
  const order = source.order.keys.map((key, index) => sql`${raw(alias(index))} ${directionOf(key)}`);
  return sql`SELECT * FROM (${join(branches, " UNION ALL ")}) AS page ORDER BY ${join(order)} LIMIT ${raw(String(limit))}`;
}
