import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "../pipeline/request-error.js";

/** The client disconnected before the response. */
export class ClientDisconnected extends Error {}

const fewer = "Send less per request, e.g. fewer operations, and values as variables.";

/**
 * Reads the whole body of a GraphQL or MCP request. Throws RequestError BODY_TOO_LARGE above `maximum` bytes, and ClientDisconnected.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, maximum: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maximum) return Promise.reject(tooLarge(maximum, fewer));
  // "100 Continue" (RFC 9110 10.1.1) only after authentication.
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
      // Discards the rest, so that the client reads the response; the request's time limit bounds it.
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
      reject(new ClientDisconnected("Client disconnected"));
    };
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

/** Creates the error for a body above `maximum` bytes. */
export function tooLarge(maximum: number, fix: string): RequestError {
  return new RequestError("BODY_TOO_LARGE", `The body is larger than the limit of ${maximum} bytes.`, { limit: maximum, fix });
}
