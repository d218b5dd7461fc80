import type { IncomingMessage, ServerResponse } from "node:http";
import type { BudgetShare } from "@offergraph/shared/http/shared-budget";
import { ClientGone, tooLarge } from "../http/body.js";
import { Refusal } from "../refusal.js";
import type { PublicPath } from "./table.js";

/** Bytes per millisecond that extend a body's time: 32 KiB a second. */
const minBytesPerMs = 32;

interface ReadOptions {
  target: PublicPath;
  share: BudgetShare;
  /** Time for a small body; a longer one has more, as long as it arrives at 32 KiB a second. */
  timeoutMs: number;
}

/** True if a request announces a body that a service may read. GET and HEAD have none (RFC 9110 9.3.1). */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads the whole body of a request without a key, before anything else is used for it. Throws Refusal BODY_TOO_LARGE, REQUEST_TIMEOUT
 * (too slow) or RATE_LIMITED (too many bytes in progress for this address), and ClientGone.
 */
export function readVisitBody(request: IncomingMessage, response: ServerResponse, options: ReadOptions): Promise<Buffer> {
  const { target, share, timeoutMs } = options;
  const { mostBytes, whenTooLong } = target;
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return Promise.reject(tooLarge(mostBytes, whenTooLong));
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
      if (size > mostBytes) return refuse(tooLarge(mostBytes, whenTooLong));
      if (!share.add(chunk.length)) return refuse(tooManyBytes());
      chunks.push(chunk);
    };
    const onEnd = () => {
      settle();
      resolve(Buffer.concat(chunks, size));
    };
    const onClose = () => refuse(new ClientGone("The client went away."));
    timer = setTimeout(checkPace, timeoutMs);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

const tooSlow = () =>
  new Refusal(
    "REQUEST_TIMEOUT",
    "The request body arrived too slowly.",
    { fix: "Send the whole body at once, after it is complete." },
    { Connection: "close" },
  );

const tooManyBytes = () =>
  new Refusal(
    "RATE_LIMITED",
    "Request bodies from this network address that are still arriving are too large together.",
    { fix: "Wait until the other requests are answered, then send this one again." },
    { "Retry-After": "1" },
  );
