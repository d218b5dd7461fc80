/** An entry of `errors` in a response (GraphQL specification, section 7.1.2). */
export interface ResponseError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Readonly<Record<string, unknown>>;
}

/** Base class of all errors of this package. Errors never contain the API key. */
export class OffergraphError extends Error {
  // Does not read the name from the class, because the build shortens class names.
  override readonly name: string = "OffergraphError";
  /** A machine-readable error code, for example `rate_limited` or `NETWORK_ERROR`. */
  readonly code: string;
  /** True if a retry may succeed. */
  readonly isTemporary: boolean;
  /** Milliseconds that the API asks to wait before the next attempt, or 0. */
  readonly retryAfterMs: number;

  constructor(code: string, message: string, { isTemporary = false, retryAfterMs = 0, ...options }: ErrorDetails = {}) {
    super(message, options);
    this.code = code;
    this.isTemporary = isTemporary;
    this.retryAfterMs = retryAfterMs;
  }
}

interface ErrorDetails extends ErrorOptions {
  isTemporary?: boolean;
  retryAfterMs?: number;
}

/** The API did not respond. The `code` is `NETWORK_ERROR` or `TIMEOUT`. Even without a response, the API may have applied the mutation. */
export class ConnectionError extends OffergraphError {
  override readonly name = "ConnectionError";
}

/** The API responded with an error. */
export class ApiError extends OffergraphError {
  override readonly name = "ApiError";
  /** The HTTP status, which is also 200 if the API executed the request and one of its fields failed. */
  readonly status: number;
  /** The request's id in the logs of the API. */
  readonly requestId: string | undefined;
  /** A sentence that describes how to fix the error, if a fix is known. */
  readonly fix: string | undefined;
  /** All errors of the response. The other properties of `ApiError` describe the first error. */
  readonly errors: readonly ResponseError[];
  /** The data of a partial response. */
  readonly data: unknown;

  constructor(response: ErrorResponse) {
    const { status, errors, requestId, data, fallback } = response;
    const [{ message, extensions = {} } = fallback] = errors;
    const { code = fallback.extensions.code, fix } = extensions;
    super(String(code), message, response);
    this.status = status;
    this.requestId = typeof extensions.requestId === "string" ? extensions.requestId : requestId;
    this.fix = typeof fix === "string" ? fix : undefined;
    this.errors = errors;
    this.data = data;
  }
}

interface ErrorResponse extends ErrorDetails {
  status: number;
  errors: readonly ResponseError[];
  requestId?: string | undefined;
  data?: unknown;
  /** Describes the error if the response has no `errors`. */
  fallback: ResponseError & { extensions: { code: string } };
}
