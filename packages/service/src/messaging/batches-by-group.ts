import { KeyedQueue } from "./keyed-queue.js";

interface Batch<Item, Result> {
  items: Item[];
  result: Promise<Result>;
}

/** Returns a function that adds an item to the next batch of the item's group, and resolves with the batch's result. Groups take turns. */
export function batchesByGroup<Item, Result>(options: {
  concurrency: number;
  maxItems(group: string): number;
  groupOf(item: Item): string;
  work(items: Item[]): Promise<Result>;
}): (item: Item) => Promise<Result> {
  const { concurrency, maxItems, groupOf, work } = options;
  const queues = new KeyedQueue(concurrency);
  const waiting = new Map<string, Batch<Item, Result>>();

  const open = (group: string): Batch<Item, Result> => {
    const items: Item[] = [];
    const result = new Promise<Result>((resolve, reject) => {
      queues.add(group, async () => {
        // Waits until the batch contains its first item, because `queues.add` can start the task immediately.
        await Promise.resolve();
        if (waiting.get(group)?.items === items) waiting.delete(group);
        await work(items).then(resolve, reject);
      });
    });
    const batch = { items, result };
    waiting.set(group, batch);
    return batch;
  };

  return (item) => {
    const group = groupOf(item);
    const last = waiting.get(group);
    const batch = last && last.items.length < maxItems(group) ? last : open(group);
    batch.items.push(item);
    return batch.result;
  };
}
