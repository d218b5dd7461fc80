import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/**
 * Returns the value of the PostgreSQL setting shared_buffers. The value is a quarter of the memory of the machine or container, but at
 * least 128 MB and at most 1 GB (PostgreSQL manual).
 */
export function sharedBuffers(memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)): string {
  return `${Math.floor(Math.min(Math.max(memory / 4 / mebibyte, 128), 1024))}MB`;
}
