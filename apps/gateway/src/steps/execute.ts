import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

const refusals = ["idempotency_key_reused", "idempotency_key_in_use"] as const;

/** Executes the operation. An Idempotency-Key conflict reported by the service becomes an HTTP error. */
export const execute: Step = async (exchange) => {
  const { prepared, variables, subgraphHeaders, requestId } = exchange;
  // If the client disconnects, queries are aborted; mutations complete.
  const leaving = new AbortController();
  exchange.response.once("close", () => exchange.response.writableEnded || leaving.abort());
  const { body, errorCodes } = await prepared.execute(variables, {
    headers: subgraphHeaders,
    sign: exchange.signRequest,
    requestId,
    signal: leaving.signal,
    // Lazy, because child loggers are expensive and rarely needed.
    get log() {
      return exchange.log;
    },
  });
  const refusal = exchange.idempotencyKey !== undefined && refusals.find((code) => errorCodes.includes(code));
  if (refusal) throw new RequestError(refusal, messageOf(body, refusal), { fix: fixes[refusal] });
  exchange.errorCodes = errorCodes;
  exchange.answer = await exchange.transport.answer(exchange, body);
};

const fixes = {
  idempotency_key_reused: "Use a new Idempotency-Key for different input; a key can only repeat the same request.",
  idempotency_key_in_use: "The first request with this key is still running. Retry the same request in a moment.",
};

function messageOf(body: string | Buffer, code: string): string {
  const { errors } = JSON.parse(body.toString()) as { errors: { message: string; extensions: { code: string } }[] };
  return errors.find(({ extensions }) => extensions.code === code)?.message ?? "";
}
