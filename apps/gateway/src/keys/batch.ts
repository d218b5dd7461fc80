/** Asks for many keys' values with one question; keys without a value are absent from the answer. */
export type Ask<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

interface Waiting<Value> {
  key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Lets concurrent look-ups share questions without ever giving a stale answer: a look-up joins the question that is asked next,
 * never one that is under way, so every answer was read after its look-up began (decisions.md 4: shared statements, no cache).
 * `concurrency`: how many questions may be under way at a time; look-ups that come meanwhile wait and go together.
 */
export function shareQuestions<Value>(ask: Ask<Value>, concurrency: number): (key: string) => Promise<Value | undefined> {
  let waiting: Waiting<Value>[] = [];
  let underWay = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled || underWay >= concurrency || waiting.length === 0) return;
    isScheduled = true;
    // After the requests that arrived in this turn of the event loop were read.
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
