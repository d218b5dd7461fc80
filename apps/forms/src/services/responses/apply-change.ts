import type { CollectedRow } from "../../db/responses.js";
import { isOpen } from "../../domain/access-key.js";
import { mergedAnswers } from "../../domain/collect-body.js";
import { checkLength } from "../../domain/collect-fields.js";
import { answeredCustomer } from "../../domain/customer-question.js";
import { responseStatuses, valueOfOrdinal } from "../../domain/ordinals.js";
import { customerQuestionOf } from "../../domain/placement-config.js";
import { trustOf } from "../../domain/trust.js";
import { VisitorError } from "../../domain/visitor-error.js";
import { attributeAgain } from "./attribution.js";
import type { ResponseChange } from "./change-response.js";
import { customerFor, customerOf, expectsVerification } from "./customer.js";
import { type LoadedResponse, refuseRepeat } from "./load-placement.js";
import { trustSignals } from "./trust-signals.js";

/** Applies a change to a response that has no outcome, and returns the changed response. Throws if the form is closed. */
export async function applyOpenChange(change: ResponseChange): Promise<CollectedRow> {
  const { deps, request, now, loaded, body, isVerified, isServer, violations } = change;
  const { response, form, published } = loaded;
  const { workspaceId, rowId, formVariantId } = response;
  if (!form || !isOpen({ ...form, published }, now)) throw new VisitorError("FORM_CLOSED");
  const outcome = body.outcome ?? undefined;
  const changed: CollectedRow = {
    ...response,
    ...(body.customer && customerFor(response, body.customer, isVerified, violations)),
    verificationExpected: response.verificationExpected || expectsVerification(loaded),
    answers: mergedAnswers(response.answers, body.answers ?? {}),
    honeypotFilled: body.trap == null ? response.honeypotFilled : response.honeypotFilled === true || body.trap !== "",
  };
  if (!body.answers && !outcome) return changed;
  changed.serverSigned = isServer;
  if (!checkLength(changed.answers, ["answers"], violations)) return changed;

  const variant = await deps.variant(workspaceId, formVariantId);
  if (!variant) throw new Error(`Invariant violated: no form version ${formVariantId} for response ${rowId}.`);
  const given = { workspaceId, variant, answers: changed.answers, ends: outcome === "COMPLETE" };
  const { answers, scale, texts } = await deps.surveys.checkAnswers(given, ["answers"], violations);
  if (!outcome || violations.any) return changed;
  if (outcome === "COMPLETE") await refuseRepeat(deps.readerOf(workspaceId), form, response);

  const ended: CollectedRow = {
    ...changed,
    ...customerByAnswer(changed, answers, loaded.ownConfig),
    answers,
    status: responseStatuses.indexOf(outcome),
    completedAt: now.toISOString(),
    ...(await attributeAgain(deps.referencesOf(workspaceId), changed)),
  };
  const seen = { now, outcome: ended.status, userAgent: request.userAgent ?? null, scale, texts };
  const { score, reasons, version } = trustOf(await trustSignals(deps, ended, seen));
  return { ...ended, trustScore: score, trustReasons: reasons, trustVersion: version };
}

/**
 * Returns the unverified customer from the answer to the question `customer_question_key`. Returns undefined if the response already has a
 * customer.
 */
function customerByAnswer(response: CollectedRow, answers: CollectedRow["answers"], config: LoadedResponse["ownConfig"]) {
  const key = customerQuestionOf(config ?? {});
  const customer = key === null || response.customerId !== null ? undefined : answeredCustomer(answers, key);
  return customer && customerOf(response.workspaceId, customer, false);
}

/**
 * Applies a change to a response that has an outcome, and returns the changed response. After the outcome, a change can only set or verify
 * the customer.
 */
export function applyClosedChange({ loaded, body, isVerified, violations }: ResponseChange): CollectedRow {
  const { response } = loaded;
  const { answers, customer, outcome } = body;
  const status = valueOfOrdinal(responseStatuses, response.status);
  const wanted = outcome ?? undefined;
  if (wanted !== undefined && wanted !== status)
    violations.add(["outcome"], "INVALID_TRANSITION", `The response is already ${status}; its outcome cannot change.`);
  else if (wanted === undefined && answers)
    violations.add(["answers"], "INVALID_TRANSITION", `The response is already ${status} and accepts no more answers.`);
  return customer ? { ...response, ...customerFor(response, customer, isVerified, violations) } : response;
}
