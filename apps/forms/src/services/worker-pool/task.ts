import { readFileSync, readlinkSync } from "node:fs";

/** Returns the time in milliseconds from a clock that all threads of the process share. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Shared memory in which a worker thread records the start of a task. The main thread can read the start while the worker is busy. */
export class Beginning {
  readonly #numbers: BigInt64Array;
  constructor(readonly memory = new SharedArrayBuffer(24)) {
    this.#numbers = new BigInt64Array(memory);
  }

  note(): void {
    const thread = ownThread();
    Atomics.store(this.#numbers, 1, BigInt(thread));
    Atomics.store(this.#numbers, 2, BigInt(cpuTimeOf(thread) ?? 0));
    Atomics.store(this.#numbers, 0, BigInt(now()));
  }

  /** Value of `now` when the task started; 0 before the start. */
  get at(): number {
    return Number(Atomics.load(this.#numbers, 0));
  }

  /** CPU time in milliseconds that the thread has used since the task started; undefined if /proc cannot be read. */
  cpuTime(): number | undefined {
    const used = cpuTimeOf(Number(Atomics.load(this.#numbers, 1)));
    return used && used - Number(Atomics.load(this.#numbers, 2));
  }
}

/** Wraps the task handler of a worker thread's module. Records the start of each task in the shared memory `begun`. */
export const taken =
  <Task, Result>(handle: (task: Task) => Result) =>
  ({ task, begun }: { task: Task; begun: SharedArrayBuffer }): Result => {
    new Beginning(begun).note();
    return handle(task);
  };

// Linux reports CPU times in /proc in hundredths of a second.
const tickMs = 10;

/** Returns the operating system's id of the calling thread; 0 if /proc cannot be read. */
function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    return 0;
  }
}

/** Returns a thread's CPU time in milliseconds; undefined if /proc cannot be read. */
function cpuTimeOf(thread: number): number | undefined {
  if (thread === 0) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // Field 2 of the file is the thread's name in parentheses, which may contain spaces. Fields 14 and 15 are the user and kernel time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

export const cpuTimeOfProcess = (): number => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);
