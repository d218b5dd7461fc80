import { fileURLToPath } from "node:url";
import { defineGauge } from "@offergraph/shared/telemetry/metrics";
import { Piscina } from "piscina";
import { Beginning, cpuTimeOfProcess, now } from "./task.js";

const fromSource = fileURLToPath(new URL("./from-source.mjs", import.meta.url));

/** Returns piscina's options for the worker module at `url` (.js). In development and tests, threads load the TypeScript source. */
function entryOf(url: URL) {
  // With an empty execArgv, the thread does not load the modules that the process preloads with --import.
  if (import.meta.url.endsWith(".js")) return { filename: fileURLToPath(url), execArgv: [] };
  return { filename: fromSource, execArgv: ["--conditions=source"], workerData: url.href.replace(/\.js$/, ".ts") };
}

/** Thrown if a task exceeded the time or memory limit. */
export class TaskTimeout extends Error {}
export class QueueFull extends Error {}

export interface Pool {
  /** Runs a task in a worker thread, with at most `limit` milliseconds of CPU time. Throws TaskTimeout, QueueFull, or the task's error. */
  run(task: object, limit: number): Promise<unknown>;
  stop(): Promise<void>;
}

interface Options {
  /** Name of the pool in the metrics. */
  name: string;
  /** URL of the worker thread's module, whose default export is a result of the function `taken` in task.ts. */
  entry: URL;
  threads: number;
  maxWaiting: number;
  /** Maximum heap of a thread in MB. Default: 128. */
  memoryMb?: number;
  /** Maximum wall-clock time of a task in milliseconds. Default: 120,000. */
  wallMs?: number;
}

const startTimeoutMs = 20_000;

const counts = new Map<string, () => { running: number; waiting: number }>();
defineGauge({ name: "offergraph_worker_tasks", help: "Tasks of a pool of worker threads by state.", labelNames: ["pool", "state"] }, () =>
  [...counts].flatMap(([pool, count]) => Object.entries(count()).map(([state, value]) => ({ labels: { pool, state }, value }))),
);

/** Creates a worker pool, which starts its threads with the first task, and replaces a thread whose task exceeds a limit. */
export function createPool({ name, entry, threads, maxWaiting, memoryMb = 128, wallMs = 120_000 }: Options): Pool {
  let started: Piscina | undefined;
  // Number of waiting and running tasks. Piscina's option maxQueue cannot limit the tasks, because piscina does not count tasks with an
  // abort signal.
  let inside = 0;
  counts.set(name, () => ({ running: Math.min(inside, threads), waiting: Math.max(0, inside - threads) }));

  const start = () => {
    const pool = new Piscina({
      ...entryOf(entry),
      // `minThreads` and `maxThreads` are equal, because otherwise piscina does not replace a terminated thread.
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // If a thread fails at its start, piscina starts no other thread. Destroying the pool rejects the queued tasks. The next task creates a
    // new pool.
    pool.on("error", () => {
      if (started === pool) started = undefined;
      void pool.destroy();
    });
    started = pool;
    return pool;
  };

  return {
    async run(task, limit) {
      if (inside >= threads + maxWaiting) throw new QueueFull("The task queue is full.");
      const pool = started ?? start();
      const begun = new Beginning();
      const watch = watchTask(begun, limit, wallMs);
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

/** Aborts a task that exceeds its limit. Outside Linux, counts the CPU time of the whole process since the task was queued. */
function watchTask(begun: Beginning, limit: number, wallMs: number) {
  const ending = new AbortController();
  const asked = now();
  const usedBefore = cpuTimeOfProcess();
  let timer: NodeJS.Timeout;
  let immediate: NodeJS.Immediate | undefined;
  const timeLeft = () => {
    if (begun.at === 0) return asked + startTimeoutMs - now();
    const used = begun.cpuTime() ?? cpuTimeOfProcess() - usedBefore;
    return Math.max(begun.at + limit - now(), Math.min(limit - used, begun.at + wallMs - now()));
  };
  const check = () => {
    const left = timeLeft();
    if (left > 0) timer = setTimeout(check, begun.at === 0 ? Math.min(limit, left) : left);
    // Waits for the next iteration of the event loop, because a queued message may contain the result.
    else immediate = setImmediate(() => ending.abort(new (begun.at === 0 ? QueueFull : TaskTimeout)("A task timed out.")));
  };
  timer = setTimeout(check, limit);
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
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return new TaskTimeout("A task exceeded the memory limit.", { cause: error });
  return error;
}
