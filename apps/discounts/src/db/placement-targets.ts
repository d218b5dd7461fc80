import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Target } from "../domain/targets.js";
import type { Tx } from "../tx.js";
import type { TargetRow } from "./rows.js";

const targetColumns = raw(`t.placement_id AS "placementId", t.kind, t.external_ref AS "externalRef", t.title`);

/** Returns targets by placement id, in the given order. */
export async function readTargetsOf(read: Read, placementIds: readonly string[]): Promise<Map<string, TargetRow[]>> {
  const rows = await read<TargetRow & { placementId: string }>(sql`
    SELECT ${targetColumns} FROM placement_targets t WHERE t.placement_id = ANY(${placementIds}::uuid[]) ORDER BY t.placement_id, t.position`);
  return groupBy(rows, ({ placementId }) => placementId);
}

/** Returns the targets of all placements of a code: the oldest placement first, each in the given order. */
export function readTargetsOfCode(read: Read, codeId: string): Promise<TargetRow[]> {
  return read<TargetRow>(sql`
    SELECT ${targetColumns} FROM placements p JOIN placement_targets t ON t.workspace_id = p.workspace_id AND t.placement_id = p.row_id
    WHERE p.discount_code_id = ${codeId}::uuid ORDER BY p.created_at, p.row_id, t.position`);
}

export async function replaceTargets({ prisma, workspaceId, now }: Tx, placementId: string, targets: readonly Target[]): Promise<void> {
  await prisma.placementTarget.deleteMany({ where: { workspaceId, placementId } });
  await prisma.placementTarget.createMany({ data: targets.map((target, position) => ({ ...target, workspaceId, placementId, position })) });
  await prisma.placement.updateMany({ where: { workspaceId, rowId: placementId }, data: { updatedAt: now } });
}
