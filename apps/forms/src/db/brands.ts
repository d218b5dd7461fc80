import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Brand } from "../domain/brand.js";
import type { Tx } from "../tx.js";

type ReplicaTx = Pick<Tx, "sql" | "workspaceId">;

/** Stores the workspace's brand, unless the stored brand is newer. If both brands have the same `updatedAt`, replaces the stored brand. */
export async function storeBrand(tx: ReplicaTx, brand: Omit<Brand, "logo"> & { updatedAt: string }): Promise<void> {
  const { updatedAt, accentColor, font, cornerRadius, locale, supportEmail } = brand;
  await tx.sql(sql`
    INSERT INTO workspace_brands AS kept (workspace_id, updated_at, accent_color, font, corner_radius, locale, support_email)
    VALUES (${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${accentColor}::text, ${font}::text, ${cornerRadius}::int, ${locale}::text,
      ${supportEmail}::text)
    ON CONFLICT (workspace_id) DO UPDATE SET updated_at = excluded.updated_at, accent_color = excluded.accent_color, font = excluded.font,
      corner_radius = excluded.corner_radius, locale = excluded.locale, support_email = excluded.support_email
    WHERE kept.updated_at <= excluded.updated_at`);
}

interface ReplicatedLogo {
  updatedAt: string;
  /** Null if the brand has no logo. `data` is in base64. */
  logo: (NonNullable<Brand["logo"]> & { data: string }) | null;
}

/** Stores the logo of the workspace's brand, unless the stored logo is newer. */
export async function storeLogo(tx: ReplicaTx, { updatedAt, logo }: ReplicatedLogo): Promise<void> {
  const { sha256 = null, mediaType = null, width = null, height = null, data = null } = logo ?? {};
  await tx.sql(sql`
    INSERT INTO workspace_logos AS kept (workspace_id, updated_at, sha256, media_type, width, height, data)
    VALUES (${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${sha256}::text, ${mediaType}::text, ${width}::int, ${height}::int,
      decode(${data}::text, 'base64'))
    ON CONFLICT (workspace_id) DO UPDATE SET updated_at = excluded.updated_at, sha256 = excluded.sha256, media_type = excluded.media_type,
      width = excluded.width, height = excluded.height, data = excluded.data
    WHERE kept.updated_at <= excluded.updated_at`);
}

/** Subquery that returns the workspace's brand as JSON. Returns no row if the service has not yet received the brand. */
export const brandJson = sql`
  SELECT json_build_object('accentColor', b.accent_color, 'font', b.font, 'cornerRadius', b.corner_radius, 'locale', b.locale,
    'supportEmail', b.support_email, 'logo', CASE WHEN l.sha256 IS NOT NULL
      THEN json_build_object('sha256', l.sha256, 'mediaType', l.media_type, 'width', l.width, 'height', l.height) END)
  FROM workspace_brands b LEFT JOIN workspace_logos l ON l.workspace_id = b.workspace_id`;

/** Reads the workspace's brand. Returns undefined if no event or lookup has provided the brand yet. */
export async function readBrand(read: Read): Promise<Brand | undefined> {
  const [row] = await read<{ brand: Brand | null }>(sql`SELECT (${brandJson}) AS brand`);
  return row?.brand ?? undefined;
}

/** Reads the hash of the brand's logo. Returns null if the brand has no logo. Returns undefined if the brand has not arrived yet. */
export async function readLogoHash(read: Read): Promise<string | null | undefined> {
  const [logo] = await read<{ sha256: string | null }>(sql`SELECT l.sha256 FROM workspace_logos l`);
  return logo?.sha256;
}

export interface LogoFile {
  sha256: string;
  mediaType: string;
  /** The image in base64. */
  data: string;
}

export async function readLogoFile(read: Read): Promise<LogoFile | undefined> {
  const [logo] = await read<LogoFile>(sql`
    SELECT l.sha256, l.media_type AS "mediaType", translate(encode(l.data, 'base64'), E'\n', '') AS data
    FROM workspace_logos l WHERE l.sha256 IS NOT NULL`);
  return logo;
}
