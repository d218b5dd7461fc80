import { dryRunHeader, parseDryRun } from "@offergraph/shared/access/dry-run";
import type { OperationContext, RequestContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/**
 * Reads the header Dry-Run, or the tool argument `dry_run`. The value must also be valid for a query, which ignores it, because a query
 * changes nothing. A dry run needs no Idempotency-Key, so the services do not get the key.
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

/** Throws RequestError dry_run_invalid if a value is invalid, or if the values contradict each other. */
function asksForDryRun({ headers, headersDistinct }: RequestContext["request"], argument?: string): boolean {
  if (headers[dryRunHeader] === undefined && argument === undefined) return false;
  const given = [...(headersDistinct[dryRunHeader] ?? []), ...(argument === undefined ? [] : [argument])];
  const [mode, ...others] = new Set(given.map(parseDryRun));
  if (mode === undefined || others.length > 0)
    throw new RequestError("dry_run_invalid", "The request does not say clearly whether it is a dry run.", {
      fix: "Send the header `Dry-Run: true` or the tool argument `dry_run: true`. To apply the changes, omit both.",
    });
  return mode;
}
