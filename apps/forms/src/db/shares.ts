import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { inOrder, type Share } from "../domain/rotation.js";
import type { Tx } from "../tx.js";

export async function readRotation(read: Read): Promise<Share[]> {
  return inOrder(await read<Share>(sql`SELECT s.form_id AS "formId", s.main, s.share FROM form_shares s`));
}

export async function writeRotation({ prisma, workspaceId }: Tx, rotation: readonly Share[]): Promise<void> {
  await prisma.formShare.deleteMany({ where: { workspaceId } });
  await prisma.formShare.createMany({ data: rotation.map(({ formId, main, share }) => ({ workspaceId, formId, main, share })) });
}
