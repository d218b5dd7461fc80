import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import { AbortError, backoff, sleep } from "../messaging/wait.js";
import { type LeaseSession, LeaseSessions } from "./lease-session.js";

export interface Lease {
  /** Aborts when the database session of the lease ends. */
  readonly lost: AbortSignal;
  /** Runs a statement in the database session of the lease. The statement fails if the lease is lost. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  release(): Promise<void>;
}

const retryMs = 500;
const sessions = new WeakMap<pg.Pool, LeaseSessions>();

/**
 * Waits for an exclusive lease with this name. The lease is an advisory lock of a database session outside `pool`. An external connection
 * pooler must run in session mode. If the owner's machine fails, PostgreSQL ends the session after about 15 s (TCP keepalive). Rejects with
 * AbortError if `signal` aborts.
 */
export async function acquireLease(options: { pool: pg.Pool; name: string; log: Logger; signal: AbortSignal }): Promise<Lease> {
  const { pool, name, log, signal } = options;
  const shared = sessions.get(pool) ?? new LeaseSessions(pool);
  sessions.set(pool, shared);
  shared.users += 1;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const session = await shared.session();
      if (await session.lock(name)) {
        if (!signal.aborted) return leaseOf(shared, session, name);
        // Releases the lock if the signal has aborted during the acquisition.
        await session.unlock(name);
      }
      failures = 0;
      await sleep(retryMs, signal);
    } catch (error) {
      failures += 1;
      if (failures === 1) log.warn({ lease: name, reason: (error as Error).message }, "cannot acquire the lease; retrying");
      await sleep(backoff(failures, 100, 2_000), signal);
    }
  }
  await shared.leave();
  throw new AbortError();
}

function leaseOf(shared: LeaseSessions, session: LeaseSession, name: string): Lease {
  return {
    lost: session.ended.signal,
    query: (text, values) => session.query(text, values),
    async release() {
      await session.unlock(name);
      await shared.leave();
    },
  };
}
