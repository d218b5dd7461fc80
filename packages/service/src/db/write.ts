import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { leanInTransaction } from "./adapter.js";
import type { Statement } from "./statement.js";

/** Methods of every generated Prisma client's transaction. */
export interface PrismaTransaction {
  $queryRawUnsafe<Result = unknown>(text: string, ...values: unknown[]): Promise<Result>;
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
}

interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
}

/** The part of a generated Prisma client used here. `Transaction` is its `Prisma.TransactionClient`. */
export interface TransactingClient<Transaction extends PrismaTransaction> {
  $transaction<Result>(effect: (transaction: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
}

export interface WorkspaceWriter<Transaction extends PrismaTransaction> {
  /**
   * Runs `effect` in one transaction within this workspace, enforced by row-level security. Rolls back and rethrows if `effect` throws.
   * Retries a serialization failure or deadlock up to 3 times, so `effect` must have no side effects outside the database.
   */
  write<Result>(workspaceId: string, effect: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

const usualWaitMs = 5_000;
const longestMs = 30_000;
const retries = 3;

/** Creates the WorkspaceWriter. The client must use `prismaAdapter(pool)`. `waitMs`: timeout for getting a connection. */
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
          log.info({ attempt, workspaceId }, "transaction conflict; retrying");
          await wait(Math.random() * 20 * 2 ** attempt);
        }
      }
    },
  };
}

/** Runs any statement within a transaction of `workspaceWriter`; returns lean rows (see WorkspaceReader). */
export async function readIn<Row>(transaction: object, statement: Statement): Promise<Row[]> {
  if ("sql" in transaction) return await (transaction as { sql(given: Statement): Promise<Row[]> }).sql(statement);
  const prisma = transaction as PrismaTransaction;
  return (await leanInTransaction((text) => prisma.$queryRawUnsafe(text), statement)) as Row[];
}

/** True for SQLSTATE 40001 or 40P01 in errors of pg, Prisma's models (P2034) and Prisma's raw queries. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: { kind?: unknown } } } };
  return code === "40001" || code === "40P01" || code === "P2034" || meta?.driverAdapterError?.cause?.kind === "TransactionWriteConflict";
}
