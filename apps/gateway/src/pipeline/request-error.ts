import type { IncomingMessage } from "node:http";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Verdict } from "../limits/limit.js";

export const statuses = {
  api_key_conflict: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  api_key_creator_not_member: 403,
  connection_key_not_supported: 403,
  origin_not_allowed: 403,
  secret_key_required: 403,
  access_level_insufficient: 403,
  persisted_operation_required: 403,
  rate_limited: 429,
  RATE_LIMITED: 429,
  BAD_REQUEST: 400,
  BATCHING_NOT_SUPPORTED: 400,
  COST_LIMIT: 400,
  dry_run_invalid: 400,
  dry_run_not_supported: 400,
  idempotency_key_invalid: 400,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 422,
  // Some Apollo clients read PERSISTED_QUERY_NOT_FOUND only from a response with the status 200.
  PERSISTED_QUERY_NOT_FOUND: 200,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type RequestErrorCode = keyof typeof statuses;

export interface RequestErrorDetails extends Readonly<Record<string, unknown>> {
  fix?: string;
}

export class RequestError extends PublicError {
  readonly status: number;

  /** `headers` are additional response headers, for example `Allow`. `cause` is logged, but not sent to the client. */
  constructor(
    code: RequestErrorCode,
    message: string,
    details: RequestErrorDetails = {},
    readonly headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    super(code, message, details);
    this.name = "RequestError";
    if (cause !== undefined) this.cause = cause;
    this.status = statuses[code];
  }
}

/** `explanation` continues the message, for example ", because …". */
export function methodNotAllowed({ method }: Pick<IncomingMessage, "method">, allow: string, fix: string, explanation = ""): RequestError {
  return new RequestError(
    "METHOD_NOT_ALLOWED",
    `The method ${method} is not allowed for this path${explanation}.`,
    { fix },
    { Allow: allow },
  );
}

/** Error for an exceeded rate limit. `advice` continues the sentence "Wait 5 s" in the error's `fix`. */
export function rateLimited(code: "rate_limited" | "RATE_LIMITED", message: string, verdict: Verdict, advice: string): RequestError {
  const { limit, resetSeconds } = verdict;
  return new RequestError(code, message, { limit, retryAfterSeconds: resetSeconds, fix: `Wait ${resetSeconds} s${advice}.` });
}

/** Converts a thrown value to an error response. Any value that is not a PublicError becomes an internal error without details. */
export function toRequestError(error: unknown): { status: number; error: PublicError; headers: Readonly<Record<string, string>> } {
  if (error instanceof RequestError) return { status: error.status, error, headers: error.headers };
  if (error instanceof PublicError) return { status: 400, error, headers: {} };
  const internal = new RequestError("INTERNAL_SERVER_ERROR", "Internal error.", {
    fix: "Retry the request. If the error occurs again, send the requestId to the operator.",
  });
  return { status: internal.status, error: internal, headers: {} };
}

interface Issue extends Record<string, unknown> {
  message: string;
  locations?: unknown;
}

/** Returns the list `errors` for a rejected request (GraphQL specification 7.1.2), with one entry per problem. */
export function errorEntries(error: PublicError, requestId: string) {
  const { errors, ...details } = error.details;
  const issues: readonly Issue[] = isIssues(errors) ? errors : [{ message: error.message }];
  return issues.map((issue) => {
    const { message, locations, ...more } = { ...details, ...issue };
    return { message, ...(locations !== undefined && { locations }), extensions: { ...more, code: error.code, requestId } };
  });
}

function isIssues(value: unknown): value is Issue[] {
  return Array.isArray(value) && value.length > 0 && value.every((issue) => typeof issue?.message === "string");
}
