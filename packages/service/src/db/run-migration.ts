import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import { backoff } from "../messaging/wait.js";
import { isLockError } from "./lock-errors.js";
import type { MigrationPool } from "./migration-pool.js";
import { concurrentStatements, finish, type Migration } from "./migrations.js";

/** Limits how long a migration waits for a lock. A waiting migration blocks later statements on the same table. */
export interface LockWait {
  /** Maximum time in milliseconds to wait for one lock; defaults to 5,000. */
  timeoutMs?: number;
  /** Number of attempts; defaults to 10. */
  maxAttempts?: number;
  /** Pause after the first attempt in milliseconds; defaults to 1,000. Each further attempt doubles the pause, up to 15 s. */
  firstPauseMs?: number;
}

const longestPauseMs = 15_000;

/**
 * Runs a migration in one transaction. If another transaction holds a lock for longer than the timeout, rolls back, pauses and retries.
 * CREATE INDEX CONCURRENTLY has no lock timeout.
 */
export async function runMigration(pool: MigrationPool, { name, script }: Migration, log: Logger, wait: LockWait = {}): Promise<void> {
  const concurrent = concurrentStatements(script);
  if (concurrent) {
    for (const statement of [...concurrent, finish("")]) await pool.query(statement);
    return;
  }
  const { timeoutMs = 5_000, maxAttempts = 10, firstPauseMs = 1_000 } = wait;
  const text = `SET LOCAL lock_timeout = ${timeoutMs};\n${finish(script)}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query(text);
      return;
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (attempt >= maxAttempts) throw lastError(error, attempt);
      const pauseMs = backoff(attempt, firstPauseMs, longestPauseMs);
      log.warn({ migration: name, attempt, pauseMs, reason: error.message }, "migration could not get a lock; retrying");
      await pause(pauseMs);
    }
  }
}

function lastError(error: pg.DatabaseError, attempts: number): Error {
  const message = `${error.message}. All ${attempts} attempts failed, and nothing was changed. Find the transaction that holds the lock (pg_stat_activity, pg_blocking_pids). End the transaction that holds the lock, or wait until that transaction has ended. Then start the service again.`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code, severity: error.severity });
}
