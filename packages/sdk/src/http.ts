import { ApiError, ConnectionError, OffergraphError, type ResponseError } from "./errors.js";
import { retryAfterOf, withRetries } from "./retry.js";
import type { CallOptions, Retry } from "./types.js";

export interface ClientOptions {
  /** The URL of the API without a path, for example `https://api.offergraph.example`. */
  url: string;
  /** Maximum time of one attempt in milliseconds. Default: 60,000. */
  timeoutMs?: number;
  /** Maximum number of retries after temporary failures. Default: 3. */
  maxRetries?: number;
  /**
   * Maximum number of retries after rate-limit errors. Retries after rate-limit errors do not count toward `maxRetries`.
   * `maxRateLimitRetries` defaults to `maxRetries`.
   */
  maxRateLimitRetries?: number;
  /** Wait before the first retry in milliseconds. Each further wait is twice as long, up to 8 seconds. Default: 500. */
  retryDelayMs?: number;
  /** Called before each wait for a retry. An error of `onRetry` ends the call. */
  onRetry?: (retry: Retry) => void;
  /** A replacement for the global `fetch`. */
  fetch?: typeof fetch;
}

export interface HttpRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: RequestInit["body"];
  /** If `keepalive` is true, the request continues after the visitor closes the page. */
  keepalive?: boolean;
  /** `duplex` must be "half" if the body is a stream. */
  duplex?: "half";
  redirect?: "manual";
}

/** Reads a response. Throws ApiError after a failure. If the error is temporary, `createHttp` repeats the request. */
export type ReadResponse<Result> = (response: Response) => Promise<Result>;

export type Http = ReturnType<typeof createHttp>;

const temporaryStatuses = new Set([429, 502, 503, 504]);
const temporaryCodes = new Set(["SUBGRAPH_UNAVAILABLE", "UNAVAILABLE", "idempotency_key_in_use"]);
const printable = /^[\x20-\x7e]{1,255}$/;

/** Returns a function that sends requests with retries. */
export function createHttp({
  url,
  timeoutMs: usualTimeoutMs = 60_000,
  maxRetries: usualRetries = 3,
  maxRateLimitRetries,
  retryDelayMs = 500,
  onRetry,
  ...rest
}: ClientOptions) {
  const base = url.replace(/\/+$/, "");
  // Reads the global `fetch` at each call, because tests may replace it. Does not call `rest.fetch(…)`, because browsers throw an error if
  // `fetch` is called as a method of another object.
  const send: typeof fetch = (...given) => (rest.fetch ?? fetch)(...given);

  return async <Result>(
    { path, ...request }: HttpRequest,
    { signal, timeoutMs = usualTimeoutMs, maxRetries = usualRetries }: CallOptions,
    read: ReadResponse<Result>,
  ): Promise<Result> => {
    const attempt = async () => {
      const limit = timeoutMs === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(timeoutMs);
      const signals = [signal, limit].filter((one) => one !== undefined);
      try {
        return await read(await send(base + path, { ...request, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) }));
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ApiError) throw error;
        if (limit?.aborted)
          throw new ConnectionError("TIMEOUT", `${base} did not respond within ${timeoutMs} ms.`, { isTemporary: true, cause: error });
        throw connectionLost(base, error);
      }
    };
    signal?.throwIfAborted();
    checkIdempotencyKey(request.headers);
    const maxLimited = maxRetries === 0 ? 0 : (maxRateLimitRetries ?? maxRetries);
    return withRetries({ maxRetries, maxRateLimitRetries: maxLimited, retryDelayMs, onRetry, signal }, attempt);
  };
}

/** Rejects an invalid idempotency key, because `fetch` throws a TypeError for an invalid header as well as for a lost connection. */
function checkIdempotencyKey({ "idempotency-key": key }: Readonly<Record<string, string>> = {}): void {
  if (key === undefined || printable.test(key)) return;
  const message = "An idempotency key must have 1-255 printable ASCII characters, for example a UUID.";
  throw new OffergraphError("idempotency_key_invalid", message);
}

/** Returns the value of the header `authorization`. Throws OffergraphError if `key` is not a valid header value. */
export function bearer(key: string): string {
  // JavaScript callers can omit the API key. The API rejects requests without a key.
  const text = (key ?? "").trim();
  if (/[^\x21-\x7e]/.test(text))
    throw new OffergraphError(
      "api_key_invalid",
      "The API key contains a space, a control character or a non-ASCII character. Copy the key again.",
    );
  return `Bearer ${text}`;
}

export const connectionLost = (url: string, cause: unknown) =>
  new ConnectionError("NETWORK_ERROR", `The connection to ${url} failed.`, { isTemporary: true, cause });

/** Reads the JSON of a response. Throws ApiError if the response is not JSON. */
export async function readJson<Body extends object>(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw apiError(response, []);
  }
}

/**
 * Creates the error for a response. `errors` contains the errors in the response's body. If `isApplied` is true, the API has applied the
 * mutation, and the error is not temporary.
 */
export function apiError(response: Response, errors: readonly ResponseError[], data?: unknown, isApplied = false): ApiError {
  const { status, headers } = response;
  const hasTemporary = errors.some(({ extensions }) => temporaryCodes.has(String(extensions?.code)));
  const isTemporary = !isApplied && (temporaryStatuses.has(status) || hasTemporary);
  const message = `The response with the status ${status} is not from the Offergraph API. Check the URL.`;
  return new ApiError({
    ...{ status, errors, data, isTemporary, retryAfterMs: retryAfterOf(headers) },
    requestId: headers.get("x-request-id") ?? undefined,
    fallback: { message, extensions: { code: "UNEXPECTED_RESPONSE" } },
  });
}
