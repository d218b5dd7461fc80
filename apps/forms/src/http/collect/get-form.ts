import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { readPromisesOf } from "../../db/rewards.js";
import type { TriggerRow } from "../../db/rows.js";
import { readTriggersOf } from "../../db/triggers.js";
import type { CollectDeps } from "../../deps.js";
import { placementFor } from "../../domain/access-key.js";
import { promisedText } from "../../domain/copy.js";
import { ownReward, rewardOffers } from "../../domain/reward-offers.js";
import { answerJson } from "./answer.js";
import { refuseRepeat } from "./answered.js";
import { loadPlacement } from "./load-placement.js";
import { closedForm } from "./refusals.js";

/** GET /v1/collect/{publicKey}: returns the visitor's form with its triggers. */
export async function getForm(collecting: CollectDeps, visit: PublicRequest): Promise<RouteAnswer> {
  const now = collecting.clock.now();
  const { asked, others } = await loadPlacement(collecting, visit, now);
  const visitorId = visitorOf(visit);
  const chosen = placementFor(visitorId, asked, others, now);
  const { workspaceId, formId, formSlug, publishedVariantId, tierNoteText, upsellText } = chosen;
  const { viewType, priority, returningEnabled } = chosen;
  const read = collecting.readIn(workspaceId);
  await refuseRepeat(read, chosen, { formId, visitorId });
  const [variant, triggers, promised] = await Promise.all([
    publishedVariantId === null ? undefined : collecting.variant(workspaceId, publishedVariantId),
    readTriggersOf(read, [formId]),
    readPromisesOf(read, [formId]),
  ]);
  if (!variant) throw new Error(`Invariant violated: no version for published form ${formId}.`);
  if (!(await collecting.isOfferable(workspaceId, variant))) throw closedForm();
  const promises = promised.get(formId) ?? [];
  return answerJson(200, {
    form: { formSlug, formVariantId: variant.rowId, model: variant.model, viewType, priority, returningEnabled },
    triggers: (triggers.get(formId) ?? []).map(visibleTrigger),
    copy: {
      tierNoteText: promisedText(tierNoteText, ownReward(promises, "quick")),
      upsellText: promisedText(upsellText, ownReward(promises, "enhanced")),
    },
    rewards: rewardOffers(promises),
  });
}

function visitorOf({ url }: PublicRequest): string | undefined {
  const visitorId = url.searchParams.get("visitorId");
  if (visitorId !== null && (visitorId.trim() === "" || visitorId.length > 255))
    throw new HttpError(400, "BAD_USER_INPUT", "visitorId must be a string of 1-255 characters.");
  return visitorId ?? undefined;
}

/** Returns a trigger with the fields of its type only. */
function visibleTrigger({ type, matches, delay_ms: delayMs, percent, selector }: TriggerRow): object {
  const settings = Object.entries({ matches, delayMs, percent, selector }).filter(([, value]) => value !== null);
  return { type, ...Object.fromEntries(settings) };
}
