import type { ServerResponse } from "node:http";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { ExecutionResult } from "graphql";
import { type AnswerError, answerErrors, requestError } from "./errors.js";

/** Header with the number of errors in the response. If the number is 0, the gateway forwards the response without parsing the body. */
export const errorsHeader = "x-offergraph-errors";

/** HTTP statuses of errors that occur before execution, by error code. All other codes get the status 400. */
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

/** Sends an execution result and returns the number of errors. Uses `request.log` only to log an error. */
export function sendResult(response: ServerResponse, result: ExecutionResult, request: { readonly log: Logger }): number {
  const extensions = result.extensions ? `,"extensions":${JSON.stringify(result.extensions)}` : "";
  if (!result.errors) {
    send(response, 200, "application/json", `{"data":${JSON.stringify(result.data)}${extensions}}`);
    return 0;
  }
  if (result.data === undefined) {
    // If `data` is missing, the variables do not match the document, and the document was not executed.
    const [first] = result.errors;
    sendRefusal(response, new PublicError("BAD_USER_INPUT", first?.message ?? "The variables are invalid."), request.log);
    return 1;
  }
  const errors = answerErrors(result.errors, request.log);
  const data = JSON.stringify(result.data);
  send(response, 200, "application/json", `{"errors":${JSON.stringify(errors)},"data":${data}${extensions}}`, errors.length);
  return errors.length;
}

export function sendRefusal(response: ServerResponse, error: unknown, log: Logger): void {
  const answerError: AnswerError = requestError(error, log);
  const status = statuses[String(answerError.extensions.code)] ?? 400;
  if (response.headersSent || response.destroyed) return;
  if (status === 413) response.setHeader("connection", "close");
  send(response, status, "application/json", `{"errors":${JSON.stringify([answerError])}}`, 1);
}
