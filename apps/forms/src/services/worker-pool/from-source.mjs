import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// Starts a worker thread from TypeScript source. For development and tests only.
register();
const { default: handle } = await import(workerData);
export default handle;
