import { groupBy } from "@offergraph/shared/database/group-by";
import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import { type LookUp, onlyOne } from "@offergraph/shared/errors/look-up";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { incentiveStatuses } from "../domain/ranks.js";
import { incentiveColumns } from "./columns.js";
import type { IncentiveRow } from "./rows.js";

// What was deleted is nowhere to be read; only its grants show that it was.

/** The incentives of these ids that there are, in no order. */
export function readIncentives(read: Read, ids: readonly string[]): Promise<IncentiveRow[]> {
  return read<IncentiveRow>(sql`
    SELECT ${incentiveColumns} FROM incentives i WHERE i.row_id = ANY(${ids}::uuid[]) AND i.deleted_at IS NULL`);
}

/** The incentive that a reference means, locked until the transaction ends; an incentive goes by its exact name. */
export async function lockIncentiveMeant(read: Read, ref: Ref): Promise<LookUp<IncentiveRow>> {
  const { id, name } = readRef(ref);
  const condition = name === undefined ? sql`i.row_id = ${id}::uuid` : sql`i.name = ${name}`;
  return onlyOne(
    await read<IncentiveRow>(sql`
      SELECT ${incentiveColumns} FROM incentives i WHERE ${condition} AND i.deleted_at IS NULL ORDER BY i.row_id LIMIT 2 FOR UPDATE`),
  );
}

/** Incentives, the newest first, by the form whose responses earn them. */
export async function readIncentivesOf(read: Read, formIds: readonly string[]): Promise<Map<string, IncentiveRow[]>> {
  const rows = await read<IncentiveRow & { formId: string }>(sql`
    SELECT ${incentiveColumns} FROM incentives i WHERE i.form_id = ANY(${formIds}::uuid[]) AND i.deleted_at IS NULL
    ORDER BY i.created_at DESC, i.row_id`);
  return groupBy(rows, ({ formId }) => formId);
}

/** How many other incentives of a form are active. */
export async function countActiveBeside(read: Read, formId: string, incentiveId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM incentives i
    WHERE i.form_id = ${formId}::uuid AND i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL
      AND i.row_id <> ${incentiveId}::uuid`);
  return row?.count ?? 0;
}

/** The highest minTrustScore among the active incentives of a form; null for one that was deleted. */
export async function readTrustFloor(read: Read, formId: string): Promise<number | null> {
  const [row] = await read<{ floor: number | null }>(sql`
    SELECT max(i.min_trust_score) AS floor FROM incentives i
    WHERE i.form_id = ${formId}::uuid AND i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL
      AND NOT EXISTS (${deletedForm(formId)})`);
  return row?.floor ?? null;
}

/** Whether this is a form that was deleted. */
export async function isDeletedForm(read: Read, formId: string | null): Promise<boolean> {
  return formId !== null && (await read(deletedForm(formId))).length > 0;
}

const deletedForm = (formId: string) => sql`SELECT FROM form_references f WHERE f.row_id = ${formId}::uuid AND f.is_deleted`;
