import type { Target } from "../domain/targets.js";
import type { Writing } from "./transaction.js";

export async function replaceTargets(
  { transaction, workspaceId, now }: Writing,
  placementId: string,
  targets: readonly Target[],
): Promise<void> {
  await transaction.placementTarget.deleteMany({ where: { workspaceId, placementId } });
  await transaction.placementTarget.createMany({
    data: targets.map((target, position) => ({ ...target, workspaceId, placementId, position })),
  });
  await transaction.placement.updateMany({ where: { workspaceId, rowId: placementId }, data: { updatedAt: now } });
}
