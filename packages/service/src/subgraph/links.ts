import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { wholeRequestMs } from "@offergraph/shared/http/time-limit";
import { FrameReader, FrameWriter, frameKinds, linkProtocol, type ReceivedFrame } from "@offergraph/shared/link/frames";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Reply, refusalOf } from "./answer.js";
import type { GraphqlRequest } from "./graphql-handler.js";

interface LinkOptions {
  /** Responds to a GraphQL request. The returned promise never rejects. */
  answer(request: GraphqlRequest): Promise<Reply>;
  /** Maximum size of a request's body. */
  maxBytes: number;
  log: Logger;
}

const accepted = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`;
const rejected = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
const maxHeadBytes = 16 * 1024;
// At this number of open requests or unsent bytes, a link stops reading requests.
const maxOpenRequests = 256;
const maxUnsentBytes = 8 * 1024 * 1024;
const stopMs = 10_000;

/**
 * Serves links (see `linkProtocol`) on an HTTP server. `stop` asks the gateways to close their links, and waits until all requests have a
 * response. After 10 s, `stop` closes the links that are still open.
 */
export function serveLinks(server: Server, options: LinkOptions) {
  const links = new Set<Link>();
  let isStopping = false;
  let onEmpty: (() => void) | undefined;
  server.on("upgrade", (request: IncomingMessage, socket: Socket, first: Buffer) => {
    socket.on("error", () => socket.destroy());
    const isLink = request.url === "/graphql" && request.headers.upgrade === linkProtocol;
    if (!isLink || isStopping) {
      socket.end(rejected(isLink ? "503 Service Unavailable" : "400 Bad Request"), () => socket.destroy());
      return;
    }
    socket.write(accepted);
    const link = new Link(socket, options);
    links.add(link);
    socket.once("close", () => {
      links.delete(link);
      if (links.size === 0) onEmpty?.();
    });
    link.read(first);
  });
  return {
    async stop(): Promise<void> {
      isStopping = true;
      if (links.size === 0) return;
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
      for (const link of links) link.goAway();
      const timer = setTimeout(() => {
        for (const link of links) link.destroy();
      }, stopMs);
      await empty;
      clearTimeout(timer);
    },
  };
}

/** Server side of one link. Sends each response as soon as it is ready. */
class Link {
  readonly #reader: FrameReader;
  readonly #writer: FrameWriter;
  #openRequests = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly socket: Socket,
    readonly options: LinkOptions,
  ) {
    this.#writer = new FrameWriter(socket);
    this.#reader = new FrameReader(options.maxBytes + maxHeadBytes, (frame) => {
      this.#stopTimer();
      void this.#answer(frame);
    });
    socket
      .setNoDelay(true)
      .setTimeout(0)
      .setKeepAlive(true, 60_000)
      .on("data", (chunk: Buffer) => this.read(chunk))
      .on("drain", () => this.#flow())
      // The gateway waits for all replies before it closes a link.
      .on("end", () => socket.destroy())
      .on("close", () => this.#stopTimer());
  }

  read(chunk: Buffer): void {
    try {
      this.#reader.read(chunk);
    } catch {
      this.socket.destroy();
    }
    this.#flow();
  }

  /** Asks the gateway to send no further requests, and to close the link after the last response. */
  goAway(): void {
    this.#writer.add({ kind: frameKinds.goAway, id: 0, number: 0, status: 0, head: "", body: "" });
  }

  destroy(): void {
    this.socket.destroy();
  }

  async #answer(frame: ReceivedFrame): Promise<void> {
    if (frame.kind !== frameKinds.request) return;
    this.#openRequests += 1;
    const { status, errors, text } = await this.#replyTo(frame);
    this.#openRequests -= 1;
    this.#writer.add({ kind: frameKinds.reply, id: frame.id, number: errors, status, head: "", body: text });
    this.#flow();
  }

  async #replyTo({ payload, number, isTooLarge }: ReceivedFrame): Promise<Reply> {
    const { maxBytes, answer, log } = this.options;
    if (isTooLarge || payload.length - number > maxBytes)
      return refusalOf(new PublicError("BODY_TOO_LARGE", `The request body may have at most ${maxBytes} bytes.`), log);
    const headers = headersOf(payload.toString("latin1", 0, number));
    return answer({ header: (name) => headers.get(name), body: () => payload.subarray(number) });
  }

  /** Stops or resumes reading, depending on the number of open requests and unsent bytes. */
  #flow(): void {
    const isBusy = this.#openRequests >= maxOpenRequests || this.socket.writableLength > maxUnsentBytes;
    if (isBusy && !this.socket.isPaused()) this.socket.pause();
    else if (!isBusy && this.socket.isPaused()) this.socket.resume();
    // The time limit applies only while the link waits for the rest of a request.
    if (isBusy || !this.#reader.isInFrame) this.#stopTimer();
    else this.#timer ??= setTimeout(() => this.socket.destroy(), wholeRequestMs);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split("\n")) {
    const end = line.indexOf(": ");
    if (end > 0) headers.set(line.slice(0, end), line.slice(end + 2));
  }
  return headers;
}
