import { LRUCache } from "lru-cache";
import type pg from "pg";
import { findPublicKey, type KeyRow } from "../../db/access-keys.js";
import { VisitorError } from "../../domain/visitor-error.js";

const maxKeys = 10_000;

/**
 * Returns a function that finds the placement of a public key. Caches keys, because a key always belongs to the same placement. A cached
 * key may have ended since, so the caller's next SQL statement must check that the key is still current.
 */
export function createLiveKeys(pool: pg.Pool) {
  const cached = new LRUCache<string, KeyRow>({ max: maxKeys });

  return async function liveKey(publicKey: string): Promise<KeyRow> {
    const known = cached.get(publicKey);
    if (known) return known;
    const key = await findPublicKey(pool, publicKey);
    if (!key) throw new VisitorError("PUBLIC_KEY_UNKNOWN");
    if (key.hasEnded) throw new VisitorError("PUBLIC_KEY_ENDED");
    cached.set(publicKey, key);
    return key;
  };
}
