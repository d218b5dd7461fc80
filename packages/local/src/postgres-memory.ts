import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/**
 * What PostgreSQL keeps of its tables in memory of its own, as its settings spell it: a quarter of the machine's memory or the container's
 * (https://www.postgresql.org/docs/current/runtime-config-resource.html, shared_buffers), 128 MB to 1 GB. What is beyond is read through the
 * operating system's cache at twice the price. Pages that nobody reads take no memory.
 */
export function sharedBuffers(memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)): string {
  return `${Math.floor(Math.min(Math.max(memory / 4 / mebibyte, 128), 1024))}MB`;
}
