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
export const lookupLimits: LookupLimits = { concurrency: 2, maxWaitMs: 10 };

/**
 * Creates the function that looks up API keys. A lookup times out after `timeoutMs`. Without a timeout, a lookup on a dead connection could
 * take minutes.
 */
export function keyLookup(pool: Pool, timeoutMs = 5_000): FindKey {
  return coalesceLookups(async (hashes) => {
    const query: RetryingQuery = { ...statement, query_timeout: timeoutMs, values: [hashes] };
    const { rows } = await pool.query<KeyRecord & { hash: string }>(query);
    return new Map(rows.map((row) => [row.hash, row]));
  }, lookupLimits);
}

/** Queries the values of several lookup keys. The result omits lookup keys without a value. */
export type Ask<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

export interface LookupLimits {
  /** Maximum number of running queries. */
  concurrency: number;
  /** Time in milliseconds for which lookups wait for a running query. After this time, another query starts. */
  maxWaitMs: number;
}

interface Batch<Value> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Value>>;
  settle(found: Promise<ReadonlyMap<string, Value>>): void;
}

/**
 * Combines concurrent lookups into one query. A lookup never joins a query that has already started, because the result could be outdated.
 * Lookups wait for the running query, because fewer queries for more lookups cost less.
 */
export function coalesceLookups<Value>(
  ask: Ask<Value>,
  { concurrency, maxWaitMs }: LookupLimits,
): (key: string) => Promise<Value | undefined> {
  let running = 0;
  let next: Batch<Value> | undefined;
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    const batch = next;
    [next, isScheduled] = [undefined, false];
    if (!batch) return;
    running++;
    const found = (async () => ask([...batch.keys]))();
    batch.settle(found);
    await found.catch(() => undefined);
    running--;
    startNextQuery();
  };
  const startNextQuery = () => {
    clearTimeout(timer);
    if (!next || isScheduled) return;
    isScheduled = true;
    // With setImmediate, a batch contains all lookups of the current event loop iteration.
    setImmediate(() => void start());
  };
  return (key) => {
    if (!next) {
      next = newBatch();
      if (running === 0) startNextQuery();
      else if (running < concurrency) timer = setTimeout(startNextQuery, maxWaitMs);
    }
    next.keys.add(key);
    return next.found.then((values) => values.get(key));
  };
}

function newBatch<Value>(): Batch<Value> {
  let settle: Batch<Value>["settle"] = () => undefined;
  const found = new Promise<ReadonlyMap<string, Value>>((resolve) => {
    settle = resolve;
  });
  return { keys: new Set(), found, settle };
}
