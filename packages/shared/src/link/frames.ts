import type { Socket } from "node:net";

/**
 * Protocol of a link: one connection for many concurrent GraphQL requests from a gateway to a subgraph (ADR 18). The gateway opens a link
 * with `GET /graphql` and `Upgrade: offergraph-link/1` (RFC 9110 7.8). After the response 101, both sides send frames:
 *
 * | bytes | content |
 * | --- | --- |
 * | 4 | length of the following bytes, big-endian like all numbers |
 * | 1 | kind of the frame |
 * | 4 | id of the request |
 * | 4 | number: for a request the length of the head, for a reply the number of errors |
 * | 2 | HTTP status of a reply; 0 in other frames |
 * | | head (Latin-1 lines `name: value`), then the body (UTF-8) |
 */
export const linkProtocol = "offergraph-link/1";

export const frameKinds = { request: 1, reply: 2, goAway: 3 } as const;

export interface Frame {
  readonly kind: number;
  readonly id: number;
  /** Length of the head in a request. Number of errors in a reply. */
  readonly number: number;
  /** HTTP status of a reply. */
  readonly status: number;
  readonly head: string;
  readonly body: string | Buffer;
}

/** A frame that was read. The payload contains the head and the body. `isTooLarge` is true if the reader has skipped the payload. */
export interface ReceivedFrame extends Pick<Frame, "kind" | "id" | "number" | "status"> {
  readonly payload: Buffer;
  readonly isTooLarge: boolean;
}

const lengthBytes = 4;
const fixedBytes = 11;
const none = Buffer.alloc(0);

/** Writes frames to a socket. Sends all frames of one iteration of the event loop with one system call. */
export class FrameWriter {
  #frames: Frame[] = [];
  #marks: { isSent: boolean }[] = [];

  constructor(readonly socket: Socket) {}

  /** Sets `mark.isSent` when the frame is written to the socket. */
  add(frame: Frame, mark?: { isSent: boolean }): void {
    if (this.#frames.length === 0) setImmediate(() => this.#flush());
    this.#frames.push(frame);
    if (mark) this.#marks.push(mark);
  }

  #flush(): void {
    const [frames, marks] = [this.#frames, this.#marks];
    this.#frames = [];
    this.#marks = [];
    if (this.socket.destroyed) return;
    for (const mark of marks) mark.isSent = true;
    this.socket.write(encodeFrames(frames));
  }
}

/** Encodes frames as one buffer. */
export function encodeFrames(frames: readonly Frame[]): Buffer {
  const sizes = frames.map(({ head, body }) => head.length + (typeof body === "string" ? Buffer.byteLength(body) : body.length));
  const total = sizes.reduce((sum, size) => sum + size + lengthBytes + fixedBytes, 0);
  const buffer = Buffer.allocUnsafe(total);
  let at = 0;
  for (const [index, { kind, id, number, status, head, body }] of frames.entries()) {
    const size = sizes[index] as number;
    at = buffer.writeUInt32BE(size + fixedBytes, at);
    at = buffer.writeUInt8(kind, at);
    at = buffer.writeUInt32BE(id, at);
    at = buffer.writeUInt32BE(number, at);
    at = buffer.writeUInt16BE(status, at);
    if (head !== "") buffer.write(head, at, "latin1");
    const bodyAt = at + head.length;
    if (typeof body === "string") buffer.write(body, bodyAt, "utf8");
    else body.copy(buffer, bodyAt);
    at += size;
  }
  return buffer;
}

/** Reads frames from the chunks of a connection. Skips the payloads of frames that have more than `maxBytes`. */
export class FrameReader {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Number of bytes to read next: a length field or a frame. */
  #wanted = lengthBytes;
  #isLengthKnown = false;
  #skipped: ReceivedFrame | undefined;
  #skipBytes = 0;

  constructor(
    readonly maxBytes: number,
    readonly onFrame: (frame: ReceivedFrame) => void,
  ) {}

  /** True if a part of a frame has arrived. */
  get isInFrame(): boolean {
    return this.#pendingBytes > 0 || this.#isLengthKnown || this.#skipBytes > 0;
  }

  /** Throws an Error if the chunk is not a valid part of a frame. */
  read(chunk: Buffer): void {
    let rest = this.#skip(chunk);
    while (this.#pendingBytes + rest.length >= this.#wanted) {
      const bytes = this.#take(rest);
      rest = bytes.rest;
      if (!this.#isLengthKnown) {
        const length = bytes.taken.readUInt32BE(0);
        if (length < fixedBytes) throw new Error("A frame of the link is too short");
        this.#isLengthKnown = true;
        // Reads only the fixed part of a frame that is too large.
        this.#skipBytes = length - fixedBytes > this.maxBytes ? length - fixedBytes : 0;
        this.#wanted = this.#skipBytes > 0 ? fixedBytes : length;
        continue;
      }
      this.#isLengthKnown = false;
      this.#wanted = lengthBytes;
      const frame = decodeFrame(bytes.taken, this.#skipBytes > 0);
      if (this.#skipBytes === 0) this.onFrame(frame);
      else {
        this.#skipped = frame;
        rest = this.#skip(rest);
      }
    }
    if (rest.length === 0) return;
    this.#pending.push(rest);
    this.#pendingBytes += rest.length;
  }

  #skip(chunk: Buffer): Buffer {
    if (!this.#skipped) return chunk;
    const skipped = Math.min(this.#skipBytes, chunk.length);
    this.#skipBytes -= skipped;
    if (this.#skipBytes > 0) return none;
    const frame = this.#skipped;
    this.#skipped = undefined;
    this.onFrame(frame);
    return chunk.subarray(skipped);
  }

  /** Takes the wanted bytes from the pending bytes and a chunk. */
  #take(chunk: Buffer): { taken: Buffer; rest: Buffer } {
    const missing = this.#wanted - this.#pendingBytes;
    if (this.#pendingBytes === 0) return { taken: chunk.subarray(0, missing), rest: chunk.subarray(missing) };
    const taken = Buffer.concat([...this.#pending, chunk.subarray(0, missing)], this.#wanted);
    this.#pending = [];
    this.#pendingBytes = 0;
    return { taken, rest: chunk.subarray(missing) };
  }
}

function decodeFrame(bytes: Buffer, isTooLarge: boolean): ReceivedFrame {
  return {
    kind: bytes.readUInt8(0),
    id: bytes.readUInt32BE(1),
    number: bytes.readUInt32BE(5),
    status: bytes.readUInt16BE(9),
    payload: bytes.subarray(fixedBytes),
    isTooLarge,
  };
}
