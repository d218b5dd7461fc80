import { throwUserErrors } from "@offergraph/shared/subgraph/reject-with";
import { markPushPending } from "../../data/write-placements.js";
import { isPushed } from "../../domain/placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { completePlacement, emitSyncRequested, lockPlacement } from "../../writes/placements.js";
import { mutateCodes } from "../../writes/write.js";

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
