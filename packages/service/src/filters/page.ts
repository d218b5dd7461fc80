import type { KeyObject } from "node:crypto";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import type { Read } from "../db/read.js";
import { type Statement, sql } from "../db/statement.js";
import { matchAll } from "./columns.js";
import { Connection } from "./connection.js";
import { type CursorCodec, cursorCodec } from "./cursor.js";
import { compileFilter, type FilterShape } from "./filter.js";
import { type PageSource, type Position, pageStatement } from "./keyset.js";
import { all } from "./operators.js";
import { compileOrder, type Order, type OrderShape } from "./order.js";

/** Maximum value of `first` and `last`. */
export const maxFirst = 1_000;
export const maxOffset = 25_000;

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  offset?: number | null | undefined;
  /** `last` takes precedence over `first`, because `first` may have a default in the schema. */
  last?: number | null | undefined;
  before?: string | null | undefined;
}

export interface PageRequest {
  /** The list for which cursors are valid: the name of the GraphQL operation, and the record's id if the list belongs to one record. */
  operation: string;
  workspaceId: string;
  read<Found extends object>(statement: Statement): Promise<Found[]>;
  /** The select list with aliases. The prefix `order_key_` is reserved. */
  select: Statement;
  /** The FROM clause: a table with an alias, and joins that keep one row per record. */
  from: Statement;
  /** A condition that rows must meet in addition to the caller's `filter`. */
  where?: Statement | undefined;
  filter?: object | null | undefined;
  /** Name of the filter argument in error messages; defaults to "filter". */
  filterArgument?: string;
  /** The fields of `filter`, or a function that returns them if the caller sent a filter. */
  shape: FilterShape | ((read: Read) => FilterShape);
  order: OrderShape;
  orderBy?: readonly string[] | null | undefined;
  arguments: PageArguments;
  defaultFirst: number;
  /**
   * If `withTotal` is false or null, the rows are not counted. If `withTotal` is undefined, the rows are counted when the query selects
   * `totalCount`.
   */
  withTotal?: boolean | null | undefined;
  /** The key that signs cursors: deriveKey(signing key, "cursor"). */
  cursorKey: KeyObject;
}

function bounded(name: string, value: number, greatest: number): number {
  if (!Number.isInteger(value) || value < 0 || value > greatest)
    throw new BadUserInput(name, `\`${name}\` must be a whole number from 0 to ${greatest}.`);
  return value;
}

async function countRows(request: PageRequest, where: Statement): Promise<number> {
  const rows = await request.read<{ total: number }>(sql`SELECT count(*)::integer AS total FROM ${request.from} WHERE ${where}`);
  return rows[0]?.total ?? 0;
}

/** Computes hasPreviousPage for a page with `first`, or hasNextPage for a page with `last`. */
async function skippedRows(
  request: PageRequest,
  source: PageSource,
  page: { offset: number; after: Position | undefined },
  found: boolean,
) {
  if (page.after) return true;
  if (page.offset === 0 || found) return page.offset > 0;
  const rows = await request.read<object>(pageStatement(source, { limit: 1, offset: 0, after: undefined }));
  return rows.length > 0;
}

/**
 * Reads one page. With `first`, reads the rows after `offset` rows or after the cursor `after`. With `last`, reads the last rows of the
 * list, or the last rows before the cursor `before`. Throws BadUserInput for invalid arguments.
 */
export async function readPage<Row extends object>(request: PageRequest): Promise<Connection<Row>> {
  const { workspaceId, operation, filter, cursorKey, withTotal } = request;
  const isBackward = isBackwardPage(request.arguments);
  const order = compileOrder(request.order, request.orderBy);
  const cursors = cursorCodec({ key: cursorKey, workspaceId, operation, order, filter });
  const page = isBackward ? lastPage(request.arguments, cursors) : firstPage(request, cursors);
  const conditions = [request.where ?? matchAll, await filterOf(request)];
  const where = all(conditions.filter((condition) => condition !== matchAll));
  const source: PageSource = { select: request.select, from: request.from, where, order: isBackward ? reversed(order) : order };
  const [rows, total] = await Promise.all([
    request.read<Row>(pageStatement(source, { ...page, limit: page.size + 1 })),
    withTotal ? countRows(request, where) : null,
  ]);
  const nodes = rows.slice(0, page.size);
  const hasMore = rows.length > page.size;
  const skipped = await skippedRows(request, source, page, rows.length > 0);
  return new Connection<Row>({
    nodes: isBackward ? nodes.reverse() : nodes,
    order,
    cursors,
    hasNextPage: isBackward ? skipped : hasMore,
    hasPreviousPage: isBackward ? hasMore : skipped,
    total: withTotal === undefined ? () => countRows(request, where) : total,
  });
}

async function filterOf({ shape, read, filter, filterArgument = "filter" }: PageRequest): Promise<Statement> {
  if (filter === null || filter === undefined) return matchAll;
  return compileFilter(typeof shape === "function" ? shape(read) : shape, filter, filterArgument);
}

interface PageSize {
  size: number;
  offset: number;
  after: Position | undefined;
}

function firstPage({ arguments: given, defaultFirst }: PageRequest, cursors: CursorCodec): PageSize {
  const size = bounded("first", given.first ?? defaultFirst, maxFirst);
  const offset = bounded("offset", given.offset ?? 0, maxOffset);
  const cursor = given.after ?? undefined;
  if (cursor !== undefined && offset > 0)
    throw new BadUserInput("after", "`after` and `offset` cannot be combined. Use `after` or `offset`, not both.");
  return { size, offset, after: cursor === undefined ? undefined : cursors.decode(cursor, "after") };
}

/**
 * True if the arguments request the last rows of a list, or the last rows before a cursor. Throws BadUserInput for a combination of forward
 * and backward arguments.
 */
function isBackwardPage({ last, before, after, offset }: PageArguments): boolean {
  if ((last ?? before ?? undefined) === undefined) return false;
  if ((last ?? undefined) === undefined)
    throw new BadUserInput("last", "`before` requires `last`, which sets the maximum number of entries.");
  for (const [name, value] of [["after", after] as const, ["offset", offset || undefined] as const])
    if ((value ?? undefined) !== undefined)
      throw new BadUserInput(name, `\`${name}\` and \`last\` cannot be combined. Use \`before\` with \`last\`.`);
  return true;
}

function lastPage({ last, before }: PageArguments, cursors: CursorCodec): PageSize {
  const cursor = before ?? undefined;
  const after = cursor === undefined ? undefined : cursors.decode(cursor, "before");
  return { size: bounded("last", last ?? 0, maxFirst), offset: 0, after };
}

function reversed({ keys }: Order): Order {
  return { keys: keys.map((key) => ({ ...key, descending: !key.descending })) };
}
