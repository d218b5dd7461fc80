/** Returns a function that adds an item to the next batch and resolves with the batch's result. Batches run one after the other. */
export function microBatch<Item, Result>(work: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let waiting: Item[] = [];
  let next: Promise<Result> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    if (!next) {
      next = last.then(() => {
        const items = waiting;
        waiting = [];
        next = undefined;
        return work(items);
      });
      last = next.catch(() => undefined);
    }
    return next;
  };
}
