import { ApiError, ConnectionError, type ResponseError } from "./errors.js";
import { retryAfterOf, withRetries } from "./retry.js";
import type { CallOptions } from "./types.js";

export interface ClientOptions {
  /** The URL of the API without a path, for example `https://api.offergraph.example`. */
  url: string;
  /** Maximum time of one attempt in milliseconds. Default: 60,000. */
  timeoutMs?: number;
  /** Maximum number of repeated attempts after temporary failures. Default: 3. */
  maxRetries?: number;
  /** Wait before the first repeated attempt in milliseconds. Each further wait is twice as long. Default: 500. */
  retryDelayMs?: number;
  /** A replacement for the global `fetch`. */
  fetch?: typeof fetch;
}

export interface HttpRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: RequestInit["body"];
  /** Lets the request finish after its page is closed. */
  keepalive?: boolean;
  /** Must be set if the body is a stream. */
  duplex?: "half";
}

/** Reads a response. Throws ApiError; the caller repeats the request if the error is temporary. */
export type ReadResponse<Result> = (response: Response) => Promise<Result>;

export type Http = ReturnType<typeof createHttp>;

const temporaryStatuses = new Set([429, 502, 503, 504]);
const temporaryCodes = new Set(["SUBGRAPH_UNAVAILABLE", "UNAVAILABLE", "idempotency_key_in_use"]);

/** Returns a function that sends requests with retries. */
export function createHttp({
  url,
  timeoutMs: usualTimeoutMs = 60_000,
  maxRetries: usualRetries = 3,
  retryDelayMs = 500,
  ...rest
}: ClientOptions) {
  const base = url.replace(/\/+$/, "");
  // Reads the global fetch at each call, because tests and instrumentation may replace it. Browsers require `fetch` without a receiver.
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
    return withRetries({ maxRetries, retryDelayMs, signal }, attempt);
  };
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

/** Creates the error for a response. `errors` are the entries that the response contains. If `isApplied`, the error is not temporary. */
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
