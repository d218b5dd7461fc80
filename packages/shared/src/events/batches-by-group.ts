import { SerialQueues } from "./serial-queues.js";

interface Batch<Item, Result> {
  items: Item[];
  result: Promise<Result>;
}

/**
 * Runs work on batches of items of one group: what comes while a group's batch runs shares the group's next one. Groups take turns, and
 * so many of them run at once.
 */
export function batchesByGroup<Item, Result>(options: {
  concurrency: number;
  /** How many items a batch has at most. */
  maxItems: number;
  groupOf(item: Item): string;
  work(items: Item[]): Promise<Result>;
}): (item: Item) => Promise<Result> {
  const { concurrency, maxItems, groupOf, work } = options;
  const queues = new SerialQueues(concurrency);
  const waiting = new Map<string, Batch<Item, Result>>();

  const open = (group: string): Batch<Item, Result> => {
    const items: Item[] = [];
    const result = new Promise<Result>((resolve, reject) => {
      queues.add(group, async () => {
        // A first batch begins while it is opened: its first item is added before this goes on.
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
    const batch = last && last.items.length < maxItems ? last : open(group);
    batch.items.push(item);
    return batch.result;
  };
}
