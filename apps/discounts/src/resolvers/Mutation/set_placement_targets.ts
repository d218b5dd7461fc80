import { throwUserErrors } from "@offergraph/shared/subgraph/reject-with";
import { readTargetsOf } from "../../data/placements.js";
import { markPushPending } from "../../data/write-placements.js";
import { replaceTargets } from "../../data/write-targets.js";
import { readTargets, sameTargets } from "../../domain/targets.js";
import type { MutationResolvers } from "../../generated/types.js";
import { completePlacement, lockPlacement, placementsChanged } from "../../writes/placements.js";
import { findConnections } from "../../writes/prepare.js";
import { mutateCodes } from "../../writes/write.js";

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
