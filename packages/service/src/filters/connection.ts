import type { CursorCodec } from "./cursor.js";
import { positionOf } from "./keyset.js";
import type { Order } from "./order.js";

export class Edge<Row extends object> {
  constructor(
    readonly node: Row,
    private readonly cursorOf: (row: Row) => string,
  ) {}

  get cursor(): string {
    return this.cursorOf(this.node);
  }
}

export class PageInfo {
  /** `cursorAt` returns the cursor of the row at an index, as for `Array.at`. */
  constructor(
    private readonly cursorAt: (index: 0 | -1) => string | null,
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
  ) {}

  get startCursor(): string | null {
    return this.cursorAt(0);
  }

  get endCursor(): string | null {
    return this.cursorAt(-1);
  }
}

export interface PageResult<Row extends object> {
  nodes: Row[];
  order: Order;
  cursors: CursorCodec;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** The number of rows in the whole list, or a function that counts the rows. Null if the request does not select the number. */
  total: number | null | (() => Promise<number>);
}

/**
 * Resolver value of a `<Entity>Connection`. All properties except `nodes` are computed on first access. graphql-jit does not await promises
 * in properties. If `totalCount` can be a promise, use `connectionResolvers`.
 */
export class Connection<Row extends object> {
  readonly nodes: Row[];
  readonly #result: PageResult<Row>;
  readonly #cursors = new Map<Row, string>();
  #edges: Edge<Row>[] | undefined;
  #pageInfo: PageInfo | undefined;
  #total: number | null | Promise<number> | undefined;

  constructor(result: PageResult<Row>) {
    this.nodes = result.nodes;
    this.#result = result;
  }

  get edges(): Edge<Row>[] {
    this.#edges ??= this.nodes.map((row) => new Edge(row, (node) => this.#cursorOf(node)));
    return this.#edges;
  }

  get pageInfo(): PageInfo {
    const { hasNextPage, hasPreviousPage } = this.#result;
    const cursorAt = (index: 0 | -1) => {
      const row = this.nodes.at(index);
      return row ? this.#cursorOf(row) : null;
    };
    this.#pageInfo ??= new PageInfo(cursorAt, hasNextPage, hasPreviousPage);
    return this.#pageInfo;
  }

  #cursorOf(row: Row): string {
    const { cursors, order } = this.#result;
    const cursor = this.#cursors.get(row) ?? cursors.encode(positionOf(order, row));
    this.#cursors.set(row, cursor);
    return cursor;
  }

  get totalCount(): number | null | Promise<number> {
    const { total } = this.#result;
    if (this.#total === undefined) this.#total = typeof total === "function" ? total() : total;
    return this.#total;
  }
}

/** Resolvers of a connection type. Count the rows only if the query selects `totalCount`. */
export const connectionResolvers = {
  totalCount: <Row extends object>(connection: Connection<Row>): number | null | Promise<number> => connection.totalCount,
};
