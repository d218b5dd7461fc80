import type pg from "pg";
import { queryScoped } from "./scoped-client.js";
import type { Scope } from "./scoped-query.js";
import { isStaleStatement } from "./stale-statement.js";
import type { Statement } from "./statement.js";

export interface ReadOptions {
  /** When the signal aborts, the query rejects with the signal's reason, and its connection is closed. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs queries within one workspace (row-level security). All values can be converted to JSON. The types int8 (also count(*)), numeric,
 * uuid and date become strings. The types int2, int4, float4 and float8 become numbers. The type timestamptz becomes a string with
 * milliseconds, such as "2026-01-02T03:04:05.678Z". The types json and jsonb are parsed. If PostgreSQL reports an error, rejects with pg's
 * DatabaseError (`code` is the SQLSTATE). After a connection failure or a timeout, rejects with another Error.
 */
export interface WorkspaceReader {
  read<Row>(workspaceId: string, statement: Statement, options?: ReadOptions): Promise<Row[]>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const defaultTimeoutMs = 17_000;

/** Creates the reader of a pool. `timeoutMs` limits the wait for PostgreSQL and must exceed PostgreSQL's statement_timeout. */
export function workspaceReader(pool: pg.Pool, timeoutMs = defaultTimeoutMs): WorkspaceReader {
  return {
    async read<Row>(workspaceId: string, statement: Statement, options: ReadOptions = {}): Promise<Row[]> {
      const scope: Scope = { workspaceId, name: "offergraph_read" };
      const run = () => runScoped<Row>(pool, scope, statement, timeoutMs, options.signal);
      return run().catch((error: unknown) => {
        if (isStaleStatement(error)) return run();
        throw error;
      });
    },
  };
}

/** Runs a statement in a separate implicit transaction, in one round trip. Rejects with the same errors as `read`. */
export async function runScoped<Row>(
  pool: pg.Pool,
  scope: Scope,
  statement: Statement,
  timeoutMs = defaultTimeoutMs,
  signal?: AbortSignal,
): Promise<Row[]> {
  assertWorkspaceId(scope.workspaceId);
  signal?.throwIfAborted();
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
    // Closes the connection, so that PostgreSQL soon cancels the statement (see createPool).
    const abort = (): void => finish(signal?.reason, [], true);
    signal?.addEventListener("abort", abort);
    pool.connect((error, connected, release) => {
      if (over) return connected && release();
      if (error || !connected) return finish(noConnection(error, pool), [], false);
      client = connected;
      timer = setTimeout(() => finish(new Error(`The database did not respond within ${timeoutMs} ms.`), [], true), timeoutMs);
      queryScoped(connected, scope, statement, finish);
    });
  });
}

/** Throws an Error if the workspace id is not a UUID. */
export function assertWorkspaceId(workspaceId: string): void {
  if (!uuid.test(workspaceId)) throw new Error("Invariant violated: a query has no valid workspace id.");
}

export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: Error) => {
    throw noConnection(error, pool);
  });
}

function noConnection(error: Error | undefined, pool: pg.Pool): Error {
  const { max, connectionTimeoutMillis } = pool.options;
  if (error?.message !== "timeout exceeded when trying to connect") return error ?? new Error("The pool returned no connection.");
  return new Error(
    `No database connection became available within ${connectionTimeoutMillis} ms; all ${max} connections of the pool are in use.`,
    { cause: error },
  );
}
