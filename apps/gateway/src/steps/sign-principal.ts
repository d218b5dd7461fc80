import { graphqlRequest, principalHeader } from "@offergraph/shared/access/principal";
import { passOnTraceparent, traceparentHeader } from "@offergraph/shared/telemetry/trace";
import type { Step } from "./step.js";

/** Sets the subgraph headers: request id, trace, Idempotency-Key, and the function that signs the principal for each request. */
export const signPrincipal: Step = (exchange) => {
  const { requestId, request, idempotencyKey } = exchange;
  const given = request.headers[traceparentHeader];
  exchange.subgraphHeaders = {
    "x-request-id": requestId,
    [traceparentHeader]: passOnTraceparent(typeof given === "string" ? given : undefined),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  const identify = exchange.identify();
  exchange.signRequest = (service, body) => [principalHeader, identify(graphqlRequest(service, body))];
};
