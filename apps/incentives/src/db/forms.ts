import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { grantStates, grantTasks, incentiveStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";

export async function keepPublished(tx: Db, form: { rowId: string; status: string; updatedAt: string }): Promise<void> {
  const { rowId, status, updatedAt } = form;
  await tx.sql(sql`
    UPDATE form_references f
    SET unpublished_at = CASE WHEN ${status} = 'PUBLISHED' THEN NULL ELSE coalesce(f.unpublished_at, ${updatedAt}::timestamptz) END
    WHERE f.row_id = ${rowId}::uuid AND f.updated_at = ${updatedAt}::timestamptz`);
}

// PostgreSQL uses the partial index only with a literal, not with a parameter.
const pending = raw(String(grantStates.indexOf("PENDING")));

/** Schedules a task for each PENDING grant of a form. The task fails the grant if the reward was withdrawn. */
export async function schedulePending(tx: Db, formId: string, dueAt: Date): Promise<void> {
  await tx.sql(sql`
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${tx.workspaceId}::uuid, g.row_id, ${grantTasks.indexOf("ISSUE")}::smallint, ${dueAt.toISOString()}::timestamptz
    FROM grants g JOIN form_response_references p ON p.workspace_id = g.workspace_id AND p.row_id = g.form_response_id
    WHERE p.form_id = ${formId}::uuid AND g.state = ${pending} ON CONFLICT DO NOTHING`);
}

const deletedForm = (formId: string) => sql`SELECT FROM form_references f WHERE f.row_id = ${formId}::uuid AND f.is_deleted`;

export async function isDeletedForm(read: Read, formId: string | null): Promise<boolean> {
  return formId !== null && (await read(deletedForm(formId))).length > 0;
}

const activeOf = (formId: string) =>
  sql`i.form_id = ${formId}::uuid AND i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL`;

export async function countOtherActive(read: Read, formId: string, incentiveId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM incentives i WHERE ${activeOf(formId)} AND i.row_id <> ${incentiveId}::uuid`);
  return row?.count ?? 0;
}

/**
 * Reads the highest `minTrustScore` of a form's ACTIVE incentives. Returns null if the form is deleted or no ACTIVE incentive has a
 * `minTrustScore`.
 */
export async function readTrustFloor(read: Read, formId: string): Promise<number | null> {
  const [row] = await read<{ floor: number | null }>(sql`
    SELECT max(i.min_trust_score) AS floor FROM incentives i WHERE ${activeOf(formId)} AND NOT EXISTS (${deletedForm(formId)})`);
  return row?.floor ?? null;
}
