import { InexactJson, isObject, parseExactJson } from "@offergraph/shared/json/exact-json";
import type { OperationRequest } from "../pipeline/context.js";
import { RequestError } from "../pipeline/request-error.js";
import { parseBody } from "./body.js";
import { persistedHash } from "./persisted-hash.js";

/** The GraphQL operation that an HTTP request contains. `hash` is the SHA-256 of a persisted operation. */
export type SentOperation = Omit<OperationRequest, "query"> &
  ({ query: string; hash: string | undefined } | { query: undefined; hash: string });

const anyOperation = "{ __typename }";

/** Reads the operation of a POST body (GraphQL over HTTP 6.3). The `fix` of a RequestError contains the operation `example`. */
export function operationOfBody(body: Buffer, example = anyOperation): SentOperation {
  const fix = fixWith(example);
  const parsed = parseBody(body, "request", fix);
  if (Array.isArray(parsed))
    throw new RequestError("BATCHING_NOT_SUPPORTED", "The body is a list. A request may contain only one operation.", {
      fix: "Send each operation in a separate request, or select several fields in one operation.",
    });
  if (!isObject(parsed)) throw new RequestError("BAD_REQUEST", "The body must be a JSON object.", { fix });
  return operationOf(parsed, fix);
}

/** Reads the operation of a GET request (GraphQL over HTTP 6.2). `search` is the query string without "?". Throws RequestError. */
export function operationOfSearch(search: string, example = anyOperation): SentOperation {
  const parameters = new URLSearchParams(search);
  const one = (name: string) => {
    const values = parameters.getAll(name);
    if (values.length > 1)
      throw new RequestError("BAD_REQUEST", `The URL parameter "${name}" appears ${values.length} times; it may appear only once.`);
    return values[0];
  };
  const json = (name: string) => jsonOf(name, one(name));
  const [query, operationName, documentId] = [one("query"), one("operationName"), one("documentId")];
  return operationOf({ query, operationName, documentId, variables: json("variables"), extensions: json("extensions") }, fixWith(example));
}

function fixWith(example: string): string {
  return `Send a JSON object like {"query": "${example}", "variables": {}}.`;
}

function operationOf(given: Record<string, unknown>, fix: string): SentOperation {
  const { query, operationName, variables, extensions, documentId } = given;
  if (!isAbsent(query) && typeof query !== "string")
    throw new RequestError("BAD_REQUEST", '"query" must be a string with a GraphQL document.', { fix });
  if (!isAbsent(operationName) && typeof operationName !== "string")
    throw new RequestError("BAD_REQUEST", '"operationName" must be a string or null.', { fix });
  if (!isAbsent(variables) && !isObject(variables))
    throw new RequestError("BAD_REQUEST", '"variables" must be a JSON object or null.', { fix });
  if (!isAbsent(extensions) && !isObject(extensions))
    throw new RequestError("BAD_REQUEST", '"extensions" must be a JSON object or null.', { fix });
  const hash = persistedHash(isObject(extensions) ? extensions : undefined, documentId);
  const rest = {
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
    variables: isObject(variables) ? variables : undefined,
  };
  if (typeof query === "string" && query !== "") return { ...rest, query, hash };
  if (hash === undefined) throw new RequestError("BAD_REQUEST", 'The request has no "query".', { fix });
  return { ...rest, query: undefined, hash };
}

function jsonOf(name: string, text: string | undefined): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (!(error instanceof InexactJson)) throw new RequestError("BAD_REQUEST", `The URL parameter "${name}" is not JSON.`);
    const fix = "Correct the parameter and resend the request.";
    throw new RequestError("BAD_REQUEST", `The URL parameter "${name}" is not valid. ${error.message}`, { fix });
  }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
