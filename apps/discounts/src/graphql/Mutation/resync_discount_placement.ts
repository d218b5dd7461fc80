import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { markPushPending } from "../../db/write-placements.js";
import { isPushed } from "../../domain/placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateCodes } from "../../services/codes/write.js";
import { completePlacement, emitSyncRequested, lockPlacement } from "../../services/placements/placements.js";

export const resync_discount_placement: NonNullable<MutationResolvers["resync_discount_placement"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const placement = await lockPlacement(write, input.placementId, ["input", "placementId"]);
    if (!placement) return throwUserErrors(write);
    if (isPushed(placement)) {
      await markPushPending(write, placement.rowId);
      emitSyncRequested(write, placement);
    }
    return { placement: await completePlacement(write, placement.rowId) };
  });
