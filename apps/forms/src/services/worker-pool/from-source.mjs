import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// Starts a worker thread from TypeScript source (entry.ts); development and tests only.
register();
const { default: handle } = await import(workerData);
export default handle;
