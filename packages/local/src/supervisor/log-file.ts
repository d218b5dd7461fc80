import { closeSync, mkdirSync, openSync, readSync, renameSync } from "node:fs";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";

/**
 * An app's log on disk. The app writes into it by itself (no pipe: requests do not pass the supervisor, and an app that outlives
 * the supervisor can still say why it ended), the supervisor reads along. The log of the run before stays beside it as `.1`.
 */
export class LogFile {
  /** For the app's stdout and stderr. */
  readonly descriptor: number;
  readonly path: string;
  readonly #decoder = new StringDecoder("utf8");
  readonly #buffer = Buffer.alloc(64 * 1024);
  readonly #reader: number;
  #offset = 0;
  #rest = "";

  constructor(directory: string, name: string) {
    mkdirSync(directory, { recursive: true });
    this.path = path.join(directory, `${name}.log`);
    try {
      renameSync(this.path, `${this.path}.1`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    this.descriptor = openSync(this.path, "a", 0o600);
    this.#reader = openSync(this.path, "r");
  }

  /** The whole lines that were added since the last call. */
  newLines(): string[] {
    let text = this.#rest;
    for (let length = this.#read(); length > 0; length = this.#read()) {
      this.#offset += length;
      text += this.#decoder.write(this.#buffer.subarray(0, length));
    }
    const lines = text.split("\n");
    this.#rest = lines.pop() ?? "";
    return lines;
  }

  close(): void {
    closeSync(this.descriptor);
    closeSync(this.#reader);
  }

  #read(): number {
    return readSync(this.#reader, this.#buffer, 0, this.#buffer.length, this.#offset);
  }
}
