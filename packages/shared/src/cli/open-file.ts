import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { addAbortSignal, type Readable } from "node:stream";

export interface OpenFile {
  file: Readable & { readonly bytesRead: number };
  /** Size in bytes; 0 for a pipe, whose size is unknown. */
  size: number;
}

/**
 * Opens a file or a named pipe. The function opens a pipe only once, because closing and reopening the pipe would make the writer fail.
 * Throws an Error with a message for the user.
 */
export function openFile(path: string): OpenFile {
  try {
    // Without O_NONBLOCK, open() blocks until a writer connects, and signals cannot interrupt the call.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(fd);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    // A read of a pipe through `fs` would block a thread until the pipe contains data.
    if (found.isFIFO()) return { file: new Socket({ fd, readable: true, writable: false }), size: 0 };
    return { file: createReadStream(path, { fd }), size: found.size };
  } catch (error) {
    const reasons: Record<string, string> = { ENOENT: "it does not exist", EACCES: "permission denied", EISDIR: "it is a directory" };
    throw new Error(`Cannot open file ${path}: ${reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? "it is not a readable file"}.`);
  }
}

export class ReadingStopped extends Error {}

/** Yields a stream's chunks. Throws ReadingStopped as soon as `stop` aborts, even during a wait for data. */
export async function* untilStopped(file: Readable, stop: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* addAbortSignal(stop, file);
  } catch (error) {
    throw stop.aborted ? new ReadingStopped() : error;
  }
}
