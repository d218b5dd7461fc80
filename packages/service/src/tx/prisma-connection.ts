import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from "@prisma/driver-adapter-utils";
import type pg from "pg";

/** Creates a client of the app's generated Prisma class: `(adapter) => new PrismaClient({ adapter })`. */
export type CreatePrismaClient = (adapter: SqlDriverAdapterFactory) => object;

interface Operation {
  args: unknown;
  query(args: unknown): Promise<unknown>;
}

/**
 * A Prisma client that runs all operations in the open transaction of one connection. An operation that would begin a transaction, such as
 * a nested write, becomes part of the open transaction.
 */
export class PrismaConnection {
  readonly #client: unknown;
  readonly #running = new Set<Promise<unknown>>();
  #begin: () => Promise<void> = async () => undefined;
  #isOpen = false;
  #isFailed = false;

  constructor(connection: pg.PoolClient, stock: () => Promise<SqlDriverAdapter>, create: CreatePrismaClient) {
    const connect = async (): Promise<SqlDriverAdapter> => {
      // Prisma's adapter sends its statements to the connection in its private field `client`.
      const queries = Object.assign(Object.create(await stock()), { client: connection });
      const part: Partial<Transaction> = {
        options: { usePhantomQuery: true },
        commit: async () => undefined,
        rollback: async () => {
          this.#isFailed = true;
        },
      };
      const startTransaction = async () => Object.assign(Object.create(queries), part);
      return Object.assign(Object.create(queries), { startTransaction, dispose: async () => undefined });
    };
    const client = create({ provider: "postgres", adapterName: "@prisma/adapter-pg", connect });
    const extension = { query: { $allOperations: (operation: Operation) => this.#run(operation) } };
    this.#client = (client as { $extends(given: typeof extension): unknown }).$extends(extension);
  }

  /** Allows operations in a transaction of the connection, and returns the client. `begin` runs before each operation. */
  open(begin: () => Promise<void>): unknown {
    this.#begin = begin;
    this.#isOpen = true;
    this.#isFailed = false;
    return this.#client;
  }

  /** Rejects later operations and waits for the running operations. Returns false if Prisma rolled back a part of the transaction. */
  async close(): Promise<boolean> {
    this.#isOpen = false;
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    return !this.#isFailed;
  }

  async #run({ args, query }: Operation): Promise<unknown> {
    if (!this.#isOpen) throw new Error("Invariant violated: Prisma was used after the transaction had ended.");
    const running = this.#begin().then(() => query(args));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

/**
 * Returns a function that returns the PrismaConnection of a database connection. Reuses each PrismaConnection, because a new one takes
 * about 40 ms of CPU time and 3 MB.
 */
export function prismaConnections(pool: pg.Pool, create: CreatePrismaClient): (connection: pg.PoolClient) => PrismaConnection {
  const known = new WeakMap<pg.PoolClient, PrismaConnection>();
  let adapter: Promise<SqlDriverAdapter> | undefined;
  const stock = () => {
    adapter ??= new PrismaPg(pool).connect();
    return adapter;
  };
  return (connection) => {
    const made = known.get(connection) ?? new PrismaConnection(connection, stock, create);
    known.set(connection, made);
    return made;
  };
}
