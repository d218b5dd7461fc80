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
const concurrentStatements = 2;

/**
 * Creates the function that looks up API keys. A lookup times out after `timeoutMs`. Without a timeout, a lookup on a dead connection could
 * take minutes.
 */
export function keyLookup(pool: Pool, timeoutMs = 5_000): FindKey {
  return coalesceLookups(async (hashes) => {
    const query: RetryingQuery = { ...statement, query_timeout: timeoutMs, values: [hashes] };
    const { rows } = await pool.query<KeyRecord & { hash: string }>(query);
    return new Map(rows.map((row) => [row.hash, row]));
  }, concurrentStatements);
}

/** Queries the values of several lookup keys. The result omits lookup keys without a value. */
export type Ask<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Combines concurrent lookups into one query. A lookup never joins a query that has already started, because the result could be outdated.
 */
export function coalesceLookups<Value>(ask: Ask<Value>, concurrency: number): (key: string) => Promise<Value | undefined> {
  let running = 0;
  let waiting: (() => void) | undefined;
  const loader = new DataLoader<string, Value | undefined>(
    async (keys) => {
      running++;
      try {
        const found = await ask([...new Set(keys)]);
        return keys.map((key) => found.get(key));
      } finally {
        running--;
        if (waiting) setImmediate(waiting);
        waiting = undefined;
      }
    },
    {
      cache: false,
      batchScheduleFn(dispatch) {
        // With setImmediate, a batch contains all lookups of the current event loop iteration.
        if (running < concurrency) setImmediate(dispatch);
        else waiting = dispatch;
      },
    },
  );
  return (key) => loader.load(key);
}
