import { readFileSync, readlinkSync } from "node:fs";

/** Milliseconds on a clock shared by all threads of the process. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Shared memory in which a thread records the start of a task. Other threads can read the start even if the thread is blocked. */
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

  /** CPU time in milliseconds since the task started; undefined if unavailable. */
  cpuTime(): number | undefined {
    const used = cpuTimeOf(Number(Atomics.load(this.#numbers, 1)));
    return used && used - Number(Atomics.load(this.#numbers, 2));
  }
}

/** Wraps a task handler as the default export of a thread's module. `begun` is the shared memory of a Beginning. */
export const taken =
  <Task, Result>(handle: (task: Task) => Result) =>
  ({ task, begun }: { task: Task; begun: SharedArrayBuffer }): Result => {
    new Beginning(begun).note();
    return handle(task);
  };

// Linux reports CPU time per thread in hundredths of a second, even for a blocked thread.
const tickMs = 10;

/** Returns the OS id of the calling thread; 0 if unavailable. */
function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    return 0;
  }
}

/** Returns the CPU time of a thread of this process in milliseconds; undefined if unavailable. */
function cpuTimeOf(thread: number): number | undefined {
  if (thread === 0) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // Field 2 is the thread's name in parentheses, which may contain spaces. Fields 14 and 15 are user and kernel time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

/** CPU time of the whole process in milliseconds. */
export const cpuTimeOfProcess = (): number => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);
