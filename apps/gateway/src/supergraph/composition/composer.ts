import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { composeAndCheck } from "../compose.js";
import type { Composition } from "../select.js";

type Subgraphs = readonly { readonly name: string; readonly sdl: string }[];

// Idle time after which the composer replaces its thread by a new thread, which uses less memory. The idle time is long enough to keep the
// thread during a rollout.
const idleMs = 300_000;
/** Time from the start of the gateway to the start of the thread, so that the thread does not delay the first requests. */
const startMs = 5_000;
const memoryMb = 512;

/** Composes a supergraph in a worker thread, because a composition would block all requests for about a second. */
export function createComposer() {
  let pool: Piscina | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;
  const end = async () => {
    const ended = pool;
    pool = undefined;
    await ended?.destroy();
  };
  const start = (): Piscina => {
    const started = new Piscina({ ...entry(), minThreads: 1, maxThreads: 1, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // A failed thread rejects its task. The next composition starts another thread.
    started.on("error", () => {
      if (pool === started) pool = undefined;
      void started.destroy();
    });
    return started;
  };
  /** Starts a thread before a composition needs it, because a thread takes half a second to load its modules. */
  const startLater = (milliseconds: number) => {
    clearTimeout(idle);
    const startNew = () => {
      if (!isStopped) pool ??= start();
    };
    idle = setTimeout(() => void end().then(startNew, () => undefined), milliseconds).unref();
  };
  // In development and tests, a thread loads the TypeScript source for seconds, so only a composition starts a thread.
  if (isBuilt) startLater(startMs);
  return {
    /**
     * Composes on the calling thread, which is faster than a worker thread. Blocks all requests, so call this function only while the
     * gateway has no supergraph.
     */
    composeNow: (subgraphs: Subgraphs): Composition => composeAndCheck(subgraphs),
    /** Composes in a worker thread. Rejects if the signal aborts or the thread exceeds its memory. */
    async compose(subgraphs: Subgraphs, signal: AbortSignal): Promise<Composition> {
      clearTimeout(idle);
      pool ??= start();
      try {
        const schemas = subgraphs.map(({ name, sdl }) => ({ name, sdl }));
        return await pool.run(schemas, { signal });
      } finally {
        if (!isStopped) startLater(idleMs);
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(idle);
      await end();
    },
  };
}

export type Composer = ReturnType<typeof createComposer>;

const isBuilt = import.meta.url.endsWith(".js");

/** Returns piscina's options for worker.js. In development and tests, the thread loads the TypeScript source. */
function entry() {
  const url = new URL("./worker.js", import.meta.url);
  // With an empty execArgv, the thread does not load the modules that the process preloads with --import.
  if (isBuilt) return { filename: fileURLToPath(url), execArgv: [] };
  const fromSource = fileURLToPath(new URL("./from-source.mjs", import.meta.url));
  return { filename: fromSource, execArgv: ["--conditions=source"], workerData: url.href.replace(/\.js$/, ".ts") };
}
