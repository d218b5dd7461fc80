import { passOnTraceparent, traceparentHeader } from "@offergraph/shared/telemetry/trace";
import type { Step } from "./step.js";

/** What subgraphs are told: on whose behalf the request is, signed, and what ties their logs to ours. Nothing else of the caller's headers. */
export const signPrincipal: Step = (exchange) => {
  const { requestId, request, idempotencyKey } = exchange;
  const given = request.headers[traceparentHeader];
  exchange.subgraphHeaders = {
    ...exchange.vouch(),
    "x-request-id": requestId,
    [traceparentHeader]: passOnTraceparent(typeof given === "string" ? given : undefined),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
};
