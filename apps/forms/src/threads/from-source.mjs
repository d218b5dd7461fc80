import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// Starts a thread of a TypeScript module (entry.ts): in development and tests alone.
register();
const { default: handle } = await import(workerData);
export default handle;
