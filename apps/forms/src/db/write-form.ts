import { sql } from "@offergraph/service/db/statement";
import type { FormPatch } from "../domain/fields.js";
import { formStatuses } from "../domain/ranks.js";
import { Prisma } from "../generated/prisma/client.js";
import type { FormSurface } from "../generated/types.js";
import type { Tx } from "../tx.js";
import { endAccessKeys } from "./access-keys.js";

export interface FormChange extends FormPatch {
  draft?: Record<string, unknown>;
  publishedVariantId?: string | null;
  publishedAt?: string | null;
}

/** Inserts a form with the status DRAFT. */
export async function insertForm(
  { prisma, workspaceId, now }: Tx,
  form: { rowId: string; formSlug: string; title: string; surfaces: FormSurface[]; priority: number },
): Promise<void> {
  const unset = { status: formStatuses.indexOf("DRAFT"), returningEnabled: false, enableRepeat: false, enableEndsAt: false, tags: {} };
  await prisma.form.createMany({ data: [{ ...form, ...unset, workspaceId, createdAt: now, updatedAt: now }] });
}

export async function updateForm({ prisma, workspaceId, now }: Tx, rowId: string, change: FormChange): Promise<void> {
  const { status, reasonSet, draft, ...plain } = change;
  const data = {
    ...plain,
    ...(status && { status: formStatuses.indexOf(status) }),
    ...(reasonSet !== undefined && { reasonSet: reasonSet === null ? Prisma.DbNull : { ...reasonSet } }),
    ...(draft && { draft: draft as Prisma.InputJsonObject }),
    updatedAt: now,
  };
  await prisma.form.updateMany({ where: { workspaceId, rowId }, data });
}

/**
 * Deletes a form with its placements, triggers, short links and share. Public keys of its placements end but stay recognized; codes of
 * its short links are deleted.
 */
export async function deleteForm(tx: Tx, rowId: string): Promise<void> {
  const { prisma, workspaceId } = tx;
  // Locks the placements first, so that no concurrent key rotation adds a key after the keys have been ended.
  const placements = await tx.sql<{ rowId: string }>(sql`
    SELECT p.row_id AS "rowId" FROM form_placements p WHERE p.form_id = ${rowId}::uuid ORDER BY p.row_id FOR UPDATE`);
  const ids = placements.map((placement) => placement.rowId);
  await endAccessKeys(tx, sql`SELECT unnest(${ids}::uuid[])`);
  await prisma.form.deleteMany({ where: { workspaceId, rowId } });
}
