/** Milliseconds on the one clock that all threads of a process share. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** What a pool hands to a thread. */
interface Taken<Task> {
  task: Task;
  /** Where the thread notes when it begins. */
  begun: BigInt64Array;
}

/** A thread's module exports what this makes of what it does. */
export function taken<Task, Result>(handle: (task: Task) => Result): (taken: Taken<Task>) => Result {
  return ({ task, begun }) => {
    Atomics.store(begun, 0, BigInt(now()));
    return handle(task);
  };
}
