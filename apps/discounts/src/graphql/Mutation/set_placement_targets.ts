import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { readTargetsOf } from "../../db/placements.js";
import { markPushPending } from "../../db/write-placements.js";
import { replaceTargets } from "../../db/write-targets.js";
import { readTargets, sameTargets } from "../../domain/targets.js";
import type { MutationResolvers } from "../../generated/types.js";
import { findConnections } from "../../services/codes/prepare.js";
import { mutateCodes } from "../../services/codes/write.js";
import { completePlacement, lockPlacement, placementsChanged } from "../../services/placements/placements.js";

export const set_placement_targets: NonNullable<MutationResolvers["set_placement_targets"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const { violations } = write;
    const path = ["input", "connectionId"];
    const connectionId = input.connectionId.toLowerCase();
    const targets = readTargets(input.targets, ["input", "targets"], violations);
    const placement = await lockPlacement(write, input.placementId, ["input", "placementId"]);
    await findConnections(write, [{ connectionId, child: null, path }]);
    if (!placement) return throwUserErrors(write);
    if (placement.connectionId !== connectionId && !violations.has(path))
      violations.add(path, "INVALID", "connectionId must be the placement's connection.");
    write.check();
    const { rowId, discountCodeId } = placement;
    const current = (await readTargetsOf(write.read, [rowId])).get(rowId) ?? [];
    if (!sameTargets(current, targets)) {
      await replaceTargets(write, rowId, targets);
      await markPushPending(write, rowId);
      await placementsChanged(write, discountCodeId);
    }
    return { placement: await completePlacement(write, rowId) };
  });
