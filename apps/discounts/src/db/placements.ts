import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { connectionColumns, partnerColumns, placementColumns } from "./columns.js";
import type { ConnectionRow, PartnerRow, PlacementRow, TargetRow } from "./rows.js";

/** Returns placements by discount code id, oldest first. */
export async function readPlacementsOf(read: Read, codeIds: readonly string[]): Promise<Map<string, PlacementRow[]>> {
  const rows = await read<PlacementRow>(sql`
    SELECT ${placementColumns} FROM placements p WHERE p.discount_code_id = ANY(${codeIds}::uuid[])
    ORDER BY p.discount_code_id, p.created_at, p.row_id`);
  return groupBy(rows, ({ discountCodeId }) => discountCodeId);
}

export function readPlacementRows(read: Read, ids: readonly string[]): Promise<PlacementRow[]> {
  return read<PlacementRow>(sql`SELECT ${placementColumns} FROM placements p WHERE p.row_id = ANY(${ids}::uuid[])`);
}

/** Returns targets by placement id, in the given order. */
export async function readTargetsOf(read: Read, placementIds: readonly string[]): Promise<Map<string, TargetRow[]>> {
  const rows = await read<TargetRow & { placementId: string }>(sql`
    SELECT t.placement_id AS "placementId", t.kind, t.external_ref AS "externalRef", t.title FROM placement_targets t
    WHERE t.placement_id = ANY(${placementIds}::uuid[]) ORDER BY t.placement_id, t.position`);
  return groupBy(rows, ({ placementId }) => placementId);
}

/** Returns the targets of all placements of a code: the oldest placement first, each in the given order. */
export function readTargetsOfCode(read: Read, codeId: string): Promise<TargetRow[]> {
  return read<TargetRow>(sql`
    SELECT t.placement_id AS "placementId", t.kind, t.external_ref AS "externalRef", t.title
    FROM placements p JOIN placement_targets t ON t.workspace_id = p.workspace_id AND t.placement_id = p.row_id
    WHERE p.discount_code_id = ${codeId}::uuid ORDER BY p.created_at, p.row_id, t.position`);
}

export function readConnections(read: Read, ids: readonly string[]): Promise<ConnectionRow[]> {
  return read<ConnectionRow>(sql`SELECT ${connectionColumns} FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
}

export function readPartners(read: Read, ids: readonly string[]): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`SELECT ${partnerColumns} FROM partners r WHERE r.row_id = ANY(${ids}::uuid[])`);
}

/** Returns the ids of partners with this name, or this @handle (case is ignored). At most two, enough to detect ambiguity. */
export async function readPartnerIdsByName(read: Read, name: string): Promise<string[]> {
  const byHandle = name.startsWith("@") ? sql` OR r.handle_key = ${name.slice(1).toLowerCase()}` : sql``;
  const rows = await read<{ id: string }>(sql`SELECT r.row_id AS id FROM partners r WHERE r.name = ${name}${byHandle} LIMIT 2`);
  return rows.map(({ id }) => id);
}
