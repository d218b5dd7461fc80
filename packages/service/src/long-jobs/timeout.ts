import pg from "pg";
import { sql } from "../db/statement.js";
import { TookTooLong } from "../tx/transaction.js";
import type { RunSql, SqlTx } from "../tx/tx.js";

const canceled = "57014";

/** True if a statement or the transaction exceeded its timeout. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === canceled;
  if (error instanceof TookTooLong) return true;
  const { meta } = (error ?? {}) as { meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } };
  return meta?.driverAdapterError?.cause?.originalCode === canceled;
}

/** Limits each later statement of the transaction. */
export async function limitStatements({ sql: run }: Pick<SqlTx, "sql">, milliseconds: number): Promise<void> {
  await run(sql`SELECT set_config('statement_timeout', ${String(milliseconds)}, true)`);
}

/** Runs a query that only reads. Returns null if it exceeds its timeout; the transaction can continue. */
export async function readWithin<Result>(tx: Pick<SqlTx, "sql">, milliseconds: number, query: (read: RunSql) => Promise<Result>) {
  await tx.sql(sql`SAVEPOINT read_within`);
  try {
    await limitStatements(tx, milliseconds);
    return await query(tx.sql);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return null;
  } finally {
    // Also restores the previous timeout.
    await tx.sql(sql`ROLLBACK TO SAVEPOINT read_within`);
  }
}
