import { channelOfPlacement } from "../domain/channels.js";
import { ownReward, withReward } from "../domain/reward-offers.js";
import type { FormPlacementResolvers } from "../generated/types.js";
import type { Context } from "./context.js";
import { offersOf, placementById, shortLinkOf } from "./loaders.js";

export const FormPlacement: FormPlacementResolvers = {
  __resolveReference: ({ rowId }, context) => placementById(context, rowId),
  placementId: ({ rowId }) => rowId,
  channel: (placement) => channelOfPlacement(placement),
  tierNoteResolved: ({ formId, tierNoteText }, _given, context) => resolved(context, formId, tierNoteText, "quick"),
  upsellResolved: ({ formId, upsellText }, _given, context) => resolved(context, formId, upsellText, "enhanced"),
  shortLink: ({ rowId }, _given, context) => shortLinkOf(context, rowId),
};

async function resolved(context: Context, formId: string, text: string | null, tier: "quick" | "enhanced"): Promise<string | null> {
  return text === null ? null : withReward(text, ownReward(await offersOf(context, formId), tier));
}
