import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Brand } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { type BrandRow, brandColumns } from "./rows.js";

/** Reads the brand of the request's workspace. Returns undefined if the brand was never changed. */
export async function readBrand(read: Read): Promise<BrandRow | undefined> {
  const [brand] = await read<BrandRow>(sql`SELECT ${brandColumns} FROM brands b`);
  return brand;
}

export async function writeBrand({ prisma, workspaceId, now }: Tx, values: Partial<Brand>): Promise<void> {
  const data = { ...values, updatedAt: now };
  await prisma.brand.upsert({ where: { workspaceId }, create: { ...data, workspaceId }, update: data });
}
