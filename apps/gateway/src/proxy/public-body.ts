import type { IncomingMessage, ServerResponse } from "node:http";
import type { BudgetShare } from "@offergraph/shared/http/shared-budget";
import { ClientDisconnected, tooLarge } from "../http/body.js";
import { RequestError } from "../pipeline/request-error.js";
import type { PublicRoute } from "../supergraph/manifest.js";

/** Minimum transfer rate that extends the timeout: 32 bytes/ms, about 32 KiB/s. */
const minBytesPerMs = 32;

interface ReadOptions {
  target: PublicRoute;
  share: BudgetShare;
  /** Timeout; extended while the body arrives at 32 KiB/s or faster. */
  timeoutMs: number;
}

/** True if a request announces a body; bodies of GET and HEAD are ignored (RFC 9110 9.3.1). */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads the whole body of a request without a key. Throws RequestError BODY_TOO_LARGE, REQUEST_TIMEOUT (too slow) or RATE_LIMITED (too many
 * bytes in progress for this address), and ClientDisconnected.
 */
export function readPublicBody(request: IncomingMessage, response: ServerResponse, options: ReadOptions): Promise<Buffer> {
  const { target, share, timeoutMs } = options;
  const { maxBodyBytes: maxBytes, bodyTooLargeFix } = target;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes, bodyTooLargeFix));
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout;
    const settle = () => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
    };
    const refuse = (error: Error) => {
      settle();
      request.on("error", () => undefined);
      reject(error);
    };
    const checkPace = () => {
      const restMs = timeoutMs + size / minBytesPerMs - (performance.now() - startedAt);
      if (restMs <= 0) refuse(tooSlow());
      else timer = setTimeout(checkPace, restMs);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(tooLarge(maxBytes, bodyTooLargeFix));
      if (!share.add(chunk.length)) return refuse(tooManyBytes());
      chunks.push(chunk);
    };
    const onEnd = () => {
      settle();
      resolve(Buffer.concat(chunks, size));
    };
    const onClose = () => refuse(new ClientDisconnected("Client disconnected"));
    timer = setTimeout(checkPace, timeoutMs);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

const tooSlow = () =>
  new RequestError(
    "REQUEST_TIMEOUT",
    "The request body arrived too slowly.",
    { fix: "Send the complete body at once." },
    { Connection: "close" },
  );

const tooManyBytes = () =>
  new RequestError(
    "RATE_LIMITED",
    "The concurrent request bodies from this network address are too large in total.",
    { fix: "Wait for the responses to the other requests, then retry." },
    { "Retry-After": "1" },
  );
