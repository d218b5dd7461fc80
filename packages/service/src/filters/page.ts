import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { type Statement, sql } from "../db/statement.js";
import { matchAll } from "./columns.js";
import { Connection } from "./connection.js";
import { cursorCodec } from "./cursor.js";
import { compileFilter, type FilterShape } from "./filter.js";
import { type PageSource, type Position, pageStatement } from "./keyset.js";
import { all } from "./operators.js";
import { compileOrder, type OrderShape } from "./order.js";

/** Maximum values of `first` and `offset`. */
export const maxFirst = 1_000;
export const maxOffset = 25_000;

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  offset?: number | null | undefined;
}

export interface PageRequest {
  /** The operation's name. For a list of one record, contains the record's id, so that cursors are valid only for this record. */
  operation: string;
  workspaceId: string;
  read<Found extends object>(statement: Statement): Promise<Found[]>;
  /** The select list with aliases. The prefix `order_key_` is reserved. */
  select: Statement;
  /** The FROM clause: a table with an alias, and joins that keep one row per record. */
  from: Statement;
  /** Additional condition of the operation. */
  where?: Statement | undefined;
  filter?: object | null | undefined;
  /** The argument's name in errors; defaults to "filter". */
  filterArgument?: string;
  shape: FilterShape;
  order: OrderShape;
  orderBy?: readonly string[] | null | undefined;
  arguments: PageArguments;
  defaultFirst: number;
  /** The `withTotal` argument; null means false. Undefined if the list lacks the argument; the total is then counted if selected. */
  withTotal?: boolean | null | undefined;
  /** deriveKey(signing key, "cursor"). */
  cursorKey: Buffer;
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

/** Computes hasPreviousPage: true after a cursor, and after an offset unless the list is empty. */
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
 * Reads one page: `first` rows in a total order after `offset` rows or a cursor, and one extra row to compute hasNextPage. Throws
 * BadUserInput with the argument's name.
 */
export async function readPage<Row extends object>(request: PageRequest): Promise<Connection<Row>> {
  const { workspaceId, operation, filter, cursorKey, withTotal } = request;
  const first = bounded("first", request.arguments.first ?? request.defaultFirst, maxFirst);
  const offset = bounded("offset", request.arguments.offset ?? 0, maxOffset);
  const cursor = request.arguments.after ?? undefined;
  if (cursor !== undefined && offset > 0) throw new BadUserInput("after", "`after` and `offset` cannot be combined. Use one of them.");
  const order = compileOrder(request.order, request.orderBy);
  const cursors = cursorCodec({ key: cursorKey, workspaceId, operation, order, filter });
  const after = cursor === undefined ? undefined : cursors.decode(cursor);
  const conditions = [request.where ?? matchAll, await compileFilter(request.shape, filter, request.filterArgument ?? "filter")];
  const where = all(conditions.filter((condition) => condition !== matchAll));
  const source: PageSource = { select: request.select, from: request.from, where, order };
  const [rows, total] = await Promise.all([
    request.read<Row>(pageStatement(source, { limit: first + 1, offset, after })),
    withTotal ? countRows(request, where) : null,
  ]);
  const hasNextPage = rows.length > first;
  return new Connection<Row>({
    nodes: hasNextPage ? rows.slice(0, first) : rows,
    order,
    cursors,
    hasNextPage,
    hasPreviousPage: await skippedRows(request, source, { offset, after }, rows.length > 0),
    total: withTotal === undefined ? () => countRows(request, where) : total,
  });
}
