import { type RequestErrorCode, statuses } from "../../pipeline/request-error.js";
import type { Manifests } from "../../supergraph/manifest.js";
import type { OperationDoc } from "../operations.js";

/** Codes of errors that are not a RequestError. The status is 400, except for errors in a response with partial data. */
const otherStatuses = {
  ...{ GRAPHQL_PARSE_FAILED: 400, GRAPHQL_VALIDATION_FAILED: 400, OPERATION_NOT_FOUND: 400, BAD_USER_INPUT: 400 },
  ...{ TOKEN_LIMIT: 400, NESTING_LIMIT: 400, OVERLAP_LIMIT: 400, DEPTH_LIMIT: 400, FIELD_LIMIT: 400, ALIAS_LIMIT: 400, INPUT_LIMIT: 400 },
  SUBGRAPH_UNAVAILABLE: 200,
  dry_run_limit: 200,
} as const;

type Code = RequestErrorCode | keyof typeof otherStatuses;

const smaller = "Request fewer fields, or split the operation into several requests.";
const wait = "Wait until the time in the header `Retry-After` has passed, then repeat the request.";

/** Cause and fix of each error code. */
const texts: Readonly<Record<Code, readonly [cause: string, fix: string]>> = {
  api_key_missing: ["The request has no API key.", "Send the header `Authorization: Bearer sk_live_…`."],
  api_key_conflict: ["The request has two different API keys.", "Send the key in one header only."],
  api_key_invalid: ["The API key is mistyped, unknown, expired or revoked.", "Check the key, or create a new key."],
  api_key_creator_not_member: ["The member who created the API key has left the workspace.", "Ask a current member to create a new key."],
  connection_key_not_supported: ["The key belongs to a store connection.", "Use a secret key without a connection."],
  origin_not_allowed: ["The key or the endpoint does not allow the origin of the web page.", "Call the API from an allowed origin."],
  secret_key_required: ["The key is a publishable key.", "Call the API from your own server with a secret key."],
  access_level_insufficient: [
    "The operation needs a higher access level than the key has.",
    "Use a key with the access level in the error property `needed`.",
  ],
  persisted_operation_required: [
    "The key can send only persisted operations, and the request contains no operation that is registered for the key.",
    "Register the document with `register_persisted_operations`, or use a key without `persistedOnly`.",
  ],
  PERSISTED_QUERY_NOT_FOUND: [
    "The request contains only the hash of a document, and no document with this hash is registered for the key.",
    "Send the document as `query`, or register it with `register_persisted_operations`.",
  ],
  rate_limited: ["The key or the workspace has sent too many requests.", wait],
  RATE_LIMITED: ["The network of the client has sent too many requests.", wait],
  BAD_REQUEST: ["The body is not a valid request.", "Correct the request as the message describes."],
  BATCHING_NOT_SUPPORTED: ["The body is a list of operations.", "Send each operation in a separate request."],
  METHOD_NOT_ALLOWED: ["The path does not support the HTTP method.", "Use a method from the header `Allow`. Send mutations with POST."],
  NOT_ACCEPTABLE: [
    "The client does not accept the media types of the response.",
    "Send `Accept: application/json`, and over MCP `Accept: application/json, text/event-stream`.",
  ],
  UNSUPPORTED_MEDIA_TYPE: ["The media type of the body is not JSON.", "Send `Content-Type: application/json`."],
  BODY_TOO_LARGE: ["The body is larger than the limit.", "Split the request into several requests."],
  REQUEST_TIMEOUT: ["The request arrived too slowly.", "Send the request again over a faster connection."],
  NOT_FOUND: ["The gateway has no page or API at the path.", "Check the path."],
  GRAPHQL_PARSE_FAILED: ["The document is not valid GraphQL.", "Correct the syntax at the location in `locations`."],
  GRAPHQL_VALIDATION_FAILED: [
    "The document does not match the schema, or a tool got an unknown argument.",
    "Compare the fields and arguments with the reference page of the operation.",
  ],
  OPERATION_NOT_FOUND: [
    "`operationName` is unknown, or is missing for a document with several operations.",
    "Set `operationName` to one operation of the document.",
  ],
  BAD_USER_INPUT: [
    "An argument has an invalid value. If a service rejects the argument of a query, the status is 200 and the field is null.",
    "Correct the argument that the message names.",
  ],
  INPUT_LIMIT: ["The variables have too many list items and fields.", "Split the input into several requests."],
  COST_LIMIT: ["The operation costs more than the limit.", "Request shorter lists with a smaller `first`, or fewer nested lists."],
  TOKEN_LIMIT: ["The document has too many tokens or comments.", smaller],
  NESTING_LIMIT: ["The document nests brackets too deeply.", smaller],
  OVERLAP_LIMIT: ["The document selects too many fields with the same name.", smaller],
  DEPTH_LIMIT: ["The operation nests fields too deeply.", smaller],
  FIELD_LIMIT: ["The operation has too many fields.", smaller],
  ALIAS_LIMIT: ["The operation requests one field with too many aliases.", smaller],
  dry_run_invalid: [
    "The values of the header Dry-Run and the argument dry_run are invalid or contradictory.",
    "Send `Dry-Run: true` for a dry run, or omit the header.",
  ],
  dry_run_not_supported: [
    "The path or a service does not support dry runs. Nothing was changed.",
    "Send the request without a dry run, or update the service.",
  ],
  dry_run_limit: [
    "Too many dry runs are running, the fields of a result took longer than 5 seconds, or the request took longer than 10 seconds. Nothing was changed.",
    "Repeat the request after a moment, or request fewer mutations or fields.",
  ],
  idempotency_key_invalid: [
    "The Idempotency-Key is invalid, or the request has several mutations.",
    "Send 1-255 printable ASCII characters, and one mutation in each request.",
  ],
  idempotency_key_in_use: ["An earlier request with this Idempotency-Key is still running.", "Repeat the request after a moment."],
  idempotency_key_reused: [
    "An earlier request with this Idempotency-Key had different input.",
    "Use a new Idempotency-Key for different input.",
  ],
  SUBGRAPH_UNAVAILABLE: [
    "The service behind a field is unavailable, so the field is null.",
    "Repeat a query after a moment. Repeat a mutation with the same Idempotency-Key.",
  ],
  SERVICE_UNAVAILABLE: ["The gateway cannot process requests at the moment.", "Repeat the request after a moment."],
  INTERNAL_SERVER_ERROR: ["The server failed.", "Repeat the request. If the error occurs again, send the `requestId` to the operator."],
};

export interface ErrorDoc {
  code: string;
  status: number;
  cause: string;
  fix: string;
}

function describe(code: Code): ErrorDoc {
  const [cause, fix] = texts[code];
  return { code, status: { ...statuses, ...otherStatuses }[code], cause, fix };
}

/** Returns all errors of requests, sorted by HTTP status. The manifests declare the errors of individual services. */
export function requestErrors({ errors }: Pick<Manifests, "errors">): ErrorDoc[] {
  const ofServices = errors.map((error) => ({ ...error, status: 200 }));
  return [...(Object.keys(texts) as Code[]).map(describe), ...ofServices].sort((one, other) => one.status - other.status);
}

/**
 * Returns the request errors for the page of an operation. Excludes errors that any request can cause, because /docs/errors lists these
 * errors.
 */
export function requestErrorsOf({ type, arguments: given }: Pick<OperationDoc, "type" | "arguments">): ErrorDoc[] {
  const codes: Code[] = ["access_level_insufficient", "COST_LIMIT", "SUBGRAPH_UNAVAILABLE"];
  if (given.length > 0) codes.unshift("BAD_USER_INPUT");
  if (type === "mutation") codes.push("idempotency_key_reused", "idempotency_key_in_use");
  return codes.map(describe);
}
