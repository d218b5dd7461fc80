import { isUtf8 } from "node:buffer";
import { InexactJson, parseExactJson } from "@offergraph/shared/json/exact-json";
import type { OperationRequest } from "../exchange.js";
import { isObject } from "../is-object.js";
import { Refusal } from "../refusal.js";

const fix = 'Send a JSON object like {"query": "{ list_discount_codes { nodes { code } } }", "variables": {}}.';

/** The operation in a POST body (GraphQL over HTTP 6.3). Throws Refusal. */
export function operationOfBody(body: Buffer): OperationRequest {
  let parsed: unknown;
  try {
    if (!isUtf8(body)) throw new SyntaxError();
    parsed = parseExactJson(body.toString());
  } catch (error) {
    if (error instanceof InexactJson)
      throw new Refusal("BAD_REQUEST", error.message, { fix: "Correct what the message names and send the request again." });
    throw new Refusal("BAD_REQUEST", "The body is not JSON.", { fix });
  }
  if (Array.isArray(parsed))
    throw new Refusal("BATCHING_NOT_SUPPORTED", "The body is a list; one operation is allowed in a request.", {
      fix: "Send each operation in a request of its own, or ask for several fields in one operation.",
    });
  if (!isObject(parsed)) throw new Refusal("BAD_REQUEST", "The body has to be a JSON object.", { fix });
  return operationOf(parsed);
}

/** The operation in a GET's query string (GraphQL over HTTP 6.2). `search`: what follows the question mark. Throws Refusal. */
export function operationOfSearch(search: string): OperationRequest {
  const parameters = new URLSearchParams(search);
  const one = (name: string) => {
    const values = parameters.getAll(name);
    if (values.length > 1) throw new Refusal("BAD_REQUEST", `The parameter "${name}" came ${values.length} times; once is allowed.`);
    return values[0];
  };
  return operationOf({
    query: one("query"),
    operationName: one("operationName"),
    variables: jsonOf("variables", one("variables")),
    extensions: jsonOf("extensions", one("extensions")),
  });
}

function operationOf({ query, operationName, variables, extensions }: Record<string, unknown>): OperationRequest {
  if (query === undefined || query === null || query === "") throw new Refusal("BAD_REQUEST", 'The request has no "query".', { fix });
  if (typeof query !== "string") throw new Refusal("BAD_REQUEST", '"query" has to be a string: a GraphQL document.', { fix });
  if (!isAbsent(operationName) && typeof operationName !== "string")
    throw new Refusal("BAD_REQUEST", '"operationName" has to be a string or null.', { fix });
  if (!isAbsent(variables) && !isObject(variables))
    throw new Refusal("BAD_REQUEST", '"variables" has to be a JSON object or null.', { fix });
  if (!isAbsent(extensions) && !isObject(extensions))
    throw new Refusal("BAD_REQUEST", '"extensions" has to be a JSON object or null.', { fix });
  return {
    query,
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
    variables: isObject(variables) ? variables : undefined,
  };
}

function jsonOf(name: string, text: string | undefined): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof InexactJson)
      throw new Refusal("BAD_REQUEST", `The parameter "${name}": ${error.message}`, {
        fix: "Correct the parameter and send the request again.",
      });
    throw new Refusal("BAD_REQUEST", `The parameter "${name}" is not JSON.`);
  }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
