import { parentPort } from "node:worker_threads";
import { learn, type ToLearn } from "./learn.js";
import { winkReader } from "./wink-reader.js";

// What runs in the thread that in-thread.ts starts: the model is loaded once, then one response is learnt from after the other.
const reader = winkReader();

parentPort?.on("message", ({ id, toLearn }: { id: number; toLearn: ToLearn }) => {
  try {
    parentPort?.postMessage({ id, learnt: learn(toLearn, reader) });
  } catch (error) {
    parentPort?.postMessage({ id, fault: (error as Error).message });
  }
});
