import pg from "pg";
import { sql } from "../db/statement.js";
import { TookTooLong } from "../tx/transaction.js";
import type { RunSql, SqlTx } from "../tx/tx.js";

const canceled = "57014";
const lockNotAvailable = "55P03";

/** True if a statement or the transaction exceeded its timeout. */
export const isTimeout = (error: unknown): boolean => error instanceof TookTooLong || codeOf(error) === canceled;

/** True if a statement waited too long for a lock. A smaller batch would wait for the lock equally long. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockNotAvailable;

function codeOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) return error.code;
  const { meta } = (error ?? {}) as { meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } };
  return meta?.driverAdapterError?.cause?.originalCode;
}

/** Sets a timeout for each further statement of the transaction. The lock timeout is shorter, so lock waits cause a different error. */
export async function limitStatements({ sql: run }: Pick<SqlTx, "sql">, milliseconds: number): Promise<void> {
  await run(sql`
    SELECT set_config('statement_timeout', ${String(milliseconds)}, true),
      set_config('lock_timeout', ${String(Math.ceil(milliseconds / 2))}, true)`);
}

/** Runs a query that only reads. If the query exceeds its timeout, returns null, and the transaction can continue. */
export async function readWithin<Result>(tx: Pick<SqlTx, "sql">, milliseconds: number, query: (read: RunSql) => Promise<Result>) {
  await tx.sql(sql`SAVEPOINT read_within`);
  try {
    await limitStatements(tx, milliseconds);
    return await query(tx.sql);
  } catch (error) {
    if (!isTimeout(error) && !isLockTimeout(error)) throw error;
    return null;
  } finally {
    // The rollback restores the previous timeout.
    await tx.sql(sql`ROLLBACK TO SAVEPOINT read_within`);
  }
}
