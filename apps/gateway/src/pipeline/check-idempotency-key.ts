import type { OperationContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

const printable = /^[\x20-\x7e]{1,255}$/;

/** Validates the Idempotency-Key of a mutation; the service stores it. Ignored for queries. */
export const checkIdempotencyKey: Middleware<OperationContext> = (context) => {
  const { prepared, request, operation } = context;
  if (prepared.type === "query") return;
  const given = [
    ...(request.headersDistinct["idempotency-key"] ?? []),
    ...(operation.idempotencyKey === undefined ? [] : [operation.idempotencyKey]),
  ];
  if (given.length === 0) return;
  const [key = "", other] = new Set(given);
  if (other !== undefined) throw invalid("The request has two different Idempotency-Keys.", "Send one.");
  if (!printable.test(key))
    throw invalid("An Idempotency-Key must have 1-255 printable ASCII characters.", "Send for example a random UUID.");
  if (prepared.rootFields.length > 1)
    throw invalid("An Idempotency-Key applies to one mutation, but this request has several.", "Send each mutation in a separate request.");
  context.idempotencyKey = key;
};

function invalid(message: string, fix: string): RequestError {
  return new RequestError("idempotency_key_invalid", message, { fix });
}
