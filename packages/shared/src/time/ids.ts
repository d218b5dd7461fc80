import { v5, v7 } from "uuid";
import { idBytes } from "./random-bytes.js";

const maxSequence = 0xffff_ffff;
let milliseconds = 0;
let sequence = 0;

/**
 * Creates a record id: UUIDv7 (RFC 9562). The ids of one process sort by creation order, even after the clock was set back (RFC 9562, 6.2,
 * method 1).
 */
export function newId(): string {
  const random = idBytes(16);
  const now = Date.now();
  if (now > milliseconds) {
    milliseconds = now;
    // Clears the first bit of the random start value, so that the sequence does not overflow within the millisecond.
    sequence = random.readUInt32BE(6) & 0x7fff_ffff;
  } else if (sequence === maxSequence) {
    milliseconds += 1;
    sequence = 0;
  } else sequence += 1;
  return v7({ random, msecs: milliseconds, seq: sequence });
}

/** Returns the time in a UUIDv7, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The nil UUID (RFC 9562), which sorts before the id of every record. */
export const nilId = "00000000-0000-0000-0000-000000000000";

/** Derives a record's id from its name (UUIDv5 in the workspace's namespace), so that all services compute the same id. */
export function idOfName(workspaceId: string, name: string): string {
  return v5(name, workspaceId);
}
