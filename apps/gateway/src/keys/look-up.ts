import type { Pool, QueryConfig } from "pg";
import { shareQuestions } from "./batch.js";
import type { KeyRecord } from "./judge.js";

/** Finds what the database says of a key right now, by its hash (format.ts); undefined when there is no such key. */
export type FindKey = (hash: string) => Promise<KeyRecord | undefined>;

/** A query that is given up, and its connection closed, when no answer came for so many milliseconds; pg's types lack it. */
export interface PatientQuery extends QueryConfig {
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
 * The look-up of keys, asked of the database on every request. It rejects when a statement has no answer after `patienceMs`:
 * a database that hangs, or a connection that leads nowhere any more, would otherwise hold up every request for as long as TCP hopes.
 */
export function keyLookUp(pool: Pool, patienceMs = 5_000): FindKey {
  return shareQuestions(async (hashes) => {
    const query: PatientQuery = { ...statement, query_timeout: patienceMs, values: [hashes] };
    const { rows } = await pool.query<KeyRecord & { hash: string }>(query);
    return new Map(rows.map((row) => [row.hash, row]));
  }, concurrentStatements);
}
