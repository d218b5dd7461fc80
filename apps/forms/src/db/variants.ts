import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { Prisma } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import type { VariantRow } from "./rows.js";

const columns = raw(`v.row_id AS "rowId", v.form_id AS "formId", v.created_at AS "createdAt", v.version, v.model, v.rules`);

export function readVariants(read: Read, ids: readonly string[]): Promise<VariantRow[]> {
  return read<VariantRow>(sql`SELECT ${columns} FROM ${rowsById("form_variants", ids)} v`);
}

export async function readNewestVariant(read: Read, formId: string): Promise<VariantRow | undefined> {
  const [variant] = await read<VariantRow>(sql`
    SELECT ${columns} FROM form_variants v WHERE v.form_id = ${formId}::uuid ORDER BY v.version DESC LIMIT 1`);
  return variant;
}

export async function insertVariant({ prisma, workspaceId, now }: Tx, variant: Omit<VariantRow, "createdAt">): Promise<void> {
  const model = variant.model as Prisma.InputJsonObject;
  await prisma.formVariant.createMany({ data: [{ ...variant, model, workspaceId, createdAt: now }] });
}
