import { dryRunHeader, parseDryRun } from "@offergraph/shared/access/dry-run";
import { headerValues } from "../http/header-values.js";
import type { OperationContext, RequestContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/**
 * Reads the header Dry-Run, or the tool argument `dry_run`. For a query, only validates the value. Services do not get the Idempotency-Key
 * of a dry run.
 */
export const readDryRun: Middleware<OperationContext> = (context) => {
  const { prepared, request, operation } = context;
  if (!asksForDryRun(request, operation.dryRun) || prepared.type === "query") return;
  context.isDryRun = true;
  context.idempotencyKey = undefined;
};

/** Rejects dry runs of proxied routes, because only mutations can be rolled back. */
export const refuseDryRun: Middleware<RequestContext> = ({ request }) => {
  if (asksForDryRun(request))
    throw new RequestError("dry_run_not_supported", "This path does not support dry runs. Nothing was changed.", {
      fix: "Send the request without the header Dry-Run.",
    });
};

/** True if the request asks for a dry run. Throws RequestError dry_run_invalid for invalid or contradicting values. */
function asksForDryRun(request: RequestContext["request"], argument?: string): boolean {
  if (request.headers[dryRunHeader] === undefined && argument === undefined) return false;
  const given = [...headerValues(request, dryRunHeader), ...(argument === undefined ? [] : [argument])];
  const [mode, ...others] = new Set(given.map(parseDryRun));
  if (mode === undefined || others.length > 0)
    throw new RequestError("dry_run_invalid", "The header Dry-Run or the argument dry_run has an invalid or contradictory value.", {
      fix: "Send the header `Dry-Run: true` or the tool argument `dry_run: true`. To apply the changes, omit the header and the argument.",
    });
  return mode;
}
