import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { type LookUp, onlyOne } from "@offergraph/shared/errors/look-up-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { incentiveStatuses } from "../domain/ranks.js";
import { incentiveColumns } from "./columns.js";
import type { IncentiveRow } from "./rows.js";

// Deleted incentives are never returned; only their grants remain visible.

export function readIncentives(read: Read, ids: readonly string[]): Promise<IncentiveRow[]> {
  return read<IncentiveRow>(sql`
    SELECT ${incentiveColumns} FROM incentives i WHERE i.row_id = ANY(${ids}::uuid[]) AND i.deleted_at IS NULL`);
}

/** Locks the incentive with this id or exact name. */
export async function lockIncentiveMeant(read: Read, ref: Ref): Promise<LookUp<IncentiveRow>> {
  const { id, name } = readRef(ref);
  const condition = name === undefined ? sql`i.row_id = ${id}::uuid` : sql`i.name = ${name}`;
  return onlyOne(
    await read<IncentiveRow>(sql`
      SELECT ${incentiveColumns} FROM incentives i WHERE ${condition} AND i.deleted_at IS NULL ORDER BY i.row_id LIMIT 2 FOR UPDATE`),
  );
}

/** Reads incentives, newest first, by form id. */
export async function readIncentivesOf(read: Read, formIds: readonly string[]): Promise<Map<string, IncentiveRow[]>> {
  const rows = await read<IncentiveRow & { formId: string }>(sql`
    SELECT ${incentiveColumns} FROM incentives i WHERE i.form_id = ANY(${formIds}::uuid[]) AND i.deleted_at IS NULL
    ORDER BY i.created_at DESC, i.row_id`);
  return groupBy(rows, ({ formId }) => formId);
}

/** Counts a form's other ACTIVE incentives. */
export async function countActiveBeside(read: Read, formId: string, incentiveId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM incentives i
    WHERE i.form_id = ${formId}::uuid AND i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL
      AND i.row_id <> ${incentiveId}::uuid`);
  return row?.count ?? 0;
}

/** Reads the highest minTrustScore of a form's ACTIVE incentives; null for a deleted form. */
export async function readTrustFloor(read: Read, formId: string): Promise<number | null> {
  const [row] = await read<{ floor: number | null }>(sql`
    SELECT max(i.min_trust_score) AS floor FROM incentives i
    WHERE i.form_id = ${formId}::uuid AND i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL
      AND NOT EXISTS (${deletedForm(formId)})`);
  return row?.floor ?? null;
}

export async function isDeletedForm(read: Read, formId: string | null): Promise<boolean> {
  return formId !== null && (await read(deletedForm(formId))).length > 0;
}

const deletedForm = (formId: string) => sql`SELECT FROM form_references f WHERE f.row_id = ${formId}::uuid AND f.is_deleted`;
