import { join, raw, type Statement, sql } from "../db/statement.js";
import { matchAll, parameterType } from "./columns.js";
import { all } from "./operators.js";
import { directionOf, type Order, type OrderKey, orderList } from "./order.js";

export type KeyValue = string | number | boolean | readonly string[] | null;

export type Position = readonly KeyValue[];

/** The list from which a page is read. `where` matches all rows of the list. */
export interface PageSource {
  select: Statement;
  from: Statement;
  where: Statement;
  order: Order;
}

const alias = (index: number): string => `order_key_${index}`;

export function positionOf(order: Order, row: object): Position {
  return order.keys.map((_, index) => (row as Record<string, KeyValue>)[alias(index)] ?? null);
}

function parameter(key: OrderKey, value: KeyValue): Statement {
  return sql`${value}::${raw(parameterType(key.column))}`;
}

function same(key: OrderKey, value: KeyValue): Statement {
  return value === null ? sql`${key.column.sql} IS NULL` : sql`${key.column.sql} = ${parameter(key, value)}`;
}

/** Returns disjoint conditions for the rows whose key comes after `value`. Each condition matches one contiguous range of an index. */
function later(key: OrderKey, value: KeyValue): Statement[] {
  const { column, descending } = key;
  if (value === null) return descending ? [sql`${column.sql} IS NOT NULL`] : [];
  if (descending) return [sql`${column.sql} < ${parameter(key, value)}`];
  const greater = sql`${column.sql} > ${parameter(key, value)}`;
  return column.nullable ? [greater, sql`${column.sql} IS NULL`] : [greater];
}

/**
 * Returns one condition for all rows after a position. If possible, the condition limits the first key, so that PostgreSQL can use an
 * index.
 */
function afterInOnePass(keys: readonly OrderKey[], position: Position): Statement {
  const [key, ...laterKeys] = keys as [OrderKey, ...OrderKey[]];
  const [value, ...laterPosition] = position as [KeyValue, ...KeyValue[]];
  const beyond = later(key, value);
  if (laterKeys.length === 0) return beyond[0] as Statement;
  const tied = sql`(${same(key, value)} AND ${afterInOnePass(laterKeys, laterPosition)})`;
  const either = join([...beyond, tied], " OR ", "(", ")");
  const bounded = value !== null && (key.descending || !key.column.nullable);
  return bounded ? sql`(${key.column.sql} ${raw(key.descending ? "<=" : ">=")} ${parameter(key, value)} AND ${either})` : either;
}

interface Range {
  condition: Statement;
  /** True if the first key is null in all rows of the range. ORDER BY omits this key to avoid a sort. */
  isTied: boolean;
}

const range = (condition: Statement, isTied = false): Range => ({ condition, isTied });

/**
 * True if the order starts with nulls and the index supports only ascending orders. The rows with null form a separate range, because
 * PostgreSQL would have to sort a range that contains all rows.
 */
const startsWithNulls = ({ column, descending }: OrderKey): boolean => descending && column.nullable && column.indexed === "ascending";

/**
 * Returns disjoint ranges of the rows after a position, in list order. If all keys have the same direction and cannot be null, returns one
 * range with a row comparison. If there are two keys and the first key has an index, returns several ranges. The first ranges contain the
 * rows whose first key equals the first key of the position. The last ranges contain the rows with a later first key. In all other cases,
 * returns one range.
 */
function afterInRanges({ keys }: Order, position: Position): Range[] {
  const [first, second] = keys as [OrderKey, OrderKey | undefined];
  const oneWay = keys.every(({ column, descending }) => descending === first.descending && !column.nullable);
  if (oneWay) {
    const columns = join(keys.map(({ column }) => column.sql));
    const values = join(keys.map((key, index) => parameter(key, position[index] ?? null)));
    return [range(sql`(${columns}) ${raw(first.descending ? "<" : ">")} (${values})`)];
  }
  if (keys.length !== 2 || !second || first.column.indexed === false) return [range(afterInOnePass(keys, position))];
  const [value = null, secondValue = null] = position;
  const isTied = value === null && startsWithNulls(first);
  const tied = later(second, secondValue).map((beyond) => range(sql`${same(first, value)} AND ${beyond}`, isTied));
  return [...tied, ...later(first, value).map((beyond) => range(beyond))];
}

function allInRanges({ keys }: Order): Range[] {
  const [first] = keys as [OrderKey];
  if (keys.length !== 2 || !startsWithNulls(first)) return [range(matchAll)];
  return [range(sql`${first.column.sql} IS NULL`, true), range(sql`${first.column.sql} IS NOT NULL`)];
}

type RowSource = Omit<PageSource, "select"> & { select?: Statement };

function branch({ select, from, where, order }: RowSource, { condition, isTied }: Range, limit: number, offset: number): Statement {
  const keys = join(order.keys.map(({ column }, index) => sql`${column.sql} AS ${raw(alias(index))}`));
  const wanted = condition === matchAll ? where : all([where, condition]);
  const by = isTied ? { ...order, keys: order.keys.slice(1) } : order;
  const skip = offset > 0 ? ` OFFSET ${offset}` : "";
  const list = select ? sql`${select}, ${keys}` : keys;
  return sql`SELECT ${list} FROM ${from} WHERE ${wanted} ORDER BY ${orderList(by)} LIMIT ${raw(`${limit}${skip}`)}`;
}

const byKeys = ({ keys }: Order): Statement => join(keys.map((key, index) => sql`${raw(alias(index))} ${directionOf(key)}`));

function rowsOfPage(source: RowSource, { limit, offset, after }: Page): Statement {
  const ranges = after ? afterInRanges(source.order, after) : allInRanges(source.order);
  const [only] = ranges;
  if (only && ranges.length === 1) return branch(source, only, limit, offset);
  const branches = join(
    ranges.map((one) => sql`(${branch(source, one, limit + offset, 0)})`),
    " UNION ALL ",
  );
  const skip = offset > 0 ? ` OFFSET ${offset}` : "";
  return sql`SELECT * FROM (${branches}) AS page ORDER BY ${byKeys(source.order)} LIMIT ${raw(`${limit}${skip}`)}`;
}

/** The rows to read: at most `limit` rows, after `offset` rows or after a position. */
interface Page {
  limit: number;
  offset: number;
  after: Position | undefined;
}

/**
 * Builds the statement that reads a page with its order keys (see `positionOf`). Limit and offset are literals, because for a LIMIT
 * parameter, PostgreSQL's generic plan assumes that the page has a tenth of all rows. Without an index for the order, the statement sorts
 * only the keys. Sorting whole rows would take at least three times as long.
 */
export function pageStatement(source: PageSource, page: Page): Statement {
  const { select, from, where, order } = source;
  const [first] = order.keys;
  const last = order.keys.at(-1);
  const { indexed = true } = first?.column ?? {};
  if (indexed === true || !last) return rowsOfPage(source, page);
  const keys = join(order.keys.map((_, index) => raw(`found.${alias(index)}`)));
  const primaryKey = raw(`found.${alias(order.keys.length - 1)}`);
  const found = rowsOfPage({ from, where, order }, page);
  return sql`SELECT ${select}, ${keys} FROM (${found}) AS found JOIN ${from} ON ${last.column.sql} = ${primaryKey} ORDER BY ${byKeys(order)}`;
}
