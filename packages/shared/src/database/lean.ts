import pg from "pg";
import { queryLean } from "./lean-client.js";
import type { Statement } from "./statement.js";

export interface ReadOptions {
  /** Gives the read up: rejects at once with the signal's reason and frees the connection. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads rows within one workspace, at about the price of a plain prepared statement.
 * Row-level security sees `workspaceId` as the scope of exactly this statement, so a query that forgets its workspace condition
 * still sees no other workspace's rows.
 *
 * A lean row is JSON-safe and keyed by column alias: bool → boolean; int2, int4, float4, float8 → number; int8 (count(*)!), numeric,
 * text, uuid, date → string as PostgreSQL prints it; timestamptz → "2026-01-02T03:04:05.678Z" (cut to milliseconds; years
 * beyond 9999 stay as PostgreSQL prints them);
 * json, jsonb → parsed; lists → array of the same; null → null.
 *
 * Rejects with pg's DatabaseError (`code` is the SQLSTATE) when the server refuses the statement, with another Error when the
 * connection is lost or none is free in time. A lost connection is dropped from the pool.
 */
export interface LeanReader {
  read<Row>(workspaceId: string, statement: Statement, options?: ReadOptions): Promise<Row[]>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
// A plan made before another replica migrated (0A000), or a pooler that forgot what was prepared (26000): right the second time.
const staleStatement = new Set(["0A000", "26000"]);

/**
 * The lean reader on this pool (see `createPool`). `patienceMs`: so long a statement's answer is waited for, in case that the server hangs or
 * the connection leads nowhere any more; else each would keep a connection for as long as TCP hopes. More than the server's own timeout.
 */
export function leanReader(pool: pg.Pool, patienceMs = 17_000): LeanReader {
  return {
    async read<Row>(workspaceId: string, statement: Statement, options: ReadOptions = {}): Promise<Row[]> {
      if (!uuid.test(workspaceId)) throw new Error("A read needs the id of its workspace.");
      try {
        return await readOnce(pool, workspaceId, statement, patienceMs, options.signal);
      } catch (error) {
        if (error instanceof pg.DatabaseError && staleStatement.has(error.code ?? "")) {
          return await readOnce(pool, workspaceId, statement, patienceMs, options.signal);
        }
        throw error;
      }
    },
  };
}

function readOnce<Row>(
  pool: pg.Pool,
  workspaceId: string,
  statement: Statement,
  patienceMs: number,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    let client: pg.PoolClient | undefined;
    let over = false;
    let timer: NodeJS.Timeout | undefined;
    const finish = (error: Error | undefined, rows: Record<string, unknown>[], drop: boolean): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      client?.release(drop);
      if (error) reject(error);
      else resolve(rows as Row[]);
    };
    // The server ends the statement soon after its client is gone (see createPool).
    const abort = (): void => finish(signal?.reason, [], true);
    signal?.addEventListener("abort", abort);
    pool.connect((error, connected, release) => {
      if (over) {
        if (connected) release();
        return;
      }
      if (error || !connected) {
        finish(noConnection(error, pool), [], false);
        return;
      }
      client = connected;
      timer = setTimeout(() => finish(new Error(`The database gave no answer within ${patienceMs} ms.`), [], true), patienceMs);
      queryLean(connected, workspaceId, statement, finish);
    });
  });
}

function noConnection(error: Error | undefined, pool: pg.Pool): Error {
  const { max, connectionTimeoutMillis } = pool.options;
  if (error?.message !== "timeout exceeded when trying to connect") return error ?? new Error("The pool gave no connection.");
  return new Error(`No database connection became free within ${connectionTimeoutMillis} ms; all ${max} of the pool are in use.`, {
    cause: error,
  });
}
