import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Brand } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { type BrandRow, brandColumns, type LogoRow } from "./rows.js";

/** Returns undefined if the brand was never changed. */
export async function readBrand(read: Read): Promise<BrandRow | undefined> {
  const [brand] = await read<BrandRow>(sql`SELECT ${brandColumns} FROM brands b`);
  return brand;
}

export interface LogoFileRow extends LogoRow {
  updatedAt: string;
  /** In base64. */
  data: string | null;
}

/** Returns undefined if the brand was never changed. */
export async function readLogo(read: Read): Promise<LogoFileRow | undefined> {
  const [logo] = await read<LogoFileRow>(sql`
    SELECT b.updated_at AS "updatedAt", b.logo_sha256 AS "logoSha256", b.logo_media_type AS "logoMediaType", b.logo_width AS "logoWidth",
      b.logo_height AS "logoHeight", translate(encode(b.logo_data, 'base64'), E'\\n', '') AS data
    FROM brands b`);
  return logo;
}

export async function writeBrand({ prisma, workspaceId, now }: Tx, values: Partial<Brand>): Promise<void> {
  const data = { ...values, updatedAt: now };
  await prisma.brand.upsert({ where: { workspaceId }, create: { ...data, workspaceId }, update: data });
}
