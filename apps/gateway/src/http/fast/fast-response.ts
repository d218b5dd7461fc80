import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { keepAliveSeconds } from "./keep-alive.js";

/** The part of `ServerResponse` that responses to operations use. */
export interface ClientResponse {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  once(event: "close", listener: () => void): unknown;
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
  writeContinue(): void;
  write(part: string | Buffer): unknown;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
}

// Line breaks, other control characters, and characters outside Latin-1.
const invalidHeader = /[^\t\x20-\x7e\x80-\xff]/;
// Bodies above this size are sent without a copy, in the same system call as the head.
const maxCopiedBytes = 4 * 1024;

let dateSeconds = 0;
let dateLine = "";

/** Response to a BufferedRequest. Sends the head and the body with one system call. */
export class FastResponse implements ClientResponse {
  headersSent = false;
  writableEnded = false;
  #head = "";
  readonly #parts: (string | Buffer)[] = [];
  #onClose: (() => void) | undefined;

  /** `isLast` returns true if the connection closes after this response. `onFinish` is called after the response was written. */
  constructor(
    readonly socket: Socket,
    readonly isLast: () => boolean,
    readonly onFinish: () => void,
  ) {}

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  once(_event: "close", listener: () => void): void {
    this.#onClose = listener;
  }

  /** Notifies the listener that the client has disconnected. */
  close(): void {
    this.#onClose?.();
  }

  /** Sends no "100 Continue", because the request's body has already arrived. */
  writeContinue(): void {}

  /** Throws an Error for an invalid header. */
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    let lines = "";
    for (const name in headers) {
      const line = `${name}: ${headers[name]}`;
      if (invalidHeader.test(line)) throw new Error(`The response header ${name} has an invalid character`);
      lines += `${line}\r\n`;
    }
    const connection = this.isLast() ? "Connection: close\r\n" : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
    this.#head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${currentDate()}${connection}\r\n`;
    this.headersSent = true;
  }

  /** Keeps a part of the body until `end`. */
  write(part: string | Buffer): void {
    this.#parts.push(part);
  }

  end(last: string | Buffer = ""): void {
    this.writableEnded = true;
    this.#parts.push(last);
    if (this.socket.writable) this.#send();
    this.onFinish();
  }

  destroy(): void {
    this.socket.destroy();
  }

  #send(): void {
    const { socket } = this;
    let length = 0;
    for (const part of this.#parts) length += Buffer.byteLength(part);
    if (length > maxCopiedBytes) {
      socket.cork();
      socket.write(this.#head, "latin1");
      for (const part of this.#parts) socket.write(part);
      socket.uncork();
      return;
    }
    const bytes = Buffer.allocUnsafe(this.#head.length + length);
    let at = bytes.write(this.#head, 0, "latin1");
    for (const part of this.#parts) at += typeof part === "string" ? bytes.write(part, at, "utf8") : part.copy(bytes, at);
    socket.write(bytes);
  }
}

function currentDate(): string {
  const now = Date.now();
  const seconds = Math.floor(now / 1000);
  if (seconds !== dateSeconds) {
    dateSeconds = seconds;
    dateLine = `Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return dateLine;
}
