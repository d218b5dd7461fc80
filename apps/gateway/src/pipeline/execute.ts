import { dryRunHeader } from "@offergraph/shared/access/dry-run";
import { graphqlRequest, principalHeader } from "@offergraph/shared/access/principal";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { Disconnection } from "../supergraph/execute/disconnection.js";
import type { OperationContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/** Sets the headers of subgraph requests (request id, trace, Idempotency-Key). Sets the function that signs the principal (the caller). */
export const signPrincipal: Middleware<OperationContext> = (context) => {
  const { requestId, traceparent, idempotencyKey, isDryRun } = context;
  context.subgraphHeaders = {
    "x-request-id": requestId,
    [traceparentHeader]: traceparent,
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  const identify = context.identify();
  context.signRequest = (service, body, isMutation) => {
    const isDry = isDryRun && isMutation;
    return [principalHeader, identify(graphqlRequest(service, body, isDry)), ...(isDry ? [dryRunHeader, "true"] : [])];
  };
};

/**
 * Values of `fix` for service errors that make the whole request fail. A mutation that fails with one of these error codes has changed
 * nothing.
 */
const refusals = {
  dry_run_not_supported: "Update the service, or send the request without a dry run.",
  idempotency_key_reused: "Use a new Idempotency-Key for different input. Reuse an Idempotency-Key only to repeat the same request.",
  idempotency_key_in_use: "The first request with this Idempotency-Key is still running. Retry the same request in a moment.",
};

/**
 * Executes the operation. Throws RequestError if the Idempotency-Key belongs to a different or unfinished request. Throws RequestError if a
 * service does not support dry runs.
 */
export const execute: Middleware<OperationContext> = async (context) => {
  const { prepared, variables, subgraphHeaders, requestId, response } = context;
  // If the client disconnects, the gateway aborts queries but completes mutations.
  const disconnection = new Disconnection();
  response.once("close", () => response.writableEnded || disconnection.disconnect());
  const { body, errorCodes } = await prepared.execute(variables, {
    headers: subgraphHeaders,
    sign: context.signRequest,
    requestId,
    traceparent: context.span?.traceparent,
    disconnection,
    isDryRun: context.isDryRun,
    // `log` is a getter, because creating a child logger is expensive and most requests do not log.
    get log() {
      return context.log;
    },
  });
  if (context.idempotencyKey !== undefined || context.isDryRun)
    for (const code of ["idempotency_key_reused", "idempotency_key_in_use", "dry_run_not_supported"] as const)
      if (errorCodes.includes(code)) throw new RequestError(code, messageOf(body, code), { fix: refusals[code] });
  context.errorCodes = errorCodes;
  context.body = body;
};

/**
 * Logs each mutation, and each query whose response contains errors. Logs successful queries only if `logsAll` is true, because a log line
 * is expensive.
 */
export const logOperation: Middleware<OperationContext> = (context) => {
  if (context.isRejected) return;
  const { type, operations } = context.summary;
  const { isDryRun } = context;
  const errorCodes = [...new Set(context.errorCodes)];
  if (type !== "mutation" && errorCodes.length === 0 && !context.gateway.logsAll) return;
  const durationMs = Math.round((performance.now() - context.startedAt) * 10) / 10;
  const errors = errorCodes.length > 0 ? { errorCodes } : {};
  context.log.info(
    { type, operations, durationMs, ...(isDryRun && { dryRun: true }), ...errors },
    type === "mutation" ? "Mutation executed" : "Query executed",
  );
};

function messageOf(body: string | Buffer, code: string): string {
  const { errors } = JSON.parse(body.toString()) as { errors: { message: string; extensions: { code: string } }[] };
  return errors.find(({ extensions }) => extensions.code === code)?.message ?? "";
}
