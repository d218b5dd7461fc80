import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface SecondSightOptions<Value> {
  /** Values kept at most. */
  readonly max: number;
  /** Their sizes together at most, in units of `sizeOf`. */
  readonly maxSize: number;
  sizeOf(value: Value, key: string): number;
}

/** Keys remembered after their first use, as hashes. */
const maxSeen = 10_000;

/**
 * Cache that keeps a value from the second use of its key on: what comes once only (literals in place of variables, scanners)
 * neither fills it nor costs the memory of compiled code.
 */
export class SecondSight<Value extends object> {
  readonly #seen = new LRUCache<string, true>({ max: maxSeen });
  readonly #kept: LRUCache<string, Value>;
  readonly #sizeOf: SecondSightOptions<Value>["sizeOf"];
  readonly #maxSize: number;

  constructor({ max, maxSize, sizeOf }: SecondSightOptions<Value>) {
    this.#kept = new LRUCache({ max, maxSize });
    this.#sizeOf = sizeOf;
    this.#maxSize = maxSize;
  }

  /** Values kept now. */
  get size(): number {
    return this.#kept.size;
  }

  /** The kept value, or a new one; `isKept` tells `make` that the value will be used again. */
  get(key: string, make: (isKept: boolean) => Value): Value {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    // A hash, because the keys of what is not kept may be a megabyte each.
    const hash = createHash("sha256").update(key).digest("base64");
    const isKept = this.#seen.has(hash);
    const made = make(isKept);
    if (!isKept) this.#seen.set(hash, true);
    else {
      const size = Math.max(1, this.#sizeOf(made, key));
      if (size <= this.#maxSize) this.#kept.set(key, made, { size });
    }
    return made;
  }
}
