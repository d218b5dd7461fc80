import { isDeepStrictEqual } from "node:util";
import {
  formResponseAbandoned,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import { type CollectedRow, updateResponse } from "../../db/responses.js";
import type { FormsDeps } from "../../deps.js";
import type { Change } from "../../domain/collect-body.js";
import { maxFound } from "../../domain/collect-fields.js";
import { responseStatuses, valueOfOrdinal } from "../../domain/ordinals.js";
import { VisitorError } from "../../domain/visitor-error.js";
import type { Tx } from "../../tx.js";
import { responseDataOf } from "../forms/event-data.js";
import { isFromServer, type SignedRequest } from "../secrets/placement-secrets.js";
import { applyClosedChange, applyOpenChange } from "./apply-change.js";
import { verifyCustomer } from "./customer.js";
import { type LoadedResponse, loadResponse } from "./load-placement.js";
import type { VisitorRequest } from "./visitor-request.js";

export interface ResponseChange {
  deps: FormsDeps;
  request: VisitorRequest;
  now: Date;
  loaded: LoadedResponse;
  body: Change;
  /** True if the body contains a valid signature of the customer reference. */
  isVerified: boolean;
  /** True if the shop's server signed the request. */
  isServer: boolean;
  violations: Violations;
}

/** The request's body. `body` has the type `Change` only if `violations` is empty. */
export interface ReadChange {
  body: Change;
  signed: SignedRequest;
  violations: Violations;
}

interface Changed {
  response: CollectedRow;
  /** The requested outcome. */
  outcome?: Change["outcome"];
  userErrors?: readonly UserError[];
}

// Limits the time, not the attempts: a write fails if another replica changed the same response, and another
// replica can change the response first many times in a row. Within this process, `deps.turns` applies the changes to a response one after another.
const timeoutMs = 10_000;

const busy = () => new VisitorError("UNAVAILABLE", "Too many concurrent changes to this response. Retry in 5 seconds.");

/** Changes the answers, customer or outcome of a response. Reads the request body only if the response exists. */
export function changeResponse(
  deps: FormsDeps,
  request: VisitorRequest,
  id: string,
  readBody: () => Promise<ReadChange>,
): Promise<Changed> {
  return deps.turns.runExclusive(`${request.publicKey} ${id}`, timeoutMs, busy, async () => {
    let loaded = await loadResponse(deps, request, id);
    const { body, signed, violations } = await readBody();
    const startedAt = performance.now();
    if (violations.any) return { response: loaded.response, userErrors: violations.list };
    const { placementId, workspaceId } = loaded;
    const signing = { workspaceId, placementId, now: deps.clock.now() };
    const isServer = await isFromServer(deps, signing, signed);
    const isVerified = await verifyCustomer(deps, signing, body.customer, violations);
    for (;;) {
      const found = new Violations({ most: maxFound });
      for (const { field, code, message } of violations.list) found.add(field, code, message);
      const now = deps.clock.now();
      const changed = await tryChange({ deps, request, now, loaded, body, isVerified, isServer, violations: found });
      if (changed) return changed;
      if (performance.now() - startedAt > timeoutMs) throw busy();
      loaded = await loadResponse(deps, request, id);
    }
  });
}

/** Returns undefined, without a write, if another request has changed the response since `loaded` was read. */
async function tryChange(change: ResponseChange): Promise<Changed | undefined> {
  const { deps, request, now, loaded, body, violations } = change;
  const { response, version } = loaded;
  const { outcome } = body;
  const isOpen = valueOfOrdinal(responseStatuses, response.status) === "INCOMPLETE";
  const wanted = isOpen ? await applyOpenChange(change) : applyClosedChange(change);
  if (violations.any) return { response, userErrors: violations.list };
  if (isDeepStrictEqual(wanted, response)) return { response, outcome };
  const { rowId, workspaceId } = response;
  const { requestId, traceparent } = request;
  const isWritten = await deps.database.transaction({ workspaceId, now, requestId, traceparent, emits: responseEvents }, async (tx) => {
    const changed = { ...wanted, updatedAt: now.toISOString() };
    if (!(await updateResponse(tx, changed, version))) return false;
    emitResponseEvents(tx, response, changed);
    return true;
  });
  if (!isWritten) return undefined;
  request.log.info({ operation: "change_response", workspaceId, recordIds: [rowId] }, "written");
  return { response: wanted, outcome };
}

export const responseEvents = [formResponseCompleted, formResponseSkipped, formResponseAbandoned, formResponseCustomerIdentified] as const;

/**
 * Emits an event if the response gets an outcome or is abandoned. Also emits an event if the customer becomes known or verified after the
 * response has ended.
 */
export function emitResponseEvents(tx: Tx<(typeof responseEvents)[number]>, before: CollectedRow, after: CollectedRow): void {
  const { rowId, customerId, customerRef, customerVerified } = after;
  const outcome = valueOfOrdinal(responseStatuses, after.status);
  const isNewlyKnown = before.customerId === null || (customerVerified && !before.customerVerified);
  const isIdentified = isNewlyKnown && customerId !== null && customerRef !== null;
  if (outcome === "INCOMPLETE") {
    const isNews = after.abandonedAt !== null && (before.abandonedAt === null || isIdentified);
    if (isNews) tx.emit(formResponseAbandoned, rowId, responseDataOf(after, outcome));
    return;
  }
  const data = responseDataOf(after, outcome);
  if (before.status !== after.status) tx.emit(outcome === "COMPLETE" ? formResponseCompleted : formResponseSkipped, rowId, data);
  else if (isIdentified) tx.emit(formResponseCustomerIdentified, rowId, { ...data, customerId, customerRef });
}
