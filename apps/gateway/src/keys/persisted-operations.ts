import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { coalesceLookups, lookupLimits, type RetryingQuery } from "./lookup.js";

/** Returns the document of a persisted operation by its hash. Returns undefined if the document is not registered for the API key. */
export type FindPersisted = (keyId: string, hash: string) => Promise<string | undefined>;

const statement = {
  name: "persisted-operation",
  text: `SELECT o.key_id AS "keyId", o.hash, CASE WHEN wanted.with_document THEN o.document END AS document
           FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS wanted (key_id, hash, with_document)
           JOIN persisted_operation_lookups o ON o.key_id = wanted.key_id AND o.hash = wanted.hash`,
};
const maxCachedBytes = 16 * 1024 * 1024;

interface Options {
  timeoutMs?: number;
  maxBytes?: number;
}

/**
 * Creates the function that looks up persisted operations. Each lookup checks in the database whether the operation is registered for the
 * key. Caches only the documents, because a hash's document never changes.
 */
export function persistedLookup(pool: Pick<Pool, "query">, { timeoutMs = 5_000, maxBytes = maxCachedBytes }: Options = {}): FindPersisted {
  const texts = new LRUCache<string, string>({ maxSize: maxBytes, sizeCalculation: (text, hash) => 2 * (text.length + hash.length) });
  const find = coalesceLookups(async (pairs) => {
    const wanted = pairs.map((pair) => {
      const [keyId = "", hash = ""] = pair.split(" ");
      return { keyId, hash, text: texts.get(hash) };
    });
    const values = [wanted.map(({ keyId }) => keyId), wanted.map(({ hash }) => hash), wanted.map(({ text }) => text === undefined)];
    const query: RetryingQuery = { ...statement, query_timeout: timeoutMs, values };
    const { rows } = await pool.query<{ keyId: string; hash: string; document: string | null }>(query);
    const cached = new Map(wanted.map(({ hash, text }) => [hash, text]));
    return new Map(
      rows.map(({ keyId, hash, document }) => {
        const text = document ?? cached.get(hash) ?? "";
        texts.set(hash, text);
        return [`${keyId} ${hash}`, text];
      }),
    );
  }, lookupLimits);
  return (keyId, hash) => find(`${keyId} ${hash}`);
}
