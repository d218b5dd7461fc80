import { setMaxListeners } from "node:events";
import pg from "pg";
import { isStaleStatement } from "../db/stale-statement.js";
import { abortable } from "../messaging/wait.js";

/** The leases of one connection pool share one database session, which this class opens and closes. */
export class LeaseSessions {
  users = 0;
  #session: Promise<LeaseSession> | undefined;
  constructor(readonly pool: pg.Pool) {}

  session(): Promise<LeaseSession> {
    this.#session ??= openSession(this.pool).then(
      (session) => {
        const forget = () => {
          this.#session = undefined;
        };
        if (session.ended.signal.aborted) forget();
        session.ended.signal.addEventListener("abort", forget);
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

/** A database session that holds advisory locks. PostgreSQL releases the locks when the session ends. */
export class LeaseSession {
  readonly ended = new AbortController();
  readonly #held = new Set<string>();
  readonly #names = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();
  constructor(readonly client: pg.Client) {
    setMaxListeners(0, this.ended.signal);
    const end = () => this.ended.abort();
    client.on("error", end).on("end", end);
  }

  /**
   * Runs a statement after the previous statement. Prepares each statement with values, because planning costs more than a short statement.
   */
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const isPrepared = this.#names.has(text);
    const name = values.length > 0 ? this.#nameOf(text) : undefined;
    const next = this.#last.then(() => this.client.query<Row>({ text, values, ...(name && { name }) }));
    this.#last = next.catch(() => undefined);
    return next.then(
      ({ rows }) => rows,
      async (error: unknown) => {
        // The session would keep the invalid statement.
        if (isPrepared && isStaleStatement(error)) await this.end();
        throw error;
      },
    );
  }

  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `lease_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** Tries to acquire a lock. Returns false if this process already holds the lock. */
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
      // PostgreSQL may have granted the lock before the response was lost. Ending the session releases the lock.
      await this.end();
      throw error;
    }
  }

  /** Releases a lock. If PostgreSQL does not release the lock, ends the session. Never rejects. */
  async unlock(name: string): Promise<void> {
    try {
      await this.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [`offergraph:${name}`]);
      this.#held.delete(name);
    } catch {
      await this.end();
    }
  }

  /** Closes the connection. Destroys the socket if the close takes longer than one second. */
  async end(): Promise<void> {
    this.ended.abort();
    await abortable(this.client.end(), AbortSignal.timeout(1_000)).catch(() => undefined);
    this.client.connection.stream.destroy();
  }
}

async function openSession(pool: pg.Pool): Promise<LeaseSession> {
  const client = new pg.Client({
    ...pool.options,
    password: pool.options.password,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    query_timeout: 30_000,
    statement_timeout: 30_000,
  });
  const session = new LeaseSession(client);
  try {
    await prepare(session);
  } catch (error) {
    await session.end();
    throw error;
  }
  return session;
}

async function prepare(session: LeaseSession): Promise<void> {
  await session.client.connect();
  // With `synchronous_commit = off`, a crash of PostgreSQL can undo the deletion of published events from the outbox. After the crash, the
  // relay publishes the same events again, and NATS drops the duplicates.
  await session.query("SET synchronous_commit = off");
  await session.query("SET idle_session_timeout = 0");
  for (const [setting, value] of Object.entries({ idle: 5, interval: 3, count: 3 }))
    await session.query(`SET tcp_keepalives_${setting} = ${value}`);
}
