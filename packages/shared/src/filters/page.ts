import { type Statement, sql } from "../database/statement.js";
import { BadUserInput } from "../errors/public-error.js";
import { Connection } from "./connection.js";
import { cursorCodec } from "./cursor.js";
import { compileFilter, type FilterShape } from "./filter.js";
import { type PageSource, type Position, pageStatement } from "./keyset.js";
import { all } from "./operators.js";
import { compileOrder, type OrderShape } from "./order.js";
import { everything } from "./truth.js";

/** The bounds of `first` and `offset` (decisions.md 2). */
export const maxFirst = 1_000;
export const maxOffset = 25_000;

/** The paging arguments of a list, as GraphQL gives them. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  offset?: number | null | undefined;
}

/** What readPage reads. */
export interface PageRequest {
  /** The operation's name. A list below one record adds the record's id, so that its cursors are good for that record only. */
  operation: string;
  workspaceId: string;
  /** Reads in that workspace: the request's lean reader. */
  read<Found extends object>(statement: Statement): Promise<Found[]>;
  /** The select list, each item with the alias it has in the row. Names that begin with `order_key_` are taken. */
  select: Statement;
  /** What stands behind FROM: a table with an alias, and joins that keep one row per record. */
  from: Statement;
  /** A condition of the operation's own. */
  where?: Statement | undefined;
  /** The `filter` argument. */
  filter?: object | null | undefined;
  /** What that argument is called, for errors; "filter" unless given. */
  filterArgument?: string;
  shape: FilterShape;
  order: OrderShape;
  /** The `orderBy` argument. */
  orderBy?: readonly string[] | null | undefined;
  arguments: PageArguments;
  defaultFirst: number;
  /** The `withTotal` argument, null counting as false; undefined when the list has none: then the total is counted when it is read. */
  withTotal?: boolean | null | undefined;
  /** deriveKey(signing key, "cursor"). */
  cursorKey: Buffer;
}

function bounded(name: string, value: number, greatest: number): number {
  if (!Number.isInteger(value) || value < 0 || value > greatest)
    throw new BadUserInput(name, `\`${name}\` has to be a whole number from 0 to ${greatest}.`);
  return value;
}

async function countRows(request: PageRequest, where: Statement): Promise<number> {
  const rows = await request.read<{ total: number }>(sql`SELECT count(*)::integer AS total FROM ${request.from} WHERE ${where}`);
  return rows[0]?.total ?? 0;
}

/** Whether rows stand before the page: after a cursor its own row does; an offset skipped some unless the list is empty. */
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
 * Reads one page of a list (api.md 4.1, decisions.md 2): filtered, in a total order, `first` rows from the start, after `offset`
 * or after a cursor. It reads one row more than it gives, to know whether more follow; `first: 0` gives an empty page that still
 * knows. hasPreviousPage is true after a cursor, and after an offset that skipped something.
 * @throws BadUserInput naming the argument: first, offset, after (also beside an offset), orderBy.… or filter.…
 */
export async function readPage<Row extends object>(request: PageRequest): Promise<Connection<Row>> {
  const { workspaceId, operation, filter, cursorKey, withTotal } = request;
  const first = bounded("first", request.arguments.first ?? request.defaultFirst, maxFirst);
  const offset = bounded("offset", request.arguments.offset ?? 0, maxOffset);
  const cursor = request.arguments.after ?? undefined;
  if (cursor !== undefined && offset > 0)
    throw new BadUserInput("after", "`after` and `offset` cannot be used together: page with one of them.");
  const order = compileOrder(request.order, request.orderBy);
  const cursors = cursorCodec({ key: cursorKey, workspaceId, operation, order, filter });
  const after = cursor === undefined ? undefined : cursors.decode(cursor);
  const conditions = [request.where ?? everything, await compileFilter(request.shape, filter, request.filterArgument ?? "filter")];
  const where = all(conditions.filter((condition) => condition !== everything));
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
