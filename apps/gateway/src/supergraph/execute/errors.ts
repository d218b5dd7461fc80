import { isObject } from "../../is-object.js";
import type { Path } from "../project/explain.js";
import type { ObjectShape, ValueShape } from "../project/shape.js";

/** An error as a subgraph sent it, its path in the keys of the merged data. */
export interface SourceError {
  readonly message: string;
  readonly path: Path | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** An error as the client sees it. */
export interface AnswerError {
  readonly message: string;
  readonly path?: Path;
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export const unavailable = {
  code: "SUBGRAPH_UNAVAILABLE",
  message: "The service behind this field cannot be reached at the moment. Try again.",
} as const;
/** The same of a mutation: who simply tries again may have it done twice. */
export const unanswered = {
  code: unavailable.code,
  message:
    "The service behind this field gave no answer: it may have carried this out, or may yet. Look before you ask for it anew; with an Idempotency-Key the same request can be repeated as it is.",
} as const;
export const internal = {
  code: "INTERNAL_SERVER_ERROR",
  message: "Something went wrong on our side. Quote the request id when you ask for help.",
} as const;

const publicCode = /^(?:[A-Z][A-Z0-9_]{0,63}|[a-z][a-z0-9_]{0,63})$/;
// Between gateway and subgraph only: the client's request was good, or it would not have come that far.
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

/** Reads one entry of an answer's `errors`, whatever a subgraph put there. */
export function readSourceError(entry: unknown, path: (given: Path) => Path | undefined): SourceError {
  const { message, path: given, extensions } = isObject(entry) ? entry : {};
  const isPath = Array.isArray(given) && given.every((part) => typeof part === "string" || typeof part === "number");
  return {
    message: typeof message === "string" ? message : "",
    path: isPath ? path(given as Path) : undefined,
    extensions: isObject(extensions) ? extensions : {},
  };
}

/** Whether an error may be told with its own message, or hides something of ours. */
export function isPublic(error: SourceError): boolean {
  const { code } = error.extensions;
  return typeof code === "string" && publicCode.test(code) && !internalCode.test(code);
}

/** The client's view of a subgraph's error: its code if that is one for clients, without what is nobody's business outside. */
export function answerError(error: SourceError, requestId: string, root: ObjectShape): AnswerError {
  const path = error.path && { path: clientPath(error.path, root) };
  if (!isPublic(error)) return { message: internal.message, ...path, extensions: { code: internal.code, requestId } };
  const kept = Object.fromEntries(Object.entries(error.extensions).filter(([name]) => !internalExtensions.has(name)));
  return { message: error.message, ...path, extensions: { ...kept, code: String(error.extensions.code), requestId } };
}

/** A path of the merged data in the client's keys, cut where the client asked no further (keys and requirements of the plan). */
export function clientPath(path: Path, root: ObjectShape): Path {
  const answer: (string | number)[] = [];
  let shapes: ObjectShape[] = [root];
  for (const part of path) {
    if (typeof part === "number") {
      answer.push(part);
      continue;
    }
    const fields = shapes
      .flatMap((shape) => shape.types.flatMap((type) => shape.fields(type) ?? []))
      .filter((field) => field.source === part);
    const [field] = fields;
    if (!field) break;
    answer.push(field.key);
    shapes = fields.flatMap((candidate) => objectIn(candidate.value) ?? []);
  }
  return answer;
}

function objectIn(value: ValueShape): ObjectShape | undefined {
  if (value.kind === "object") return value.object;
  return value.kind === "leaf" ? undefined : objectIn(value.of);
}
