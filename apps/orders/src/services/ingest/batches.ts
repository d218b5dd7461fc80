export interface BatchLimits {
  maxItems: number;
  /** A batch is full once its weight reaches this. */
  maxWeight: number;
  /** Yields a partial batch if no item arrives for this long. */
  idleMs: number;
}

/** Groups items into batches. Yields the items received before a failure, then throws it. */
export async function* batchesOf<Item>(
  parts: AsyncIterable<readonly Item[]>,
  weightOf: (item: Item) => number,
  limits: BatchLimits,
): AsyncGenerator<Item[]> {
  const batch = new Batch(weightOf, limits);
  let failure: { error: unknown } | undefined;
  try {
    for await (const part of timed(parts, () => (batch.isEmpty ? undefined : limits.idleMs))) {
      if (part === "idle") yield batch.empty();
      else for (const item of part) if (batch.add(item)) yield batch.empty();
    }
  } catch (error) {
    failure = { error };
  }
  if (!batch.isEmpty) yield batch.empty();
  if (failure) throw failure.error;
}

class Batch<Item> {
  #items: Item[] = [];
  #weight = 0;

  constructor(
    readonly weightOf: (item: Item) => number,
    readonly limits: BatchLimits,
  ) {}

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }
  /** Adds an item. Returns true if the batch is full. */
  add(item: Item): boolean {
    this.#items.push(item);
    this.#weight += this.weightOf(item);
    return this.#items.length >= this.limits.maxItems || this.#weight >= this.limits.maxWeight;
  }
  empty(): Item[] {
    const items = this.#items;
    [this.#items, this.#weight] = [[], 0];
    return items;
  }
}

/** Yields the same parts, and "idle" whenever the next one takes longer than `idleMs()`. */
async function* timed<Part>(parts: AsyncIterable<Part>, idleMs: () => number | undefined): AsyncGenerator<Part | "idle"> {
  const iterator = parts[Symbol.asyncIterator]();
  let coming = iterator.next();
  try {
    for (;;) {
      const next = await within(coming, idleMs());
      if (next === "idle") {
        yield next;
        continue;
      }
      if (next.done) return;
      yield next.value;
      coming = iterator.next();
    }
  } finally {
    // Not awaited: it hangs if the sender is silent.
    void iterator.return?.()?.catch(() => undefined);
  }
}

/** Resolves like the promise, or to "idle" after `idleMs`. */
async function within<Value>(promise: Promise<Value>, idleMs: number | undefined): Promise<Value | "idle"> {
  if (idleMs === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<"idle">((resolve) => {
    timer = setTimeout(resolve, idleMs, "idle");
  });
  return Promise.race([promise, idle]).finally(() => clearTimeout(timer));
}
