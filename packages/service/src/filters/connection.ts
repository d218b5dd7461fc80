import type { CursorCodec } from "./cursor.js";
import { positionOf } from "./keyset.js";
import type { Order } from "./order.js";

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

/** Resolvers of a connection type. Count the rows only if the query selects `totalCount`. */
export const connectionResolvers = {
  totalCount: <Row extends object>(connection: Connection<Row>): number | null | Promise<number> => connection.totalCount,
};
