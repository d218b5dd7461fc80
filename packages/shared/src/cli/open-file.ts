import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** What a command reads, and how much of it there is. */
export interface OpenFile {
  file: Readable & { readonly bytesRead: number };
  /** 0: nobody knows. */
  size: number;
}

/** Opens a file or a pipe, once: a pipe's writer is gone when it is closed in between. Throws an Error in plain words. */
export function openFile(path: string): OpenFile {
  try {
    // Else opening a pipe waits for its writer, where no signal reaches us.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(fd);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    // A pipe is read as it comes, without a thread that waits in it and could not be ended.
    if (found.isFIFO()) return { file: new Socket({ fd, readable: true, writable: false }), size: 0 };
    return { file: createReadStream(path, { fd }), size: found.size };
  } catch (error) {
    const reasons: Record<string, string> = { ENOENT: "there is none", EACCES: "it may not be read", EISDIR: "it is a folder" };
    throw new Error(`The file ${path} cannot be opened: ${reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? "it is no file"}.`);
  }
}
