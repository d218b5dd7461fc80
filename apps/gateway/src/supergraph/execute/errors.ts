import { isObject } from "@offergraph/shared/json/exact-json";
import type { Path } from "../project/diagnose-nulls.js";

/** Error from a subgraph. `path` is a path in the merged data. */
export interface SourceError {
  readonly message: string;
  readonly path: Path | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface ErrorCause {
  readonly code: string;
  readonly message: string;
}

export interface AnswerError {
  readonly message: string;
  readonly path?: Path;
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export const unavailable = {
  code: "SUBGRAPH_UNAVAILABLE",
  message: "The service behind this field is temporarily unavailable. Retry in a moment.",
} as const;
/** Error for a mutation to which the subgraph did not respond. */
export const unanswered = {
  code: unavailable.code,
  message:
    "The service did not respond; the mutation may or may not have been applied. Check before retrying, or retry with the same Idempotency-Key.",
} as const;
/** Error for a dry run whose signature the subgraph rejected. */
export const noDryRun = {
  code: "dry_run_not_supported",
  message: "A service of this request does not support dry runs. The service did not execute the mutation.",
} as const;
export const internal = {
  code: "INTERNAL_SERVER_ERROR",
  message: "Internal error. Send the requestId to the operator.",
} as const;

const publicCode = /^(?:[A-Z][A-Z0-9_]{0,63}|[a-z][a-z0-9_]{0,63})$/;
// Codes of errors that the client did not cause.
const internalCode = /^(?:INTERNAL_SERVER_ERROR|PRINCIPAL_INVALID|GRAPHQL_\w+|DOWNSTREAM_\w+|BAD_REQUEST|OPERATION_\w+)$/;
const internalExtensions = new Set([
  "response",
  "stacktrace",
  "stack",
  "serviceName",
  "service",
  "subgraph",
  "exception",
  "originalError",
  "http",
  "host",
  "url",
  "query",
  "variables",
  "sql",
  "requestId",
]);

export function readSourceError(entry: unknown, path: (given: Path) => Path | undefined): SourceError {
  const { message, path: given, extensions } = isObject(entry) ? entry : {};
  const isPath = Array.isArray(given) && given.every((part) => typeof part === "string" || typeof part === "number");
  return {
    message: typeof message === "string" ? message : "",
    path: isPath ? path(given as Path) : undefined,
    extensions: isObject(extensions) ? extensions : {},
  };
}

/** True if clients may see the error's message. */
export function isPublic(error: SourceError): boolean {
  const { code } = error.extensions;
  return typeof code === "string" && publicCode.test(code) && !internalCode.test(code);
}

/** Converts a subgraph error to a client error, without internal details. `path` is the error's path in the client's response. */
export function answerError(error: SourceError, path: Path | undefined, requestId: string): AnswerError {
  const place = path && { path };
  if (!isPublic(error)) return { message: internal.message, ...place, extensions: { code: internal.code, requestId } };
  const kept = Object.fromEntries(Object.entries(error.extensions).filter(([name]) => !internalExtensions.has(name)));
  return { message: error.message, ...place, extensions: { ...kept, code: String(error.extensions.code), requestId } };
}
