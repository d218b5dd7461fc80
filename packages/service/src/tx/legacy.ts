import type { Statement } from "../db/statement.js";
import type { ReadOptions, WorkspaceReader } from "../db/workspace-reader.js";
import { type PrismaTransaction, readIn, type WorkspaceWriter } from "../db/write.js";
import type { Write } from "../mutations/mutate.js";
import { anyEvent } from "./create-tx.js";
import type { Database } from "./database.js";
import type { MutationTx, SqlTx, Tx } from "./tx.js";

/** The former kind of transaction on a Tx: Prisma's, which `readIn` recognizes by its `sql`. */
export function legacyTransaction<Transaction>(tx: Tx<Transaction, never>): Transaction {
  return new Proxy({} as object, {
    get: (_target, name) => (name === "sql" ? tx.sql : Reflect.get(tx.prisma as object, name)),
    has: (_target, name) => name === "sql" || name in (tx.prisma as object),
  }) as Transaction;
}

/** The SqlTx of a former transaction. */
export function legacySqlTx(transaction: object, workspaceId: string): SqlTx {
  return { sql: (statement) => readIn(transaction, statement), workspaceId };
}

/** The former writer on a Database. */
export function legacyWriter<Transaction extends PrismaTransaction>(database: Database<Transaction>): WorkspaceWriter<Transaction> {
  return {
    write: (workspaceId, effect) => database.transaction({ workspaceId, emits: anyEvent }, (tx) => effect(legacyTransaction(tx as never))),
  };
}

/** The former reader, whose statements could write: such a statement is run again in a transaction. */
export function legacyReader<Prisma>(database: Database<Prisma>): WorkspaceReader {
  return {
    read: <Row>(workspaceId: string, statement: Statement, options?: ReadOptions) =>
      database.read<Row>(workspaceId, statement, options).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== "25006") throw error;
        return database.transaction({ workspaceId }, (tx) => tx.sql<object>(statement)) as Promise<Row[]>;
      }),
  };
}

/** The former Write of a mutation on its Tx. */
export function legacyWrite<Transaction>(tx: MutationTx<Transaction, never>): Write<Transaction> {
  return {
    get transaction() {
      return legacyTransaction<Transaction>(tx);
    },
    read: tx.sql as Write<Transaction>["read"],
    violations: tx.errors,
    now: tx.now,
    check: tx.check,
    emit: tx.emit as Write<Transaction>["emit"],
  };
}
