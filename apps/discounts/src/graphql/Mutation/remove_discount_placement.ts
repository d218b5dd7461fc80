import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { deletePlacement } from "../../db/write-placements.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateCodes } from "../../services/codes/write.js";
import { lockPlacement, placementsChanged } from "../../services/placements/placements.js";

export const remove_discount_placement: NonNullable<MutationResolvers["remove_discount_placement"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const placement = await lockPlacement(write, input.placementId, ["input", "placementId"]);
    if (!placement) return throwUserErrors(write);
    await deletePlacement(write, placement.rowId);
    await placementsChanged(write, placement.discountCodeId);
    return { deletedId: placement.rowId };
  });
