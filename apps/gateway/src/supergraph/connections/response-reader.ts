/** Response of a subgraph. */
export interface SubgraphReply {
  readonly status: number;
  /** Number of errors in the response, from the response header x-offergraph-errors. */
  readonly errorCount: string | undefined;
  readonly body: Buffer;
}

const headEnd = "\r\n\r\n";
const maxHeadBytes = 64 * 1024;
const none = Buffer.alloc(0);

/** Reads consecutive HTTP/1.1 responses (RFC 9112) from the chunks of a connection. */
export class ResponseReader {
  /** False if the connection cannot be used for another request. */
  isReusable = true;
  /** Idle timeout of the server, from the response header Keep-Alive. */
  keepAliveMs = Number.POSITIVE_INFINITY;
  #pending: Buffer = none;
  #status = 0;
  #errorCount: string | undefined;
  /** Bytes of the body that are still to come. */
  #rest: number | undefined;
  #framing: "head" | "length" | "chunked" | "close" = "head";
  #body: Buffer[] = [];
  #size = 0;

  constructor(readonly maxBytes: number) {}

  /** Returns the response if `chunk` completes the response. Throws an Error if the response is invalid or too large. */
  read(chunk: Buffer): SubgraphReply | undefined {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#framing === "head") if (!this.#readHead()) return undefined;
    if (this.#framing === "chunked") return this.#readChunks();
    const { length } = this.#pending;
    const part = this.#rest === undefined || this.#rest >= length ? this.#pending : this.#pending.subarray(0, this.#rest);
    this.#take(part);
    this.#pending = part.length === length ? none : this.#pending.subarray(part.length);
    if (this.#rest === undefined) return undefined;
    this.#rest -= part.length;
    return this.#rest === 0 ? this.#finish() : undefined;
  }

  /** Returns the response if the end of the connection completes the body. */
  end(): SubgraphReply | undefined {
    return this.#framing === "close" ? this.#finish() : undefined;
  }

  #take(part: Buffer): void {
    this.#limit(part.length);
    this.#size += part.length;
    if (part.length > 0) this.#body.push(part);
  }

  /** Throws an Error if the body would be too large with `more` bytes. */
  #limit(more: number): void {
    if (this.#size + more > this.maxBytes) throw new Error(`The response is larger than ${this.maxBytes} bytes`);
  }

  /** Returns the position of `mark` in the received bytes, or undefined. Throws an Error if `maxHeadBytes` bytes contain no `mark`. */
  #find(mark: string, from = 0): number | undefined {
    const position = this.#pending.indexOf(mark, from);
    if ((position < 0 ? this.#pending.length : position) > maxHeadBytes) throw new Error("The response is not valid HTTP/1.1");
    return position < 0 ? undefined : position;
  }

  #finish(): SubgraphReply {
    // Unexpected bytes after the response make the connection unusable.
    if (this.#pending.length > 0) this.isReusable = false;
    const [first] = this.#body;
    const body = this.#body.length === 1 && first ? first : Buffer.concat(this.#body);
    const reply = { status: this.#status, errorCount: this.#errorCount, body };
    this.#framing = "head";
    this.#body = [];
    this.#size = 0;
    return reply;
  }

  /** Returns false if the head is not complete. Skips interim responses (status below 200). */
  #readHead(): boolean {
    const end = this.#find(headEnd);
    if (end === undefined) return false;
    // `head` includes the line break after the last header, because the patterns below end with a line break.
    const head = this.#pending.toString("latin1", 0, end + 2);
    const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head)?.[1];
    if (!status) throw new Error("The response is not valid HTTP/1.1");
    this.#pending = this.#pending.subarray(end + headEnd.length);
    this.#status = Number(status);
    if (this.#status < 200) return true;
    this.#errorCount = /\r\nx-offergraph-errors:[ \t]*(\d+)[ \t]*\r\n/i.exec(head)?.[1];
    this.isReusable = head.startsWith("HTTP/1.1") && !/\r\nconnection:[ \t]*close[ \t]*\r\n/i.test(head);
    const seconds = /\r\nkeep-alive:[^\r]*\btimeout=(\d+)/i.exec(head)?.[1];
    this.keepAliveMs = seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1_000;
    this.#readFraming(head);
    return true;
  }

  #readFraming(head: string): void {
    const length = /\r\ncontent-length:[ \t]*(\d+)[ \t]*\r\n/i.exec(head)?.[1];
    this.#rest = undefined;
    if (/\r\ntransfer-encoding:/i.test(head)) {
      if (length !== undefined || !/\r\ntransfer-encoding:[ \t]*chunked[ \t]*\r\n/i.test(head))
        throw new Error("The response has an unknown Transfer-Encoding");
      this.#framing = "chunked";
    } else if (length !== undefined || this.#status === 204 || this.#status === 304) {
      this.#framing = "length";
      this.#rest = this.#status === 204 || this.#status === 304 ? 0 : Number(length);
      this.#limit(this.#rest);
    } else {
      this.#framing = "close";
      this.isReusable = false;
    }
  }

  #readChunks(): SubgraphReply | undefined {
    for (;;) {
      const lineEnd = this.#find("\r\n");
      if (lineEnd === undefined) return undefined;
      const size = /^([\da-f]{1,8})[ \t]*(;|$)/i.exec(this.#pending.toString("latin1", 0, lineEnd))?.[1];
      if (size === undefined) throw new Error("The response has an invalid chunk");
      const [start, length] = [lineEnd + 2, Number.parseInt(size, 16)];
      if (length === 0) return this.#readTrailers(lineEnd);
      this.#limit(length);
      if (this.#pending.length < start + length + 2) return undefined;
      this.#take(this.#pending.subarray(start, start + length));
      this.#pending = this.#pending.subarray(start + length + 2);
    }
  }

  /** The last chunk and the trailers end with an empty line. */
  #readTrailers(lineEnd: number): SubgraphReply | undefined {
    const end = this.#find(headEnd, lineEnd);
    if (end === undefined) return undefined;
    this.#pending = this.#pending.subarray(end + headEnd.length);
    return this.#finish();
  }
}
