/** Loads the values of several keys; keys without a value are absent from the result. */
export type Ask<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

interface Waiting<Value> {
  key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Batches concurrent lookups. A lookup joins the next query, never a running one, so that its result is never older than the lookup
 * (shared statements, no cache).
 * @param concurrency maximum number of running queries; further lookups wait and share the next one
 */
export function coalesceLookups<Value>(ask: Ask<Value>, concurrency: number): (key: string) => Promise<Value | undefined> {
  let waiting: Waiting<Value>[] = [];
  let underWay = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled || underWay >= concurrency || waiting.length === 0) return;
    isScheduled = true;
    // Waits until all requests of this event loop turn are read.
    setImmediate(start);
  };
  const start = () => {
    isScheduled = false;
    const group = waiting;
    waiting = [];
    underWay++;
    ask([...new Set(group.map(({ key }) => key))])
      .then(
        (answers) => {
          for (const { key, resolve } of group) resolve(answers.get(key));
        },
        (error: unknown) => {
          for (const { reject } of group) reject(error);
        },
      )
      .finally(() => {
        underWay--;
        schedule();
      });
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
