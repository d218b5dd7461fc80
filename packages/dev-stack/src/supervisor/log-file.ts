import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";

const maxBytes = 20 * 1024 * 1024;
const maxOldFiles = 3;

/**
 * The log file of an app. Rotates the file when the file has more than `limit` bytes. The app writes to the file directly, even after the
 * supervisor has died.
 */
export class LogFile {
  /** File descriptor for the app's stdout and stderr. */
  readonly descriptor: number;
  readonly path: string;
  readonly #decoder = new StringDecoder("utf8");
  readonly #buffer = Buffer.alloc(64 * 1024);
  readonly #reader: number;
  #offset = 0;
  #incomplete = "";

  constructor(
    directory: string,
    name: string,
    readonly limit = maxBytes,
  ) {
    mkdirSync(directory, { recursive: true });
    this.path = path.join(directory, `${name}.log`);
    this.#shift();
    move(this.path, `${this.path}.1`);
    this.descriptor = openSync(this.path, "a", 0o600);
    this.#reader = openSync(this.path, "r");
  }

  newLines(): string[] {
    let text = this.#incomplete;
    for (let length = this.#read(this.#offset); length > 0; length = this.#read(this.#offset)) {
      this.#offset += length;
      text += this.#decoder.write(this.#buffer.subarray(0, length));
    }
    if (this.#offset > this.limit) text += this.#rotate();
    const lines = text.split("\n");
    this.#incomplete = lines.pop() ?? "";
    return lines;
  }

  close(): void {
    closeSync(this.descriptor);
    closeSync(this.#reader);
  }

  /**
   * Copies the log file to a file with the suffix `.1`, and truncates the original. Does not rename the file, because the app keeps the
   * file open. Returns the unread text.
   */
  #rotate(): string {
    this.#shift();
    const target = openSync(`${this.path}.1`, "w", 0o600);
    let position = 0;
    let added = "";
    for (let length = this.#read(position); length > 0; length = this.#read(position)) {
      writeSync(target, this.#buffer, 0, length);
      const known = Math.min(Math.max(this.#offset - position, 0), length);
      added += this.#decoder.write(this.#buffer.subarray(known, length));
      position += length;
    }
    ftruncateSync(this.descriptor);
    closeSync(target);
    this.#offset = 0;
    return added;
  }

  #shift(): void {
    for (let index = maxOldFiles - 1; index > 0; index -= 1) move(`${this.path}.${index}`, `${this.path}.${index + 1}`);
  }

  #read(position: number): number {
    return readSync(this.#reader, this.#buffer, 0, this.#buffer.length, position);
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
