import { Piscina } from "piscina";
import { cpuTimeOfProcess } from "./cpu-time.js";
import { entryOf } from "./entry.js";
import { Beginning, now } from "./task.js";

/** A task took more time or memory than it may. Its thread was ended. */
export class Overrun extends Error {}
/** More waits already than is let wait. */
export class Busy extends Error {}

export interface Pool {
  /** Does a task in a thread, which may use `limit` milliseconds of processor time for it. Throws Overrun, Busy, or what the task throws. */
  run(task: object, limit: number): Promise<unknown>;
  stop(): Promise<void>;
}

interface Options {
  /** The thread's module, as `entryOf` takes it; it hands tasks to `taken`. */
  entry: URL;
  threads: number;
  /** So many tasks may wait. */
  mostWaiting: number;
}

const memoryMb = 128;
/** A thread that begins nothing in this time will not. */
const patienceMs = 20_000;
/** A thread that has begun is ended after this time, however little of the processor it got. */
const longestMs = 120_000;

/** Threads that are started by the first task, and replaced when they overrun. */
export function createPool({ entry, threads, mostWaiting }: Options): Pool {
  let started: Piscina | undefined;
  // Counted here: piscina leaves tasks that can be aborted out of its maxQueue.
  let inside = 0;

  const start = () => {
    const pool = new Piscina({
      ...entryOf(entry),
      // As many as there may be: only then does piscina put another in the place of one that it has ended.
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // A thread that failed without a task, at its start: piscina would try no other one. What waits is refused.
    pool.on("error", () => {
      if (started === pool) started = undefined;
      void pool.destroy();
    });
    started = pool;
    return pool;
  };

  return {
    async run(task, limit) {
      if (inside >= threads + mostWaiting) throw new Busy("Too much waits for a thread.");
      const pool = started ?? start();
      const begun = new Beginning();
      const watch = watching(begun, limit);
      inside += 1;
      try {
        return await pool.run({ task, begun: begun.memory }, { signal: watch.signal });
      } catch (error) {
        throw reasonOf(error as Error & { code?: string }, watch.signal);
      } finally {
        watch.end();
        inside -= 1;
      }
    },
    async stop() {
      await started?.destroy();
      started = undefined;
    },
  };
}

/**
 * Ends a task that used more than its processor time. A busy machine makes no difference: the time of its own thread counts, and where
 * the system does not tell that (it is not Linux), the time of the whole process since the task was asked for.
 */
function watching(begun: Beginning, limit: number) {
  const ending = new AbortController();
  const asked = now();
  const usedBefore = cpuTimeOfProcess();
  let timer: NodeJS.Timeout;
  let immediate: NodeJS.Immediate | undefined;
  const timeLeft = () => {
    if (begun.at === 0) return asked + patienceMs - now();
    const used = begun.cpuTime() ?? cpuTimeOfProcess() - usedBefore;
    return Math.max(begun.at + limit - now(), Math.min(limit - used, begun.at + longestMs - now()));
  };
  const look = () => {
    const left = timeLeft();
    if (left > 0) timer = setTimeout(look, begun.at === 0 ? Math.min(limit, left) : left);
    // What came meanwhile, while this thread was busy itself, is heard first.
    else immediate = setImmediate(() => ending.abort(new (begun.at === 0 ? Busy : Overrun)("A thread took too long.")));
  };
  timer = setTimeout(look, limit);
  return {
    signal: ending.signal,
    end() {
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
}

function reasonOf(error: Error & { code?: string }, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason;
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return new Overrun("A thread took too much memory.", { cause: error });
  return error;
}
