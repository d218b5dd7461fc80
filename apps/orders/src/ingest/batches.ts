export interface BatchLimits {
  mostItems: number;
  /** What all items of a batch may weigh, but for the last one. */
  mostWeight: number;
  /** A batch that is not full goes when nothing came for so long. */
  idleMs: number;
}

/** Puts items together into batches. Those that came before a failure are given before it is thrown. */
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
  /** Whether it is full with this one. */
  add(item: Item): boolean {
    this.#items.push(item);
    this.#weight += this.weightOf(item);
    return this.#items.length >= this.limits.mostItems || this.#weight >= this.limits.mostWeight;
  }
  empty(): Item[] {
    const items = this.#items;
    [this.#items, this.#weight] = [[], 0];
    return items;
  }
}

/** The same parts, with "idle" wherever the next one takes longer than `idleMs` says at that moment. */
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
    // Not waited for: it may hang on a sender who says nothing more.
    void iterator.return?.()?.catch(() => undefined);
  }
}

/** What a promise comes to, or "idle" when that takes longer. It may be asked again; its failure is thrown to whoever asks. */
async function within<Value>(promise: Promise<Value>, idleMs: number | undefined): Promise<Value | "idle"> {
  if (idleMs === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<"idle">((resolve) => {
    timer = setTimeout(resolve, idleMs, "idle");
  });
  return Promise.race([promise, idle]).finally(() => clearTimeout(timer));
}
