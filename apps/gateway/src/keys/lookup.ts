import DataLoader from "dataloader";
import type { Pool, QueryConfig } from "pg";
import type { KeyRecord } from "./verify-key.js";

/** Reads a key by its hash without a cache; undefined if the key does not exist. */
export type FindKey = (hash: string) => Promise<KeyRecord | undefined>;

/** Query with a timeout in milliseconds, after which pg closes the connection. pg's types lack this option. */
export interface RetryingQuery extends QueryConfig {
  query_timeout: number;
}

const statement = {
  name: "key-by-hash",
  text: `SELECT hash, key_id AS "keyId", workspace_id AS "workspaceId", member_id AS "memberId", kind, level, origins,
                connection_id AS "connectionId", limit_per_minute AS "limitPerMinute", expires_at AS "expiresAt", is_revoked AS "isRevoked",
                role, is_member AS "isMember", is_test AS "isTest"
           FROM api_key_lookups
          WHERE hash = ANY ($1)`,
};
const concurrentStatements = 2;

/** Creates the function that looks up keys. A lookup rejects after `timeoutMs`, because a dead connection blocks until TCP times out. */
export function keyLookup(pool: Pool, timeoutMs = 5_000): FindKey {
  return coalesceLookups(async (hashes) => {
    const query: RetryingQuery = { ...statement, query_timeout: timeoutMs, values: [hashes] };
    const { rows } = await pool.query<KeyRecord & { hash: string }>(query);
    return new Map(rows.map((row) => [row.hash, row]));
  }, concurrentStatements);
}

/** Loads the values of several distinct keys; keys without a value are absent from the result. */
export type Ask<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/** Batches concurrent lookups. A lookup never joins a running query, because the result could be older than the lookup. */
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
        // Dispatches the batch after Node has read all requests of this event loop iteration.
        if (running < concurrency) setImmediate(dispatch);
        else waiting = dispatch;
      },
    },
  );
  return (key) => loader.load(key);
}
