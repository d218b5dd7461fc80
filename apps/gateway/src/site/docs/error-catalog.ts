import { type RequestErrorCode, statuses } from "../../pipeline/request-error.js";
import type { OperationDoc } from "../operations.js";

interface ErrorText {
  cause: string;
  fix: string;
}

/** Codes of errors that are not a RequestError. The status is 400, except for errors in a response with partial data. */
const otherStatuses = {
  ...{ GRAPHQL_PARSE_FAILED: 400, GRAPHQL_VALIDATION_FAILED: 400, OPERATION_NOT_FOUND: 400, BAD_USER_INPUT: 400 },
  ...{ TOKEN_LIMIT: 400, NESTING_LIMIT: 400, OVERLAP_LIMIT: 400, DEPTH_LIMIT: 400, FIELD_LIMIT: 400, ALIAS_LIMIT: 400, INPUT_LIMIT: 400 },
  SUBGRAPH_UNAVAILABLE: 200,
  STORE_UNAVAILABLE: 200,
  dry_run_limit: 200,
} as const;

type Code = RequestErrorCode | keyof typeof otherStatuses;

const smaller = "Request fewer fields, or split the operation into several requests.";
const wait = "Wait until the time in the header `Retry-After` has passed, then repeat the request.";

const texts: Readonly<Record<Code, ErrorText>> = {
  api_key_missing: { cause: "The request has no API key.", fix: "Send the header `Authorization: Bearer sk_live_…`." },
  api_key_conflict: { cause: "The request has two different API keys.", fix: "Send the key in one header only." },
  api_key_invalid: { cause: "The API key is mistyped, unknown, expired or revoked.", fix: "Check the key, or create a new key." },
  api_key_creator_not_member: {
    cause: "The member who created the API key has left the workspace.",
    fix: "Ask a current member to create a new key.",
  },
  connection_key_not_supported: { cause: "The key belongs to a store connection.", fix: "Use a secret key without a connection." },
  origin_not_allowed: {
    cause: "The origin of the web page may not use this key or this endpoint.",
    fix: "Call the API from an allowed origin.",
  },
  secret_key_required: { cause: "The key is a publishable key.", fix: "Call the API from your own server with a secret key." },
  access_level_insufficient: {
    cause: "The operation needs a higher access level than the key has.",
    fix: "Use a key with the level in `needed`.",
  },
  persisted_operation_required: {
    cause: "The key can send only persisted operations, and the request contains no operation that is registered for the key.",
    fix: "Register the document with `register_persisted_operations`, or use a key without `persistedOnly`.",
  },
  PERSISTED_QUERY_NOT_FOUND: {
    cause: "The request contains only the hash of a document, and no document with this hash is registered for the key.",
    fix: "Send the document as `query`, or register it with `register_persisted_operations`.",
  },
  rate_limited: { cause: "The key or the workspace has sent too many requests.", fix: wait },
  RATE_LIMITED: { cause: "The network of the client has sent too many requests.", fix: wait },
  BAD_REQUEST: { cause: "The body is not a valid request.", fix: "Correct the request as the message describes." },
  BATCHING_NOT_SUPPORTED: { cause: "The body is a list of operations.", fix: "Send each operation in its own request." },
  METHOD_NOT_ALLOWED: {
    cause: "The path does not support the HTTP method.",
    fix: "Use a method from the header `Allow`. Send mutations with POST.",
  },
  NOT_ACCEPTABLE: { cause: "The client does not accept the media types of the response.", fix: "Send `Accept: application/json`." },
  UNSUPPORTED_MEDIA_TYPE: { cause: "The body has another media type than JSON.", fix: "Send `Content-Type: application/json`." },
  BODY_TOO_LARGE: { cause: "The body is larger than the limit.", fix: "Split the request into several requests." },
  REQUEST_TIMEOUT: { cause: "The request arrived too slowly.", fix: "Send the request again over a faster connection." },
  NOT_FOUND: { cause: "Nothing is served at the path.", fix: "Check the path." },
  GRAPHQL_PARSE_FAILED: { cause: "The document is not valid GraphQL.", fix: "Correct the syntax at the location in `locations`." },
  GRAPHQL_VALIDATION_FAILED: {
    cause: "The document does not match the schema, or a tool got an unknown argument.",
    fix: "Compare the fields and arguments with the page of the operation.",
  },
  OPERATION_NOT_FOUND: {
    cause: "The document has no operation, or several.",
    fix: "Set `operationName` to one operation of the document.",
  },
  BAD_USER_INPUT: {
    cause: "An argument has an invalid value. In the result of a query, the status is 200 and the field is null.",
    fix: "Correct the argument that the message names.",
  },
  INPUT_LIMIT: { cause: "The variables have too many list items and fields.", fix: "Split the input into several requests." },
  COST_LIMIT: {
    cause: "The operation costs more than the limit.",
    fix: "Request shorter lists with a smaller `first`, or fewer nested lists.",
  },
  TOKEN_LIMIT: { cause: "The document has too many tokens or comments.", fix: smaller },
  NESTING_LIMIT: { cause: "The document nests brackets too deeply.", fix: smaller },
  OVERLAP_LIMIT: { cause: "The document selects too many fields with the same name.", fix: smaller },
  DEPTH_LIMIT: { cause: "The operation nests fields too deeply.", fix: smaller },
  FIELD_LIMIT: { cause: "The operation has too many fields.", fix: smaller },
  ALIAS_LIMIT: { cause: "The operation requests one field with too many aliases.", fix: smaller },
  dry_run_invalid: {
    cause: "The value of the header Dry-Run or of the argument dry_run is invalid, or the two contradict each other.",
    fix: "Send `Dry-Run: true` for a dry run, or omit the header.",
  },
  dry_run_not_supported: {
    cause: "The path does not support dry runs, or a service does not support them yet. Nothing was changed.",
    fix: "Send the request without a dry run, or update the service.",
  },
  dry_run_limit: {
    cause: "Too many dry runs are running, or the fields of the result took longer than 5 seconds. Nothing was changed.",
    fix: "Repeat the request after a moment, or request fewer fields.",
  },
  idempotency_key_invalid: {
    cause: "The Idempotency-Key is invalid, or the request has several mutations.",
    fix: "Send 1-255 printable ASCII characters, and one mutation in each request.",
  },
  idempotency_key_in_use: { cause: "An earlier request with this Idempotency-Key still runs.", fix: "Repeat the request after a moment." },
  idempotency_key_reused: {
    cause: "An earlier request with this Idempotency-Key had another input.",
    fix: "Use a new key for another input.",
  },
  SUBGRAPH_UNAVAILABLE: {
    cause: "The service behind a field is unavailable. The field is null.",
    fix: "Repeat a query after a moment. Repeat a mutation with the same Idempotency-Key.",
  },
  STORE_UNAVAILABLE: { cause: "The store of a connection did not respond.", fix: "Repeat the request later, or check the connection." },
  SERVICE_UNAVAILABLE: { cause: "The gateway cannot process requests at the moment.", fix: "Repeat the request after a moment." },
  INTERNAL_SERVER_ERROR: {
    cause: "The server failed.",
    fix: "Repeat the request. If the error occurs again, send the `requestId` to the operator.",
  },
};

export interface ErrorDoc extends ErrorText {
  code: Code;
  status: number;
}

/** All errors of requests, sorted by their status. */
export const requestErrors: readonly ErrorDoc[] = (Object.keys(texts) as Code[])
  .map((code) => ({ code, status: { ...statuses, ...otherStatuses }[code], ...texts[code] }))
  .sort((one, other) => one.status - other.status);

/** Returns the request errors that depend on the operation. Errors that every request can have are only in the error list. */
export function requestErrorsOf({ type, arguments: given }: Pick<OperationDoc, "type" | "arguments">): ErrorDoc[] {
  const codes: Code[] = ["access_level_insufficient", "COST_LIMIT", "SUBGRAPH_UNAVAILABLE"];
  if (given.length > 0) codes.unshift("BAD_USER_INPUT");
  if (type === "mutation") codes.push("idempotency_key_reused", "idempotency_key_in_use");
  return codes.flatMap((code) => requestErrors.filter((error) => error.code === code));
}
