import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let position = pool.length;

/**
 * Returns `length` random bytes for ids (at most 4,096). The buffer is valid until the next call. Reads many bytes at once, because each
 * read is slow.
 */
export function idBytes(length: number): Buffer {
  if (position + length > pool.length) {
    randomFillSync(pool);
    position = 0;
  }
  position += length;
  return pool.subarray(position - length, position);
}
