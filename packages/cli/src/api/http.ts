import { ApiError, ConnectionError, createHttpClient, type HttpReply, OffergraphError, type Retry } from "@offergraph/sdk/http";
import type { Access } from "../access/access.js";
import { CommandError } from "../errors.js";
import type { Terminal } from "../terminal.js";

export type Link = Pick<Terminal, "error" | "stop" | "pauseMs">;

export interface Request {
  path: string;
  body: unknown;
  headers?: Record<string, string> | undefined;
  /** Maximum number of retries after a lost connection or an unavailable service. 0 also disables retries after a rate limit. */
  maxRetries?: number;
}

const timeoutMs = 60_000;
/** Maximum number of waits for the rate limit. Each wait lasts up to a minute. */
const maxRateLimitRetries = 5;
const unavailable = new Set([502, 503, 504]);
const temporary = { isTemporary: true };
/** Matches the error codes of Node.js for an untrusted certificate. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/**
 * Sends a POST request with the SDK. The SDK repeats requests, so mutations must have an Idempotency-Key. Throws CommandError with exit
 * code 2 if no response arrives. Error messages never contain the key.
 */
export async function post(
  { url, key }: Pick<Access, "url" | "key">,
  { error, stop, pauseMs }: Link,
  { path, body, headers, maxRetries = 3 }: Request,
): Promise<HttpReply> {
  const onRetry = ({ error: reason, delayMs }: Retry) => {
    if (reason instanceof ApiError && reason.status === 429) error(`Rate limit exceeded; waiting ${Math.ceil(delayMs / 1000)} s.`);
  };
  const limits = { timeoutMs, maxRetries, maxRateLimitRetries, retryDelayMs: pauseMs };
  try {
    const accept = "application/json, text/event-stream";
    const options = { headers: { accept, ...headers }, signal: stop };
    const reply = await createHttpClient({ url, key, ...limits, onRetry }).post(path, body, options);
    if (!unavailable.has(reply.status)) return reply;
    throw new CommandError(`${url} is temporarily unavailable (status ${reply.status}). Retry later.`, 2, temporary);
  } catch (failure) {
    if (failure instanceof ConnectionError) throw unreachable(url, failure);
    if (failure instanceof OffergraphError) throw new CommandError(failure.message, failure.code === "api_key_invalid" ? 2 : 1);
    throw failure;
  }
}

function unreachable(url: string, { code: kind, cause }: ConnectionError): CommandError {
  // `fetch` throws a TypeError whose cause is the connection's error.
  const failure = cause as Error & { cause?: { code?: string; message?: string } };
  const { code = "", message = "" } = failure.cause ?? {};
  if (untrusted.test(code)) return new CommandError(`The certificate of ${url} is not trusted: ${message}.`, 2);
  const reason = kind === "TIMEOUT" ? `no response within ${timeoutMs / 1000} s` : code || failure.message;
  return new CommandError(`Cannot reach ${url} (${reason}). Check the URL and your network.`, 2, temporary);
}
