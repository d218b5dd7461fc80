import { setTimeout as delay } from "node:timers/promises";
import type { Access } from "../access/access.js";
import { CommandError } from "../errors.js";
import type { Terminal } from "../terminal.js";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The members of the terminal that `post` uses. */
export type Link = Pick<Terminal, "error" | "stop" | "pauseMs">;

export interface Request {
  path: string;
  body: unknown;
  headers?: Record<string, string> | undefined;
  /** Number of retries after a lost connection or an unavailable service. */
  retries?: number;
}

const timeoutMs = 60_000;
const maxRetries = 3;
/**
 * Maximum number of waits for the rate limit. The limit allows new requests within a minute, so if five waits do not suffice, other clients
 * with the key use up the limit.
 */
const maxWaits = 5;
const unavailable = new Set([502, 503, 504]);
const temporary = { isTemporary: true };
/** Matches the codes of the errors that Node.js reports for an untrusted certificate. */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/**
 * Sends a POST request. Waits while the rate limit is exceeded. Repeats requests after network failures, so mutations must carry an
 * Idempotency-Key. Throws CommandError with exit code 2 if there is no response. Error messages never contain the key.
 */
export async function post(
  { url, key }: Pick<Access, "url" | "key">,
  { error, stop, pauseMs }: Link,
  { path, body, headers = {}, retries = maxRetries }: Request,
): Promise<Answer> {
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
    authorization: `Bearer ${key}`,
  };
  for (let failures = 0, waits = 0; ; ) {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]);
    const sent = await fetch(url + path, { method: "POST", headers: all, body: JSON.stringify(body), signal, redirect: "manual" })
      .then(async (response): Promise<Answer> => ({ status: response.status, headers: response.headers, text: await response.text() }))
      .catch((cause: Error) => cause);
    stop.throwIfAborted();
    if (sent instanceof Error || unavailable.has(sent.status)) {
      if (failures++ >= retries) throw unreachable(url, sent);
      await delay(pauseMs * 2 ** (failures - 1), undefined, { signal: stop });
    } else if (sent.status === 429 && waits++ < maxWaits) {
      const seconds = Math.min(Math.max(Number(sent.headers.get("retry-after")) || 1, 1), 60);
      error(`Rate limit exceeded; waiting ${seconds} s.`);
      await delay(seconds * pauseMs, undefined, { signal: stop });
    } else return sent;
  }
}

function unreachable(url: string, failure: Error | Answer): CommandError {
  if (!(failure instanceof Error))
    return new CommandError(`${url} is temporarily unavailable (status ${failure.status}). Retry later.`, 2, temporary);
  const { code = "", message = "" } = (failure.cause ?? {}) as { code?: string; message?: string };
  if (untrusted.test(code)) return new CommandError(`The certificate of ${url} is not trusted: ${message}.`, 2);
  const reason = failure.name === "TimeoutError" ? `no response within ${timeoutMs / 1000} s` : code || failure.message;
  return new CommandError(`Cannot reach ${url} (${reason}). Check the URL and your network.`, 2, temporary);
}
