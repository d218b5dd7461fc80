import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { markPushesPending, readTargetsOf, replaceTargets } from "../../db/placements.js";
import { readTargets, sameTargets } from "../../domain/targets.js";
import { findConnections } from "../../services/codes/create-code.js";
import { completePlacement, lockPlacement, placementsChanged } from "../../services/placements/placements.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_placement_targets: MutationField<"set_placement_targets"> = mutation(
  { emits: [discountCodeUpdated] },
  async (tx, { input }) => {
    const { errors } = tx;
    const path = ["input", "connectionId"];
    const connectionId = input.connectionId.toLowerCase();
    const targets = readTargets(input.targets, ["input", "targets"], errors);
    const placement = await lockPlacement(tx, input.placementId);
    await findConnections(tx, [{ connectionId, child: null, path }]);
    if (!placement) return throwUserErrors(tx);
    if (placement.connectionId !== connectionId && !errors.has(path))
      errors.add(path, "INVALID", "connectionId must be the id of the placement's connection.");
    tx.check();
    const { rowId, discountCodeId } = placement;
    const current = (await readTargetsOf(tx.sql, [rowId])).get(rowId) ?? [];
    if (!sameTargets(current, targets)) {
      await replaceTargets(tx, rowId, targets);
      await markPushesPending(tx, { rowId });
      await placementsChanged(tx, discountCodeId);
    }
    return { placement: await completePlacement(tx, rowId) };
  },
);
