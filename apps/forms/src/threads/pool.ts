import { Piscina } from "piscina";
import { entryOf } from "./entry.js";
import { now } from "./task.js";

/** A task took more time or memory than it may. Its thread was ended. */
export class Overrun extends Error {}
/** More waits already than is let wait. */
export class Busy extends Error {}

export interface Pool {
  /** Does a task in a thread, which may take `limit` milliseconds over it once it has begun. Throws Overrun, Busy, or what the task throws. */
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
const mostStretched = 10;

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
      const begun = new BigInt64Array(new SharedArrayBuffer(8));
      const watch = watching(begun, limit);
      inside += 1;
      try {
        return await pool.run({ task, begun }, { signal: watch.signal });
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

const cpu = () => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);

/**
 * Ends a task that is beyond its time. Waiting for a thread is none of its time: the thread itself notes when it begins. Nor is it that the
 * machine is busy with something else: as long as all threads together have had less of the processor since it was asked for than the task may, it goes on.
 */
function watching(begun: BigInt64Array, limit: number) {
  const ending = new AbortController();
  const asked = now();
  const used = cpu();
  let timer: NodeJS.Timeout;
  let immediate: NodeJS.Immediate | undefined;
  const look = () => {
    const at = Number(Atomics.load(begun, 0));
    const left =
      at === 0
        ? asked + patienceMs - now()
        : Math.max(at + limit - now(), Math.min(used + limit - cpu(), at + mostStretched * limit - now()));
    if (left > 0) timer = setTimeout(look, at === 0 ? Math.min(limit, left) : left);
    // What came meanwhile, while this thread was busy itself, is heard first.
    else immediate = setImmediate(() => ending.abort(new (at === 0 ? Busy : Overrun)("A thread took too long.")));
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
