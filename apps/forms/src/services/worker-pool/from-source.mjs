import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// Entry point that loads a worker thread's TypeScript module in development and tests.
register();
const { default: handle } = await import(workerData);
export default handle;
