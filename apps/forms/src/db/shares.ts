import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { inOrder, type Share } from "../domain/rotation.js";
import type { Writing } from "./transaction.js";

/** Reads the rotation: the main form first, then by share. */
export async function readRotation(read: Read): Promise<Share[]> {
  return inOrder(await read<Share>(sql`SELECT s.form_id AS "formId", s.main, s.share FROM form_shares s`));
}

/** Replaces the rotation. */
export async function writeRotation({ transaction, workspaceId }: Writing, rotation: readonly Share[]): Promise<void> {
  await transaction.formShare.deleteMany({ where: { workspaceId } });
  await transaction.formShare.createMany({ data: rotation.map(({ formId, main, share }) => ({ workspaceId, formId, main, share })) });
}
