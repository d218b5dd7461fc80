import type pg from "pg";
import { backoff, Interrupted, pause } from "../events/wait.js";
import type { Logger } from "../log/logger.js";
import { type LeaseSession, LeaseSessions } from "./lease-session.js";

/** The sole right to do something, over all replicas that share a database. */
export interface Lease {
  /** Aborted when the right is lost: the database session that holds it has ended. */
  readonly lost: AbortSignal;
  /** Runs a statement in the session that holds the lease, one at a time: it fails when the lease is lost. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  release(): Promise<void>;
}

const retryMs = 500;
const sessions = new WeakMap<pg.Pool, LeaseSessions>();

/**
 * Waits until this process alone holds `name` among all that use the same database, and holds it until released.
 * A PostgreSQL advisory lock of a session of its own, apart from the pool (through a pooler it needs session mode);
 * when the holder dies, or its machine vanishes (TCP keepalive, some 15 s), the next one gets it.
 * Rejects with Interrupted when the signal is aborted first; outlives an absent database.
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
        // Who asked for it has gone meanwhile: nobody else would let go of it.
        await session.unlock(name);
      }
      failures = 0;
      await pause(retryMs, signal);
    } catch (error) {
      failures += 1;
      if (failures === 1) log.warn({ lease: name, reason: (error as Error).message }, "the database is away, trying again");
      await pause(backoff(failures, 100, 2_000), signal);
    }
  }
  await shared.leave();
  throw new Interrupted();
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
