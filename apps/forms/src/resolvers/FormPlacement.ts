import { channelOfPlacement } from "../domain/channels.js";
import { withoutIncentive } from "../domain/copy.js";
import type { FormPlacementResolvers } from "../generated/types.js";
import { placementById, shortLinkOf } from "../loaders.js";

export const FormPlacement: FormPlacementResolvers = {
  __resolveReference: ({ rowId }, context) => placementById(context, rowId),
  placementId: ({ rowId }) => rowId,
  channel: (placement) => channelOfPlacement(placement),
  tierNoteResolved: ({ tierNoteText }) => withoutIncentive(tierNoteText),
  upsellResolved: ({ upsellText }) => withoutIncentive(upsellText),
  shortLink: ({ rowId }, _given, context) => shortLinkOf(context, rowId),
};
