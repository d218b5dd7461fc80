import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { placementColumns } from "./columns.js";
import type { PlacementRow } from "./rows.js";

export function readPlacements(read: Read, ids: readonly string[]): Promise<PlacementRow[]> {
  return read<PlacementRow>(sql`SELECT ${placementColumns} FROM form_placements p WHERE p.row_id = ANY(${ids}::uuid[])`);
}

/** Placements by form id, oldest first. */
export async function readPlacementsOf(read: Read, formIds: readonly string[]): Promise<Map<string, PlacementRow[]>> {
  const rows = await read<PlacementRow>(sql`
    SELECT ${placementColumns} FROM form_placements p WHERE p.form_id = ANY(${formIds}::uuid[]) ORDER BY p.form_id, p.created_at, p.row_id`);
  return groupBy(rows, ({ formId }) => formId);
}

export async function lockPlacement(read: Read, id: string): Promise<PlacementRow | undefined> {
  const [placement] = await read<PlacementRow>(sql`
    SELECT ${placementColumns} FROM form_placements p WHERE p.row_id = ${id}::uuid FOR UPDATE`);
  return placement;
}
