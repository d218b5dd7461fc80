import { setMaxListeners } from "node:events";
import pg from "pg";
import { backoff, Interrupted, pause } from "../events/wait.js";
import type { Logger } from "../log/logger.js";

/** The sole right to do something, over all replicas that share a database. */
export interface Lease {
  /** Aborted when the right is lost: the database session that holds it has ended. */
  readonly lost: AbortSignal;
  /** Runs a statement in the session that holds the lease, one at a time: it fails when the lease is lost. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  release(): Promise<void>;
}

const retryMs = 500;
const sessions = new WeakMap<pg.Pool, Sessions>();

/**
 * Waits until this process alone holds `name` among all that use the same database, and holds it until released.
 * A PostgreSQL advisory lock of a session of its own, apart from the pool (through a pooler it needs session mode);
 * when the holder dies, or its machine vanishes (TCP keepalive, some 15 s), the next one gets it.
 * Rejects with Interrupted when the signal is aborted first; outlives an absent database.
 */
export async function acquireLease(options: { pool: pg.Pool; name: string; log: Logger; signal: AbortSignal }): Promise<Lease> {
  const { pool, name, log, signal } = options;
  const shared = sessions.get(pool) ?? new Sessions(pool);
  sessions.set(pool, shared);
  shared.users += 1;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const session = await shared.session();
      if (await session.lock(name)) return leaseOf(shared, session, name);
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

function leaseOf(shared: Sessions, session: Session, name: string): Lease {
  return {
    lost: session.ended.signal,
    query: (text, values) => session.query(text, values),
    async release() {
      await session.unlock(name).catch(() => session.end());
      await shared.leave();
    },
  };
}

/** All leases of a pool's owner share one session, so that consumers do not cost a connection each. */
class Sessions {
  users = 0;
  #session: Promise<Session> | undefined;
  constructor(readonly pool: pg.Pool) {}

  session(): Promise<Session> {
    this.#session ??= openSession(this.pool).then(
      (session) => {
        session.ended.signal.addEventListener("abort", () => {
          this.#session = undefined;
        });
        return session;
      },
      (error: unknown) => {
        this.#session = undefined;
        throw error;
      },
    );
    return this.#session;
  }

  async leave(): Promise<void> {
    this.users -= 1;
    if (this.users > 0 || !this.#session) return;
    await (await this.#session.catch(() => undefined))?.end();
  }
}

class Session {
  readonly ended = new AbortController();
  readonly #held = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  constructor(readonly client: pg.Client) {
    setMaxListeners(0, this.ended.signal);
    const end = () => this.ended.abort();
    client.on("error", end).on("end", end);
  }

  query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const next = this.#last.then(() => this.client.query<Row>(text, values));
    this.#last = next.catch(() => undefined);
    return next.then(({ rows }) => rows);
  }

  /** A session could take its own lock twice; within a process we forbid it. */
  async lock(name: string): Promise<boolean> {
    if (this.#held.has(name)) return false;
    this.#held.add(name);
    try {
      const [row] = await this.query<{ locked: boolean }>("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked", [
        `offergraph:${name}`,
      ]);
      if (!row?.locked) this.#held.delete(name);
      return row?.locked === true;
    } catch (error) {
      this.#held.delete(name);
      throw error;
    }
  }

  async unlock(name: string): Promise<void> {
    await this.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [`offergraph:${name}`]);
    this.#held.delete(name);
  }

  async end(): Promise<void> {
    await this.client.end().catch(() => undefined);
    this.ended.abort();
  }
}

async function openSession(pool: pg.Pool): Promise<Session> {
  const client = new pg.Client({
    ...pool.options,
    password: pool.options.password,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    query_timeout: 30_000,
    statement_timeout: 30_000,
  });
  const session = new Session(client);
  await client.connect();
  // What the relay deletes may come back after a crash of the database: it is published again under the same id, which is dropped.
  await session.query("SET synchronous_commit = off");
  await session.query("SET idle_session_timeout = 0");
  for (const [setting, seconds] of [
    ["idle", 5],
    ["interval", 3],
    ["count", 3],
  ])
    await session.query(`SET tcp_keepalives_${setting} = ${seconds}`);
  return session;
}
