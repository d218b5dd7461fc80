import { parentPort } from "node:worker_threads";
import { learn, type ToLearn } from "./learn.js";
import { winkReader } from "./wink-reader.js";

// Entry point of the worker thread that in-thread.ts starts.
const reader = winkReader();

parentPort?.on("message", ({ id, toLearn }: { id: number; toLearn: ToLearn }) => {
  try {
    parentPort?.postMessage({ id, learnt: learn(toLearn, reader) });
  } catch (error) {
    parentPort?.postMessage({ id, fault: (error as Error).message });
  }
});
