import { cpuTimeOf, ownThread } from "./cpu-time.js";

/** Milliseconds on the one clock that all threads of a process share. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Where a thread notes when it begins a task, so that the pool knows it even of a thread that does not answer. */
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

  /** When the thread began, in milliseconds of `now`; 0 before. */
  get at(): number {
    return Number(Atomics.load(this.#numbers, 0));
  }

  /** Milliseconds of processor time that the thread has used since; undefined where it cannot be had. */
  cpuTime(): number | undefined {
    const used = cpuTimeOf(Number(Atomics.load(this.#numbers, 1)));
    return used && used - Number(Atomics.load(this.#numbers, 2));
  }
}

/** What a pool hands to a thread. */
interface Taken<Task> {
  task: Task;
  /** Memory of the Beginning. */
  begun: SharedArrayBuffer;
}

/** A thread's module exports what this makes of what it does. */
export function taken<Task, Result>(handle: (task: Task) => Result): (taken: Taken<Task>) => Result {
  return ({ task, begun }) => {
    new Beginning(begun).note();
    return handle(task);
  };
}
