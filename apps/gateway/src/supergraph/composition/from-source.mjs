import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// Entry point of a worker thread in development and tests, which loads the thread's module from TypeScript source.
register();
const { default: handle } = await import(workerData);
export default handle;
