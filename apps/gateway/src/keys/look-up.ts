import type { Pool, QueryConfig } from "pg";
import { coalesceLookups } from "./coalesce-lookups.js";
import type { KeyRecord } from "./verify-key.js";

/** Reads a key by its hash (format.ts), uncached; undefined if it does not exist. */
export type FindKey = (hash: string) => Promise<KeyRecord | undefined>;

/** Query with a timeout in milliseconds, after which pg closes the connection; missing in pg's types. */
export interface RetryingQuery extends QueryConfig {
  query_timeout: number;
}

const statement = {
  name: "key-by-hash",
  text: `SELECT k.hash, k.id AS "keyId", k.workspace_id AS "workspaceId", k.created_by AS "memberId", k.kind::text, k.level::text, k.origins,
                k.connection_id AS "connectionId", k.limit_per_minute AS "limitPerMinute", k.revoked_at IS NOT NULL AS "isRevoked",
                m.role::text, m.removed_at IS NULL AS "isMember"
           FROM keys k JOIN members m ON m.workspace_id = k.workspace_id AND m.id = k.created_by
          WHERE k.hash = ANY ($1)`,
};
const concurrentStatements = 2;

/**
 * Creates the key lookup, which queries the database for every request. It rejects after `timeoutMs`, because a hanging database or a
 * dead connection would otherwise block all requests until TCP times out.
 */
export function keyLookUp(pool: Pool, timeoutMs = 5_000): FindKey {
  return coalesceLookups(async (hashes) => {
    const query: RetryingQuery = { ...statement, query_timeout: timeoutMs, values: [hashes] };
    const { rows } = await pool.query<KeyRecord & { hash: string }>(query);
    return new Map(rows.map((row) => [row.hash, row]));
  }, concurrentStatements);
}
