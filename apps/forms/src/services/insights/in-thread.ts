import { Worker } from "node:worker_threads";
import { entryOf } from "../worker-pool/entry.js";
import type { Learnt, ToLearn } from "./learn.js";

/** Extracts insights off the event loop. */
export interface Learner {
  /** Throws if a response cannot be read, or not within the timeout. */
  learn(toLearn: ToLearn): Promise<Learnt[]>;
  stop(): Promise<void>;
}

interface Told {
  id: number;
  learnt?: Learnt[];
  fault?: string;
}

interface Waiting {
  resolve(learnt: Learnt[]): void;
  reject(error: Error): void;
}

const patienceMs = 20_000;

/**
 * Runs a worker thread, started by the first response: loading the model and reading a long text would block the event loop. A thread that
 * dies or does not reply within 20 s is replaced on the next response; its pending responses are rejected.
 */
export function learnerInThread({ patience = patienceMs } = {}): Learner {
  let running: { worker: Worker; waiting: Map<number, Waiting> } | undefined;
  let last = 0;

  const end = (error: Error) => {
    const ended = running;
    running = undefined;
    for (const { reject } of ended?.waiting.values() ?? []) reject(error);
    return ended?.worker.terminate();
  };

  const start = () => {
    const { filename, ...options } = entryOf(new URL("./thread.js", import.meta.url));
    const worker = new Worker(filename, options);
    const waiting = new Map<number, Waiting>();
    worker.unref();
    worker.on("message", ({ id, learnt, fault }: Told) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (learnt) one?.resolve(learnt);
      else one?.reject(new Error(`A response could not be read: ${fault}`));
    });
    const lost = (error: Error) => {
      if (running?.worker === worker) void end(error);
    };
    worker.on("error", (error) => lost(new Error("The insights thread failed.", { cause: error })));
    worker.on("exit", () => lost(new Error("The insights thread exited.")));
    running = { worker, waiting };
    return running;
  };

  return {
    async learn(toLearn) {
      const { worker, waiting } = running ?? start();
      last += 1;
      const id = last;
      let impatience: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Learnt[]>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          impatience = setTimeout(() => void end(new Error("Reading a response timed out.")), patience);
          worker.postMessage({ id, toLearn });
        });
      } finally {
        clearTimeout(impatience);
      }
    },
    async stop() {
      await end(new Error("The service is stopping."));
    },
  };
}
