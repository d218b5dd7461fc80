import { isUtf8 } from "node:buffer";
import { InexactJson, parseExactJson } from "@offergraph/shared/json/exact-json";
import { RequestError } from "../pipeline/request-error.js";
import { BufferedRequest, type ClientRequest } from "./fast/buffered-request.js";
import type { ClientResponse } from "./fast/fast-response.js";
import { isReadable } from "./media-type.js";

export class ClientDisconnected extends Error {}

export class NotJson extends RequestError {}

const fewer = "Split the request into smaller requests, and send values as variables.";

/** Reads the whole body of a GraphQL or MCP request. Throws ClientDisconnected, or RequestError (BODY_TOO_LARGE above `maximum` bytes). */
export function readBody(request: ClientRequest, response: ClientResponse, maximum: number): Promise<Buffer> {
  if (!isReadable(request))
    throw new RequestError("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON in UTF-8.", {
      fix: "Send the header Content-Type: application/json.",
    });
  if (Number(request.headers["content-length"] ?? 0) > maximum) return Promise.reject(tooLarge(maximum, fewer));
  if (request instanceof BufferedRequest) return Promise.resolve(request.body);
  // "100 Continue" asks the client for the body (RFC 9110 10.1.1). Callers have already authenticated the client.
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const removeListeners = () => {
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maximum) return;
      removeListeners();
      discardBody(request);
      reject(tooLarge(maximum, fewer));
    };
    const onEnd = () => {
      removeListeners();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    };
    const onClose = () => {
      removeListeners();
      request.on("error", () => undefined);
      reject(new ClientDisconnected("Client disconnected"));
    };
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

/**
 * Discards the rest of a request's body, because some clients read the response only after sending the whole body. The time limit of the
 * request still applies.
 */
export function discardBody(request: ClientRequest): void {
  if (!(request instanceof BufferedRequest)) request.on("error", () => undefined).resume();
}

/** Parses a body. Throws RequestError, or its subclass NotJson if the body is not JSON. */
export function parseBody(body: Buffer, noun: "request" | "message", fix: string): unknown {
  try {
    if (!isUtf8(body)) throw new SyntaxError();
    return parseExactJson(body.toString());
  } catch (error) {
    if (error instanceof InexactJson)
      throw new RequestError("BAD_REQUEST", error.message, { fix: `Correct the JSON as the message describes, and resend the ${noun}.` });
    throw new NotJson("BAD_REQUEST", "The body is not JSON.", { fix });
  }
}

export function tooLarge(maximum: number, fix: string): RequestError {
  return new RequestError("BODY_TOO_LARGE", `The body is larger than the limit of ${maximum} bytes.`, { limit: maximum, fix });
}
