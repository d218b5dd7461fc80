import { join, raw, type Statement, sql } from "../database/statement.js";
import { parameterType } from "./columns.js";
import { all } from "./operators.js";
import { directionOf, type Order, type OrderKey, orderList } from "./order.js";
import { everything } from "./truth.js";

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

/** Some of a list's rows, which an index seeks directly. */
interface Range {
  condition: Statement;
  /** Whether the first key orders nothing here, and PostgreSQL does not see it. */
  isTied: boolean;
}

const range = (condition: Statement, isTied = false): Range => ({ condition, isTied });

/**
 * Whether rows without a value for this key are ordered by the others alone: they all come first, and an index without that direction
 * would have each of them sorted. Of equal values PostgreSQL sees by itself that they need no sort.
 */
const startsWithNulls = ({ column, descending }: OrderKey): boolean => descending && column.nullable && column.indexed === "ascending";

/**
 * The rows after a position as disjoint ranges in the list's order:
 * - one direction and no nulls: a row comparison, which a btree starts at;
 * - a key that is indexed and the primary key: first the rows tied with the position, then those beyond;
 * - all else: one range.
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

/** All rows as ranges in the list's order. */
function allInRanges({ keys }: Order): Range[] {
  const [first] = keys as [OrderKey];
  if (keys.length !== 2 || !startsWithNulls(first)) return [range(everything)];
  return [range(sql`${first.column.sql} IS NULL`, true), range(sql`${first.column.sql} IS NOT NULL`)];
}

/** A source of which all columns are wanted, or the order keys alone. */
type RowSource = Omit<PageSource, "select"> & { select?: Statement };

function branch({ select, from, where, order }: RowSource, { condition, isTied }: Range, limit: number, offset: number): Statement {
  const keys = join(order.keys.map(({ column }, index) => sql`${column.sql} AS ${raw(alias(index))}`));
  const wanted = condition === everything ? where : all([where, condition]);
  const by = isTied ? { ...order, keys: order.keys.slice(1) } : order;
  const skip = offset > 0 ? ` OFFSET ${offset}` : "";
  const list = select ? sql`${select}, ${keys}` : keys;
  return sql`SELECT ${list} FROM ${from} WHERE ${wanted} ORDER BY ${orderList(by)} LIMIT ${raw(`${limit}${skip}`)}`;
}

/** The order of rows that were read with their order keys. */
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

/** Which rows are read: at most `limit`, from the start, after skipping `offset`, or after a position. */
interface Page {
  limit: number;
  offset: number;
  after: Position | undefined;
}

/**
 * The statement that reads the rows of a page in order. Each row has its order keys beside what `select` names (see positionOf).
 * Limit and offset stand in the text, not in a parameter: a prepared statement's generic plan would take an unknown limit for a
 * tenth of the table. Where no index serves the order to its end, rows have to be sorted: there they pass the sort with their keys alone,
 * a third of the work or, where the keys are all in an index, less, and those of the page are looked up afterwards.
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
