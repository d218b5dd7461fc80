import type { Socket } from "node:net";
import { FrameReader, FrameWriter, frameKinds, linkProtocol, type ReceivedFrame } from "@offergraph/shared/link/frames";
import { encodeHead } from "./encode-request.js";
import type { SubgraphReply } from "./response-reader.js";

/** Request that waits for its reply. */
export interface LinkJob {
  readonly headers: readonly string[];
  readonly body: string;
  onReply(reply: SubgraphReply): void;
  onError(error: Error): void;
}

interface Entry {
  readonly job: LinkJob;
  readonly deadline: number;
  isSent: boolean;
}

export interface LinkOptions {
  /** A new connection to the subgraph. */
  socket: Socket;
  url: URL;
  timeoutMs: number;
  /** Maximum size of a reply's body. */
  maxBytes: number;
  /** Called when the link can send requests. */
  onOpen(): void;
  /** Called once, when the link stops sending requests. `isSupported` is false if the server has rejected the upgrade. */
  onEnd(isSupported: boolean): void;
  /** Called once, when the connection is closed. */
  onClose(): void;
}

const maxHandshakeBytes = 16 * 1024;
const maxOpenRequests = 256;
const maxUnsentBytes = 1024 * 1024;

/** Gateway side of a link: one connection to a subgraph for many concurrent requests (see `linkProtocol`). */
export class Link {
  readonly #socket: Socket;
  readonly #writer: FrameWriter;
  readonly #reader: FrameReader;
  /** Open requests by id, in the order of their deadlines. */
  readonly #entries = new Map<number, Entry>();
  /** Ids of ended requests on which the subgraph may still work. The subgraph counts these requests towards its limit. */
  readonly #abandoned = new Set<number>();
  #handshake: Buffer | undefined = Buffer.alloc(0);
  #isEnded = false;
  #nextId = 1;
  #timer: NodeJS.Timeout | undefined;
  readonly #handshakeTimer: NodeJS.Timeout;
  #lastReadAt = 0;

  constructor(readonly options: LinkOptions) {
    const { socket, url, maxBytes } = options;
    this.#socket = socket;
    this.#writer = new FrameWriter(this.#socket);
    this.#reader = new FrameReader(maxBytes, (frame) => this.#receive(frame));
    this.#socket
      .on("data", (chunk: Buffer) => this.#onData(chunk))
      .on("end", () => this.#socket.destroy())
      .on("error", () => this.#socket.destroy())
      .on("close", () => this.#close());
    this.#socket.write(
      `GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: Upgrade\r\nupgrade: ${linkProtocol}\r\ncontent-length: 0\r\n\r\n`,
    );
    this.#socket.unref();
    this.#handshakeTimer = setTimeout(() => this.#socket.destroy(), options.timeoutMs).unref();
  }

  /** True if the link has too many open requests or too many unsent bytes. */
  get isFull(): boolean {
    return this.#entries.size + this.#abandoned.size >= maxOpenRequests || this.#socket.writableLength > maxUnsentBytes;
  }

  /** Sends a request. Returns a function that ends the request with an error and ignores a later reply. */
  send(job: LinkJob): (error: Error) => void {
    const id = this.#nextId;
    this.#nextId = id === 0xffff_ffff ? 1 : id + 1;
    const head = encodeHead(job.headers, "\n");
    const entry: Entry = { job, deadline: performance.now() + this.options.timeoutMs, isSent: false };
    if (this.#entries.size === 0) this.#socket.ref();
    this.#entries.set(id, entry);
    this.#timer ??= setTimeout(() => this.#expire(), this.options.timeoutMs);
    this.#writer.add({ kind: frameKinds.request, id, number: head.length, status: 0, head, body: job.body }, entry);
    return (error) => {
      if (this.#abandon(id) === entry) job.onError(error);
    };
  }

  /** Sends no further requests, and closes the connection after the last reply. */
  retire(): void {
    this.#end(true);
    if (this.#entries.size === 0) this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#lastReadAt = performance.now();
    try {
      const frames = this.#handshake === undefined ? chunk : this.#shakeHands(Buffer.concat([this.#handshake, chunk]));
      if (frames) this.#reader.read(frames);
    } catch {
      this.#socket.destroy();
    }
  }

  /** Reads the response to the upgrade request. Returns the bytes after the response. */
  #shakeHands(bytes: Buffer): Buffer | undefined {
    this.#handshake = bytes;
    const end = bytes.indexOf("\r\n\r\n");
    if (end < 0 && bytes.length < maxHandshakeBytes) return undefined;
    const status = bytes.toString("latin1", 9, 12);
    if (end < 0 || status !== "101") {
      // A subgraph responds with 503 during its shutdown.
      this.#end(status === "503");
      this.#socket.destroy();
      return undefined;
    }
    this.#handshake = undefined;
    clearTimeout(this.#handshakeTimer);
    this.options.onOpen();
    return bytes.subarray(end + 4);
  }

  #receive({ kind, id, number, status, payload, isTooLarge }: ReceivedFrame): void {
    if (kind === frameKinds.goAway) {
      this.retire();
      return;
    }
    if (kind !== frameKinds.reply) return;
    this.#abandoned.delete(id);
    const entry = this.#take(id);
    if (isTooLarge) entry?.job.onError(new Error(`The response is larger than ${this.options.maxBytes} bytes`));
    else entry?.job.onReply({ status, errorCount: String(number), body: payload });
  }

  #abandon(id: number): Entry | undefined {
    const entry = this.#take(id);
    if (entry) this.#abandoned.add(id);
    return entry;
  }

  #take(id: number): Entry | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    this.#entries.delete(id);
    if (this.#entries.size === 0) {
      // An idle link does not keep the process alive.
      this.#socket.unref();
      if (this.#isEnded) this.#socket.destroy();
    }
    return entry;
  }

  /** Ends requests after their deadlines. */
  #expire(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [id, { job, deadline }] of this.#entries) {
      if (deadline > now) {
        this.#timer = setTimeout(() => this.#expire(), deadline - now);
        return;
      }
      // If no bytes arrived during the timeout, the connection may be broken and is replaced.
      if (this.#lastReadAt < deadline - this.options.timeoutMs) this.#end(true);
      this.#abandon(id);
      job.onError(new Error(`No complete response within ${this.options.timeoutMs} ms`));
    }
  }

  #end(isSupported: boolean): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.options.onEnd(isSupported);
  }

  #close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#handshakeTimer);
    this.#end(true);
    for (const [id, { job, isSent }] of this.#entries) {
      this.#take(id);
      job.onError(isSent ? closed() : new NotSent());
    }
    this.options.onClose();
  }
}

function closed(): Error {
  return Object.assign(new Error("The subgraph closed the connection"), { code: "ECONNRESET" });
}

/** Rejects requests that the subgraph did not receive. */
export class NotSent extends Error {
  constructor() {
    super("The subgraph closed the connection before the request was sent");
  }
}
