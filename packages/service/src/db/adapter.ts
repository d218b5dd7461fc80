import { PrismaPg } from "@prisma/adapter-pg";
import { DriverAdapterError, type SqlQuery, type SqlResultSet, type Transaction } from "@prisma/driver-adapter-utils";
import type pg from "pg";
import { queryScoped } from "./scoped-client.js";
import type { Statement } from "./statement.js";

const marker = "--lean:";
let asked = 0;

interface LeanRequest {
  statement: Statement;
  answer?: { error: Error | undefined; rows: Record<string, unknown>[] };
}
const requests = new Map<string, LeanRequest>();

type PgTransaction = Transaction & { client: pg.PoolClient };

/**
 * Prisma driver adapter for the service's pool: `new PrismaClient({ adapter: prismaAdapter(pool) })`.
 * Unlike the stock adapter, it lets `readIn` use the transaction's connection, and throws if PostgreSQL turned a commit into a rollback
 * because an earlier statement failed (the stock adapter loses such a write silently).
 */
export function prismaAdapter(pool: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => extend((await start(level)) as PgTransaction);
    return adapter;
  };
  return factory;
}

function extend(transaction: PgTransaction): Transaction {
  const { client } = transaction;
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.queryRaw = (query: SqlQuery): Promise<SqlResultSet> => {
    const request = query.sql.startsWith(marker) ? requests.get(query.sql) : undefined;
    return request ? answer(client, request) : queryRaw(query);
  };
  transaction.executeRaw = async (query: SqlQuery): Promise<number> => {
    if (query.sql !== "COMMIT") return executeRaw(query);
    const { command } = await client.query("COMMIT");
    if (command === "COMMIT") return 0;
    const message = "The transaction was rolled back: an earlier statement failed and its error was not rethrown.";
    throw new DriverAdapterError({
      kind: "postgres",
      code: "25P02",
      severity: "ERROR",
      message,
      detail: undefined,
      column: undefined,
      hint: undefined,
    });
  };
  return transaction;
}

function answer(client: pg.PoolClient, request: LeanRequest): Promise<SqlResultSet> {
  return new Promise((resolve) => {
    queryScoped(client, undefined, request.statement, (error, rows) => {
      request.answer = { error, rows };
      resolve({ columnNames: [], columnTypes: [], rows: [] });
    });
  });
}

/**
 * Runs a statement on the connection of a Prisma transaction without Prisma's parameter and row conversion.
 * `send` passes a text to the transaction's raw query; the client must use `prismaAdapter`. Rejects with pg's DatabaseError.
 */
export async function leanInTransaction(
  send: (text: string) => PromiseLike<unknown>,
  statement: Statement,
): Promise<Record<string, unknown>[]> {
  asked += 1;
  const key = `${marker}${asked}`;
  const request: LeanRequest = { statement };
  requests.set(key, request);
  try {
    await send(key);
  } finally {
    requests.delete(key);
  }
  if (!request.answer) throw new Error("readIn needs an interactive transaction of a client made with prismaAdapter(pool).");
  if (request.answer.error) throw request.answer.error;
  return request.answer.rows;
}
