import type { CursorCodec } from "./cursor.js";
import { positionOf } from "./keyset.js";
import type { Order } from "./order.js";

/** One item of a page with its cursor, which is computed when it is read. */
export class Edge<Row extends object> {
  #cursor: string | undefined;

  constructor(
    readonly node: Row,
    private readonly makeCursor: (row: Row) => string,
  ) {}

  get cursor(): string {
    this.#cursor ??= this.makeCursor(this.node);
    return this.#cursor;
  }
}

/** Where a page stands in its list; cursors are computed when they are read. */
export class PageInfo<Row extends object> {
  constructor(
    private readonly edges: () => readonly Edge<Row>[],
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
  ) {}

  get startCursor(): string | null {
    return this.edges()[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.edges().at(-1)?.cursor ?? null;
  }
}

/** What a page was read as. */
export interface PageResult<Row extends object> {
  nodes: Row[];
  order: Order;
  cursors: CursorCodec;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** The total that was asked for beforehand, null when it was not wanted, or how to count once it is read. */
  total: number | null | (() => Promise<number>);
}

/**
 * A page of a list, the value of a `<Entity>Connection`. All but `nodes` is worked out when it is first read, so what a query
 * does not select costs nothing. Works as a resolver's value under graphql-js as it is; graphql-jit awaits no plain properties:
 * give the connection type `connectionResolvers` where its total may be a promise.
 */
export class Connection<Row extends object> {
  readonly nodes: Row[];
  readonly #result: PageResult<Row>;
  #edges: Edge<Row>[] | undefined;
  #pageInfo: PageInfo<Row> | undefined;
  #total: number | null | Promise<number> | undefined;

  constructor(result: PageResult<Row>) {
    this.nodes = result.nodes;
    this.#result = result;
  }

  get edges(): Edge<Row>[] {
    const { cursors, order } = this.#result;
    this.#edges ??= this.nodes.map((row) => new Edge(row, (node) => cursors.encode(positionOf(order, node))));
    return this.#edges;
  }

  get pageInfo(): PageInfo<Row> {
    const { hasNextPage, hasPreviousPage } = this.#result;
    this.#pageInfo ??= new PageInfo(() => this.edges, hasNextPage, hasPreviousPage);
    return this.#pageInfo;
  }

  get totalCount(): number | null | Promise<number> {
    const { total } = this.#result;
    if (this.#total === undefined) this.#total = typeof total === "function" ? total() : total;
    return this.#total;
  }
}

/** The resolvers of a connection type whose list has no `withTotal`: there the total is counted when it is selected. */
export const connectionResolvers = {
  totalCount: <Row extends object>(connection: Connection<Row>): number | null | Promise<number> => connection.totalCount,
};
