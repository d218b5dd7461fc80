import type { ServerResponse } from "node:http";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { ExecutionResult } from "graphql";
import { type AnswerError, answerErrors, requestError } from "./errors.js";

/** Header with the number of errors in the response. If the number is 0, the gateway forwards the response without parsing the body. */
export const errorsHeader = "x-offergraph-errors";

/** Maps error codes to HTTP statuses for errors before execution. All other codes have the status 400. */
export const statuses: Readonly<Record<string, number>> = {
  PRINCIPAL_INVALID: 401,
  access_level_insufficient: 403,
  BODY_TOO_LARGE: 413,
  INTERNAL_SERVER_ERROR: 500,
};

export function send(response: ServerResponse, status: number, contentType: string, text: string, errors = 0): void {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(text), [errorsHeader]: errors });
  // For a string body, Node sends the head and the body in one write.
  response.end(text);
}

/** Response to a GraphQL request. */
export interface Reply {
  readonly status: number;
  /** The response as JSON. */
  readonly text: string;
  /** Number of errors in the response. */
  readonly errors: number;
}

/** Converts an execution result to a response. Uses `request.log` only to log an error. */
export function replyOf(result: ExecutionResult, request: { readonly log: Logger }): Reply {
  const { data, extensions } = result;
  // Does not concatenate texts, because V8 would copy the response once more.
  if (!result.errors) return { status: 200, text: JSON.stringify({ data, ...(extensions && { extensions }) }), errors: 0 };
  if (data === undefined) {
    // Without `data`, the variables were invalid, and the document was not executed.
    const [first] = result.errors;
    return refusalOf(new PublicError("BAD_USER_INPUT", first?.message ?? "The variables are invalid."), request.log);
  }
  const errors = answerErrors(result.errors, request.log);
  return { status: 200, text: JSON.stringify({ errors, data, ...(extensions && { extensions }) }), errors: errors.length };
}

/** Converts an error before the execution to a response. */
export function refusalOf(error: unknown, log: Logger): Reply {
  const answerError: AnswerError = requestError(error, log);
  const status = statuses[String(answerError.extensions.code)] ?? 400;
  return { status, text: `{"errors":${JSON.stringify([answerError])}}`, errors: 1 };
}

/** Sends the response to a GraphQL request over HTTP. Does nothing if the client has disconnected. */
export function sendReply(response: ServerResponse, { status, text, errors }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  if (status === 413) response.setHeader("connection", "close");
  send(response, status, "application/json", text, errors);
}
