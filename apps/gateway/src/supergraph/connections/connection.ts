import type { Socket } from "node:net";
import { openSocket } from "./open-socket.js";
import { ResponseReader, type SubgraphReply } from "./response-reader.js";

/** Receives the response to one request. The connection calls either `onReply` or `onError`, exactly once. */
export interface Receiver {
  onReply(reply: SubgraphReply): void;
  onError(error: Error): void;
}

// Maximum idle time of a reusable connection.
const maxIdleMs = 30_000;

/** HTTP/1.1 connection to a subgraph. Sends one request at a time. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  #receiver: Receiver | undefined;
  #idleSince = 0;

  /** Calls `onFree` after a response if the connection is reusable, and `onClose` when the connection is closed. */
  constructor(
    url: URL,
    maxBytes: number,
    readonly onFree: (connection: Connection) => void,
    readonly onClose: (connection: Connection) => void,
  ) {
    this.#socket = openSocket(url);
    this.#reader = new ResponseReader(maxBytes);
    this.#socket
      .on("data", (chunk: Buffer) => this.#onData(chunk))
      .on("end", () => this.#onEnd())
      .on("error", (error) => this.#fail(error))
      .on("close", () => {
        this.#fail(closed());
        this.onClose(this);
      });
  }

  get isConnecting(): boolean {
    return this.#socket.connecting;
  }

  /** False if the subgraph has closed or may soon close the connection. */
  isUsable(now: number): boolean {
    return this.#socket.readyState === "open" && now - this.#idleSince < Math.min(maxIdleMs, this.#reader.keepAliveMs - 1_000);
  }

  send(request: Buffer, receiver: Receiver): void {
    this.#receiver = receiver;
    this.#socket.ref();
    this.#socket.write(request);
  }

  close(error?: Error): void {
    if (error) this.#fail(error);
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    try {
      const reply = this.#reader.read(chunk);
      if (reply) this.#receive(reply);
    } catch (error) {
      this.close(error as Error);
    }
  }

  #onEnd(): void {
    const reply = this.#reader.end();
    if (reply) this.#receive(reply);
    this.#socket.destroy();
  }

  #receive(reply: SubgraphReply): void {
    const receiver = this.#receiver;
    // Closes the connection if a response arrives without a request, because the next request could receive a wrong response.
    if (!receiver) {
      this.close();
      return;
    }
    this.#receiver = undefined;
    if (this.#reader.isReusable) {
      this.#idleSince = Date.now();
      // An idle connection does not keep the process alive.
      this.#socket.unref();
      this.onFree(this);
    } else this.#socket.destroy();
    receiver.onReply(reply);
  }

  #fail(error: Error): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.onError(error);
  }
}

function closed(): Error {
  return Object.assign(new Error("The subgraph closed the connection"), { code: "ECONNRESET" });
}
