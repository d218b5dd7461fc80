import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface SecondSightOptions<Value> {
  readonly max: number;
  /** Maximum sum of the sizes that `sizeOf` returns. */
  readonly maxSize: number;
  sizeOf(value: Value, key: string): number;
}

/** Maximum number of remembered keys that were used once. */
const maxSeen = 10_000;

/** A cache that stores a value only on the second use of its key. Keys that are used only once do not fill the cache. */
export class SecondSight<Value extends object> {
  readonly #seen = new LRUCache<string, true>({ max: maxSeen });
  readonly #kept: LRUCache<string, Value>;
  /** Number of calls of `get` that returned a cached value. */
  hits = 0;
  /** Number of calls of `get` that called `make`. */
  misses = 0;

  constructor(private readonly options: SecondSightOptions<Value>) {
    this.#kept = new LRUCache({ max: options.max, maxSize: options.maxSize });
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Returns the cached value or the result of `make`. `isKept` is true if the cache may store the result. */
  get(key: string, make: (isKept: boolean) => Value): Value {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.hits += 1;
      return known;
    }
    this.misses += 1;
    // Keys can be a megabyte long, so only their hashes are stored.
    const hash = createHash("sha256").update(key).digest("base64");
    const isKept = this.#seen.has(hash);
    const made = make(isKept);
    if (!isKept) this.#seen.set(hash, true);
    else {
      const size = Math.max(1, this.options.sizeOf(made, key));
      if (size <= this.options.maxSize) this.#kept.set(key, made, { size });
    }
    return made;
  }
}
