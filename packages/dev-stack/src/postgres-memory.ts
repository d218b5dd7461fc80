import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/** shared_buffers is a quarter of the memory, 128 MB to 1 GB (postgresql.org/docs/current/runtime-config-resource.html). */
export function sharedBuffers(memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)): string {
  return `${Math.floor(Math.min(Math.max(memory / 4 / mebibyte, 128), 1024))}MB`;
}
