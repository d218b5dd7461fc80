import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/** Returns shared_buffers: a quarter of the memory, as the manual of PostgreSQL recommends, but at least 128 MB and at most 1 GB. */
export function sharedBuffers(memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)): string {
  return `${Math.floor(Math.min(Math.max(memory / 4 / mebibyte, 128), 1024))}MB`;
}
