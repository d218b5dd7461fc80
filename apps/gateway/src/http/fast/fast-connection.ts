import type { Socket } from "node:net";
import { endBrokenRequest } from "@offergraph/shared/http/broken-requests";
import type { BufferedRequest } from "./buffered-request.js";
import { FastResponse } from "./fast-response.js";
import { keepAliveSeconds } from "./keep-alive.js";
import { isIncomplete, maxRequestBytes, readRequest } from "./read-request.js";

interface ConnectionOptions {
  handles(url: string): boolean;
  handle(request: BufferedRequest, response: FastResponse): void;
  isStopping(): boolean;
  /** Called once. `bytes` is the unread data that node:http reads from now on, or undefined if the connection is closed. */
  release(bytes: Buffer | undefined): void;
}

// Timeout for the remaining bytes of a request. After the timeout, node:http reads the request with its own timeouts.
const restMs = 50;
const none = Buffer.alloc(0);

/** Connection of a client. Handles one request at a time. */
export class FastConnection {
  #unread: Buffer = none;
  #response: FastResponse | undefined;
  #restTimer: NodeJS.Timeout | undefined;
  #lastActiveAt = Date.now();
  #isFirst = true;
  #isReleased = false;
  readonly #onData = (chunk: Buffer) => this.#receive(chunk);
  readonly #onDrain = () => {
    this.socket.setTimeout(0);
    this.#next();
  };
  readonly #onEnd = () => {
    if (this.#response || this.#unread.length === 0) this.socket.end();
    else endBrokenRequest(this.socket, "HPE_INVALID_EOF_STATE");
  };
  readonly #onError = () => this.socket.destroy();
  readonly #onClose = () => {
    clearTimeout(this.#restTimer);
    this.#response?.close();
    this.options.release(undefined);
  };

  constructor(
    readonly socket: Socket,
    readonly options: ConnectionOptions,
  ) {
    socket.on("data", this.#onData).on("drain", this.#onDrain).on("end", this.#onEnd).on("error", this.#onError).on("close", this.#onClose);
  }

  /** Closes an idle connection after `idleMs`, or after `firstMs` if no request has arrived yet. Times are in milliseconds. */
  closeIfIdle(now: number, idleMs: number, firstMs: number): void {
    if (!this.#response && this.socket.writableLength === 0 && now - this.#lastActiveAt > (this.#isFirst ? firstMs : idleMs))
      this.socket.destroy();
  }

  /** Closes the connection after the current response, or immediately if no response is pending. */
  stop(): void {
    if (this.#response) return;
    if (this.socket.writableLength > 0) this.socket.destroySoon();
    else this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    this.#next();
    this.#flow();
  }

  /** Stops reading if the client does not read the responses fast enough. */
  #flow(): void {
    if (this.#isReleased) return;
    const isFull = this.#unread.length > maxRequestBytes;
    if (isFull && !this.socket.isPaused()) this.socket.pause();
    else if (!isFull && this.socket.isPaused()) this.socket.resume();
  }

  #next(): void {
    if (this.#isReleased || this.#response || this.#unread.length === 0 || !this.socket.writable || this.socket.writableNeedDrain) return;
    const read = readRequest(this.#unread, this.socket.remoteAddress);
    if (read === isIncomplete) {
      this.#restTimer ??= setTimeout(() => this.#handOver(), restMs);
      return;
    }
    if (!read || !this.options.handles(read.request.url)) {
      this.#handOver();
      return;
    }
    clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
    this.#isFirst = false;
    this.#unread = this.#unread.length === read.length ? none : this.#unread.subarray(read.length);
    this.#response = new FastResponse(
      this.socket,
      () => this.options.isStopping(),
      () => this.#finish(),
    );
    this.options.handle(read.request, this.#response);
    this.#flow();
  }

  #finish(): void {
    this.#response = undefined;
    this.#lastActiveAt = Date.now();
    if (this.options.isStopping()) {
      this.socket.destroySoon();
      return;
    }
    // Closes the connection if the client reads no part of the response for `keepAliveSeconds`.
    if (this.socket.writableLength > 0) this.socket.setTimeout(keepAliveSeconds * 1000, () => this.socket.destroy());
    if (this.#unread.length > 0) setImmediate(() => this.#next());
  }

  /** Lets another server read the unread bytes and all further requests. */
  #handOver(): void {
    clearTimeout(this.#restTimer);
    this.#isReleased = true;
    this.socket
      .setTimeout(0)
      .off("data", this.#onData)
      .off("drain", this.#onDrain)
      .off("end", this.#onEnd)
      .off("error", this.#onError)
      .off("close", this.#onClose)
      .pause();
    this.options.release(this.#unread);
    this.#unread = none;
  }
}
