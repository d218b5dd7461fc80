import { cpuTimeOf, ownThread } from "./cpu-time.js";

/** Milliseconds on a clock shared by all threads of the process. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Shared memory in which a thread records the start of its task, readable even if the thread is blocked. */
export class Beginning {
  readonly #numbers: BigInt64Array;
  constructor(readonly memory = new SharedArrayBuffer(24)) {
    this.#numbers = new BigInt64Array(memory);
  }

  /** Called by the thread. */
  note(): void {
    const thread = ownThread();
    Atomics.store(this.#numbers, 1, BigInt(thread));
    Atomics.store(this.#numbers, 2, BigInt(cpuTimeOf(thread) ?? 0));
    Atomics.store(this.#numbers, 0, BigInt(now()));
  }

  /** Start time in milliseconds of `now`; 0 before the start. */
  get at(): number {
    return Number(Atomics.load(this.#numbers, 0));
  }

  /** CPU time used since the start in milliseconds; undefined if unavailable. */
  cpuTime(): number | undefined {
    const used = cpuTimeOf(Number(Atomics.load(this.#numbers, 1)));
    return used && used - Number(Atomics.load(this.#numbers, 2));
  }
}

/** Message from the pool to a thread. */
interface Taken<Task> {
  task: Task;
  /** Memory of the Beginning. */
  begun: SharedArrayBuffer;
}

/** Wraps a task handler for a thread module's default export. */
export function taken<Task, Result>(handle: (task: Task) => Result): (taken: Taken<Task>) => Result {
  return ({ task, begun }) => {
    new Beginning(begun).note();
    return handle(task);
  };
}
