import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { deletePlacement } from "../../db/placements.js";
import { codeWarnings, warningsOfCodes } from "../../domain/warnings.js";
import { lockPlacement, placementsChanged } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const remove_discount_placement: MutationField<"remove_discount_placement"> = mutation(
  { emits: [discountCodeUpdated], warns: codeWarnings },
  async (tx, { input }) => {
    const placement = await lockPlacement(tx, input.placementId);
    if (!placement) return throwUserErrors(tx);
    await deletePlacement(tx, placement.rowId);
    tx.warn(...warningsOfCodes([await placementsChanged(tx, placement.discountCodeId)], undefined, tx.now));
    return { deletedId: placement.rowId };
  },
);
