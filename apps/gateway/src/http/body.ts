import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../refusal.js";

/** The caller went away before its request was whole: nobody is left to answer. */
export class ClientGone extends Error {}

const fewer = "Send less in one request, e.g. values as variables and fewer operations at a time.";

/**
 * Reads the whole body of a request with operations. Throws Refusal BODY_TOO_LARGE as soon as it is known to be longer than `maximum` bytes,
 * and ClientGone.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, maximum: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maximum) return Promise.reject(tooLarge(maximum, fewer));
  // Whoever asks first (RFC 9110 10.1.1) is told to go on only now, when the request is known to be wanted.
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = () => {
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maximum) return;
      settle();
      // The rest is thrown away unread, so that the caller gets to read the answer; the server's time for a request bounds it.
      request.on("error", () => undefined).resume();
      reject(tooLarge(maximum, fewer));
    };
    const onEnd = () => {
      settle();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    };
    const onClose = () => {
      settle();
      request.on("error", () => undefined);
      reject(new ClientGone("The client went away."));
    };
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

/** The refusal of a body beyond `maximum` bytes; `fix`: what to do about it. */
export function tooLarge(maximum: number, fix: string): Refusal {
  return new Refusal("BODY_TOO_LARGE", `The body is longer than ${maximum} bytes, the most that is allowed.`, { limit: maximum, fix });
}
