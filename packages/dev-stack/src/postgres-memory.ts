import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/**
 * Value of shared_buffers: a quarter of the memory of the machine or container, from 128 MB to 1 GB
 * (https://www.postgresql.org/docs/current/runtime-config-resource.html). Reads from the operating system's cache cost twice as much;
 * unused buffers take no memory.
 */
export function sharedBuffers(memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)): string {
  return `${Math.floor(Math.min(Math.max(memory / 4 / mebibyte, 128), 1024))}MB`;
}
