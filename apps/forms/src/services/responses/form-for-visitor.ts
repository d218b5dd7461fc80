import { readOffersOf } from "../../db/rewards.js";
import type { TriggerRow } from "../../db/rows.js";
import { readTriggersOf } from "../../db/triggers.js";
import type { FormsDeps } from "../../deps.js";
import { placementFor } from "../../domain/access-key.js";
import { ownReward, promisedText, rewardOffers } from "../../domain/reward-offers.js";
import { VisitorError } from "../../domain/visitor-error.js";
import { type LoadedPlacement, refuseRepeat } from "./load-placement.js";

export async function formForVisitor(deps: FormsDeps, { asked, others }: LoadedPlacement, visitorId: string | undefined) {
  const chosen = placementFor(visitorId, asked, others, deps.clock.now());
  const { workspaceId, formId, formSlug, publishedVariantId, tierNoteText, upsellText } = chosen;
  const { viewType, priority, returningEnabled } = chosen;
  const read = deps.readerOf(workspaceId);
  await refuseRepeat(read, chosen, { formId, visitorId });
  const [variant, triggers, promised] = await Promise.all([
    publishedVariantId === null ? undefined : deps.variant(workspaceId, publishedVariantId),
    readTriggersOf(read, [formId]),
    readOffersOf(read, [formId]),
  ]);
  if (!variant) throw new Error(`Invariant violated: no version for published form ${formId}.`);
  if (!(await deps.isOfferable(workspaceId, variant))) throw new VisitorError("FORM_CLOSED");
  const promises = promised.get(formId) ?? [];
  return {
    form: { formSlug, formVariantId: variant.rowId, model: variant.model, viewType, priority, returningEnabled },
    triggers: (triggers.get(formId) ?? []).map(visibleTrigger),
    copy: {
      tierNoteText: promisedText(tierNoteText, ownReward(promises, "quick")),
      upsellText: promisedText(upsellText, ownReward(promises, "enhanced")),
    },
    rewards: rewardOffers(promises),
  };
}

function visibleTrigger({ type, matches, delay_ms: delayMs, percent, selector }: TriggerRow): object {
  const settings = Object.entries({ matches, delayMs, percent, selector }).filter(([, value]) => value !== null);
  return { type, ...Object.fromEntries(settings) };
}
