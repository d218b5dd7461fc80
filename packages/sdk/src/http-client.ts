import { ApiError, ConnectionError, OffergraphError, type ResponseError } from "./errors.js";
import { apiError, bearer, type ClientOptions, createHttp } from "./http.js";
import type { CallOptions, Retry } from "./types.js";

export { ApiError, type CallOptions, ConnectionError, OffergraphError, type ResponseError, type Retry };

export interface HttpClientOptions extends ClientOptions {
  /** A secret key (`sk_live_…`). */
  key: string;
}

export interface HttpCallOptions extends CallOptions {
  /** Additional headers in lower case, for example `idempotency-key`. */
  headers?: Record<string, string> | undefined;
}

export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
}

export interface HttpClient {
  /**
   * Sends `body` as JSON, and returns the response, whatever its status. Repeats the request after temporary failures. If the request
   * changes data, pass the header `idempotency-key` or `maxRetries: 0`. If all attempts fail, returns the last response. Throws
   * ConnectionError if the API did not respond.
   */
  post(path: string, body: unknown, options?: HttpCallOptions): Promise<HttpReply>;
}

/** Creates a client for API paths without a method in the SDK, for example `/mcp`. The client does not follow redirects. */
export function createHttpClient({ key, ...options }: HttpClientOptions): HttpClient {
  const http = createHttp(options);
  const authorization = bearer(key);
  return {
    async post(path, body, { headers, ...own } = {}) {
      const all = { "content-type": "application/json", accept: "application/json", ...headers, authorization };
      const request = { method: "POST", path, headers: all, body: JSON.stringify(body), redirect: "manual" } as const;
      return await http(request, own, readReply).catch((error: unknown) => {
        if (error instanceof ApiError) return error.data as HttpReply;
        throw error;
      });
    },
  };
}

/** Reads a response. If the response reports a temporary failure, throws an ApiError with the response in `data`. */
async function readReply(response: Response): Promise<HttpReply> {
  const reply = { status: response.status, headers: response.headers, text: await response.text() };
  const error = apiError(response, response.ok ? [] : errorsIn(reply.text), reply);
  if (error.isTemporary) throw error;
  return reply;
}

/** Returns the errors of a response. An MCP response has at most one error (JSON-RPC). */
function errorsIn(text: string): readonly ResponseError[] {
  try {
    const { errors, error } = JSON.parse(text) as { errors?: ResponseError[]; error?: { message: string; data?: object } };
    return errors ?? (error ? [{ message: error.message, extensions: { ...error.data } }] : []);
  } catch {
    return [];
  }
}
