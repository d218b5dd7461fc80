import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

const printable = /^[\x20-\x7e]{1,255}$/;

/** An Idempotency-Key belongs to one mutation and is handed on to the service that keeps it (decisions.md 4). Queries need none. */
export const checkIdempotencyKey: Step = (exchange) => {
  const { prepared, request, operation } = exchange;
  if (prepared.type === "query") return;
  const given = [
    ...(request.headersDistinct["idempotency-key"] ?? []),
    ...(operation.idempotencyKey === undefined ? [] : [operation.idempotencyKey]),
  ];
  if (given.length === 0) return;
  const [key = "", other] = new Set(given);
  if (other !== undefined) throw invalid("The request carries two different Idempotency-Keys.", "Send one.");
  if (!printable.test(key)) throw invalid("An Idempotency-Key has 1-255 printable ASCII characters.", "Send for example a random UUID.");
  if (prepared.rootFields.length > 1)
    throw invalid(
      "An Idempotency-Key belongs to one operation, and this request has several.",
      "Send each mutation in a request of its own.",
    );
  exchange.idempotencyKey = key;
};

function invalid(message: string, fix: string): Refusal {
  return new Refusal("idempotency_key_invalid", message, { fix });
}
