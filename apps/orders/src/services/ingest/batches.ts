export interface BatchLimits {
  maxItems(): number;
  /** A batch is full when its items have this total weight. */
  maxWeight: number;
  /** A partial batch is yielded after this time without a new item. */
  idleMs: number;
}

/** Groups items into batches. Before it throws an error, yields the items that arrived earlier. */
export async function* batchesOf<Item>(
  parts: AsyncIterable<readonly Item[]>,
  weightOf: (item: Item) => number,
  { maxItems, maxWeight, idleMs }: BatchLimits,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let weight = 0;
  let failure: { error: unknown } | undefined;
  const take = () => {
    const items = batch;
    [batch, weight] = [[], 0];
    return items;
  };
  try {
    for await (const part of timed(parts, () => (batch.length === 0 ? undefined : idleMs))) {
      if (part === "idle") yield take();
      else
        for (const item of part) {
          batch.push(item);
          weight += weightOf(item);
          if (batch.length >= maxItems() || weight >= maxWeight) yield take();
        }
    }
  } catch (error) {
    failure = { error };
  }
  if (batch.length > 0) yield take();
  if (failure) throw failure.error;
}

/** Yields `parts` unchanged. Yields "idle" if the next part takes longer than `idleMs()`. */
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
    // Does not await the promise of `return`, because the promise stays pending while the sender sends nothing.
    void iterator.return?.()?.catch(() => undefined);
  }
}

async function within<Value>(promise: Promise<Value>, idleMs: number | undefined): Promise<Value | "idle"> {
  if (idleMs === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<"idle">((resolve) => {
    timer = setTimeout(resolve, idleMs, "idle");
  });
  return Promise.race([promise, idle]).finally(() => clearTimeout(timer));
}
