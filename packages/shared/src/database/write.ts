import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "../log/logger.js";
import { leanInTransaction } from "./adapter.js";
import type { Statement } from "./statement.js";

/** What the transaction of every generated Prisma client has. */
export interface PrismaTransaction {
  $queryRawUnsafe<Result = unknown>(text: string, ...values: unknown[]): Promise<Result>;
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
}

interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
}

/** A generated Prisma client, as far as it is used here. `Transaction` is its `Prisma.TransactionClient`. */
export interface TransactingClient<Transaction extends PrismaTransaction> {
  $transaction<Result>(effect: (transaction: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
}

export interface WorkspaceWriter<Transaction extends PrismaTransaction> {
  /**
   * Runs `effect` in one transaction within this workspace: row-level security shows and takes only its rows.
   * What `effect` throws rolls everything back and is thrown on. After a serialization failure or a deadlock it runs again,
   * up to 3 times more, so it must do nothing but database work.
   */
  write<Result>(workspaceId: string, effect: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

const usualWaitMs = 5_000;
const longestMs = 30_000;
const retries = 3;

/** The one way to write: see WorkspaceWriter. The client must be made with `prismaAdapter(pool)`; a write waits so long for a connection of it. */
export function workspaceWriter<Transaction extends PrismaTransaction>(
  client: TransactingClient<Transaction>,
  log: Logger,
  waitMs = usualWaitMs,
): WorkspaceWriter<Transaction> {
  const limits: TransactionOptions = { maxWait: waitMs, timeout: longestMs };
  return {
    async write(workspaceId, effect) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await client.$transaction(async (transaction) => {
            await transaction.$executeRawUnsafe("SELECT set_config('app.workspace_id', $1, true)", workspaceId);
            return await effect(transaction);
          }, limits);
        } catch (error) {
          if (attempt > retries || !isConflict(error)) throw error;
          log.info({ attempt, workspaceId }, "a transaction met another one and runs again");
          await wait(Math.random() * 20 * 2 ** attempt);
        }
      }
    },
  };
}

/** Rows in the lean shape (see LeanReader), read within a transaction of `workspaceWriter`; INSERT … RETURNING and the like too. */
export async function readIn<Row>(transaction: PrismaTransaction, statement: Statement): Promise<Row[]> {
  return (await leanInTransaction((text) => transaction.$queryRawUnsafe(text), statement)) as Row[];
}

/** SQLSTATE 40001 or 40P01: as pg says it, as Prisma's models say it (P2034), and as its raw queries do. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: { kind?: unknown } } } };
  return code === "40001" || code === "40P01" || code === "P2034" || meta?.driverAdapterError?.cause?.kind === "TransactionWriteConflict";
}
