import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

const refusals = ["idempotency_key_reused", "idempotency_key_in_use"] as const;

/** Runs the operation. What its service refuses for its Idempotency-Key was not executed, and is answered as such. */
export const execute: Step = async (exchange) => {
  const { prepared, variables, subgraphHeaders, requestId } = exchange;
  // Whoever leaves before the answer needs none: what was still to be read is given up. A mutation is carried through.
  const leaving = new AbortController();
  exchange.response.once("close", () => exchange.response.writableEnded || leaving.abort());
  const { body, errorCodes } = await prepared.execute(variables, {
    headers: subgraphHeaders,
    sign: exchange.signRequest,
    requestId,
    signal: leaving.signal,
    // Bound loggers are not cheap, and most requests need none.
    get log() {
      return exchange.log;
    },
  });
  const refusal = exchange.idempotencyKey !== undefined && refusals.find((code) => errorCodes.includes(code));
  if (refusal) throw new Refusal(refusal, messageOf(body, refusal), { fix: fixes[refusal] });
  exchange.errorCodes = errorCodes;
  exchange.answer = await exchange.transport.answer(exchange, body);
};

const fixes = {
  idempotency_key_reused: "Use a new Idempotency-Key for another input; the same key only repeats the same request.",
  idempotency_key_in_use: "The first request with this key is still running: send the same request again in a moment.",
};

function messageOf(body: string | Buffer, code: string): string {
  const { errors } = JSON.parse(body.toString()) as { errors: { message: string; extensions: { code: string } }[] };
  return errors.find(({ extensions }) => extensions.code === code)?.message ?? "";
}
