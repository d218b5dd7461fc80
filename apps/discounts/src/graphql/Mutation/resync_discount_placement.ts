import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { placementSyncRequested } from "@offergraph/shared/contracts/events/discounts";
import { markPushesPending } from "../../db/placements.js";
import { completePlacement, emitSyncRequested, isPushed, lockPlacement } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const resync_discount_placement: MutationField<"resync_discount_placement"> = mutation(
  { emits: [placementSyncRequested] },
  async (tx, { input }) => {
    const placement = await lockPlacement(tx, input.placementId);
    if (!placement) return throwUserErrors(tx);
    if (isPushed(placement)) {
      await markPushesPending(tx, { rowId: placement.rowId });
      emitSyncRequested(tx, placement);
    }
    return { placement: await completePlacement(tx, placement.rowId) };
  },
);
