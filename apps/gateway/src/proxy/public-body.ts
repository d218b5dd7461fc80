import type { IncomingMessage } from "node:http";
import { networkOf } from "@offergraph/shared/http/network";
import type { BudgetShare } from "@offergraph/shared/http/shared-budget";
import { ClientDisconnected, tooLarge } from "../http/body.js";
import { RequestError, type RequestErrorDetails } from "../pipeline/request-error.js";
import type { Middleware } from "../pipeline/run.js";
import type { PublicContext } from "./context.js";

/** Minimum transfer rate, about 32 KiB/s. Every 32 received bytes extend the request's timeout by 1 ms. */
const minBytesPerMs = 32;

/** Reads the whole body first, so that a slow sender does not occupy a connection to the service. */
export const readPublicRequest: Middleware<PublicContext> = async (context) => {
  if (!hasBody(context.request)) return;
  const { budget } = context.gateway.publicBodies;
  const share = budget.open(networkOf(context.address));
  if (!share) {
    const { maxCount: limit } = budget.limits;
    const message = `This network address has reached the limit of ${limit} concurrent request bodies.`;
    throw overloaded(message, { limit, retryAfterSeconds: 1, fix: "Send fewer concurrent requests, and send each body without delay." });
  }
  try {
    context.body = await readPublicBody(context, share);
  } finally {
    share.close();
  }
};

/** True if the request has a body. Ignores the body of a GET or HEAD request (RFC 9110 9.3.1). */
function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Throws ClientDisconnected, or RequestError with the code BODY_TOO_LARGE, REQUEST_TIMEOUT or RATE_LIMITED. RATE_LIMITED means that this
 * network's unfinished requests have sent too many bytes in total.
 */
function readPublicBody({ request, response, target, gateway }: PublicContext, share: BudgetShare): Promise<Buffer> {
  const { maxBodyBytes: maxBytes, bodyTooLargeFix } = target;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes, bodyTooLargeFix));
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve, reject) => {
    const { timeoutMs } = gateway.publicBodies;
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout;
    const cleanUp = () => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
    };
    const refuse = (error: Error) => {
      cleanUp();
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
      cleanUp();
      resolve(Buffer.concat(chunks, size));
    };
    const onClose = () => refuse(new ClientDisconnected("Client disconnected"));
    timer = setTimeout(checkPace, timeoutMs);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function tooSlow(): RequestError {
  const fix = "Send the complete body at once.";
  return new RequestError("REQUEST_TIMEOUT", "The request body arrived too slowly.", { fix }, { Connection: "close" });
}

function tooManyBytes(): RequestError {
  const fix = "Wait for the responses to the other requests, then retry.";
  return overloaded("The concurrent request bodies from this network address are too large in total.", { fix });
}

export function overloaded(
  message: string,
  details: RequestErrorDetails,
  code: "RATE_LIMITED" | "rate_limited" = "RATE_LIMITED",
): RequestError {
  return new RequestError(code, message, details, { "Retry-After": "1" });
}
