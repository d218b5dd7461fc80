import DataLoader from "dataloader";
import type { Pool, QueryConfig } from "pg";
import type { KeyRecord } from "./verify-key.js";

/** Reads an API key by its hash from the database. Returns undefined if the key does not exist. */
export type FindKey = (hash: string) => Promise<KeyRecord | undefined>;

/** Query with a timeout in milliseconds, after which pg closes the connection. pg's types lack this option. */
export interface RetryingQuery extends QueryConfig {
  query_timeout: number;
}

const statement = {
  name: "key-by-hash",
  text: `SELECT hash, key_id AS "keyId", workspace_id AS "workspaceId", member_id AS "memberId", kind, level, origins,
                connection_id AS "connectionId", limit_per_minute AS "limitPerMinute", expires_at AS "expiresAt", is_revoked AS "isRevoked",
                role, is_member AS "isMember", is_test AS "isTest", persisted_only AS "isPersistedOnly"
           FROM credential_lookups
          WHERE hash = ANY ($1)`,
};
/** The first statement answers most lookups. A second statement starts if the first takes long, for example on a dead connection. */
export const pace: Pace = { concurrency: 2, patienceMs: 10 };

/**
 * Creates the function that looks up API keys. A lookup times out after `timeoutMs`. Without a timeout, a lookup on a dead connection could
 * take minutes.
 */
export function keyLookup(pool: Pool, timeoutMs = 5_000): FindKey {
  return coalesceLookups(async (hashes) => {
    const query: RetryingQuery = { ...statement, query_timeout: timeoutMs, values: [hashes] };
    const { rows } = await pool.query<KeyRecord & { hash: string }>(query);
    return new Map(rows.map((row) => [row.hash, row]));
  }, pace);
}

/** Queries the values of several lookup keys. The result omits lookup keys without a value. */
export type Ask<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

export interface Pace {
  /** Maximum number of running queries. */
  concurrency: number;
  /** Time in milliseconds for which lookups wait for a running query. After this time, another query starts. */
  patienceMs: number;
}

/**
 * Combines concurrent lookups into one query. A lookup never joins a query that has already started, because the result could be outdated.
 * Lookups wait for the running query, because fewer queries for more lookups cost less.
 */
export function coalesceLookups<Value>(ask: Ask<Value>, { concurrency, patienceMs }: Pace): (key: string) => Promise<Value | undefined> {
  let running = 0;
  let waiting: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const startWaiting = () => {
    clearTimeout(timer);
    // With setImmediate, a batch contains all lookups of the current event loop iteration.
    if (waiting) setImmediate(waiting);
    waiting = undefined;
  };
  const loader = new DataLoader<string, Value | undefined>(
    async (keys) => {
      running++;
      try {
        const found = await ask([...new Set(keys)]);
        return keys.map((key) => found.get(key));
      } finally {
        running--;
        startWaiting();
      }
    },
    {
      cache: false,
      batchScheduleFn(dispatch) {
        waiting = dispatch;
        if (running === 0) startWaiting();
        else if (running < concurrency) timer = setTimeout(startWaiting, patienceMs);
      },
    },
  );
  return (key) => loader.load(key);
}
