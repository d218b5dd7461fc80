import { createHash } from "node:crypto";
import type { Read } from "@offergraph/service/db/read";
import { brandLogoChanged, brandUpdated } from "@offergraph/shared/contracts/events/workspace";
import { readBrand, readLogo, writeBrand } from "../../db/brands.js";
import type { BrandRow, LogoRow } from "../../db/rows.js";
import { lockWorkspace } from "../../db/workspaces.js";
import type { BrandChange, BrandSettings } from "../../domain/brand.js";
import type { Logo } from "../../domain/logo.js";
import type { Tx } from "../../tx.js";

/** Default brand of a workspace. */
export const defaultBrand = (workspaceId: string): BrandRow => ({
  ...{ workspaceId, updatedAt: null, accentColor: null, font: null, cornerRadius: null, locale: null, supportEmail: null },
  ...{ logoSha256: null, logoMediaType: null, logoWidth: null, logoHeight: null },
});

export function logoOf({ logoSha256: sha256, logoMediaType: mediaType, logoWidth: width, logoHeight: height }: LogoRow) {
  return sha256 === null || mediaType === null || width === null || height === null ? null : { sha256, mediaType, width, height };
}

/** Changes the brand, and emits events if a field changed. */
export async function changeBrand(
  tx: Tx<typeof brandUpdated | typeof brandLogoChanged>,
  { logo, ...settings }: BrandChange,
): Promise<BrandRow> {
  // Serializes changes of the brand.
  await lockWorkspace(tx);
  const before = (await readBrand(tx.sql)) ?? defaultBrand(tx.workspaceId);
  const sha256 = logo && createHash("sha256").update(logo.data).digest("hex");
  const isOtherLogo = sha256 !== undefined && sha256 !== before.logoSha256;
  const changed = (Object.keys(settings) as (keyof BrandSettings)[]).filter((name) => settings[name] !== before[name]);
  if (changed.length === 0 && !isOtherLogo) return before;
  await writeBrand(tx, { ...settings, ...(isOtherLogo && columnsOf(logo ?? null, sha256)) });
  const brand = await readBrand(tx.sql);
  if (!brand) throw new Error(`Invariant violated: workspace ${tx.workspaceId} has no brand after the update.`);
  emitChange(tx, brand, [...changed, ...(isOtherLogo ? (["logo"] as const) : [])], logo?.data);
  return brand;
}

function columnsOf(logo: Logo | null, logoSha256: string | null) {
  const { mediaType = null, width = null, height = null, data = null } = logo ?? {};
  return { logoSha256, logoMediaType: mediaType, logoWidth: width, logoHeight: height, logoData: data && new Uint8Array(data) };
}

/** Returns the public record of a changed brand. */
function recordOf({ logoSha256, logoMediaType, logoWidth, logoHeight, ...brand }: BrandRow, updatedAt: string) {
  return { ...brand, updatedAt, logo: logoOf({ logoSha256, logoMediaType, logoWidth, logoHeight }) };
}

/** Reads the public record of the workspace's brand. Null if the brand was never changed. */
export async function readBrandRecord(read: Read) {
  const brand = await readBrand(read);
  return brand && brand.updatedAt !== null ? recordOf(brand, brand.updatedAt) : null;
}

/** Reads the logo of the workspace's brand with its data. Undefined if the brand was never changed. */
export async function readLogoRecord(read: Read, workspaceId: string) {
  const row = await readLogo(read);
  if (!row) return undefined;
  const { updatedAt, data } = row;
  const logo = logoOf(row);
  return { workspaceId, updatedAt, logo: logo && data !== null ? { ...logo, data } : null };
}

function emitChange(
  tx: Tx<typeof brandUpdated | typeof brandLogoChanged>,
  brand: BrandRow,
  changed: readonly (keyof BrandSettings | "logo")[],
  data: Buffer | undefined,
): void {
  const { workspaceId } = tx;
  const updatedAt = brand.updatedAt ?? tx.now.toISOString();
  const record = recordOf(brand, updatedAt);
  const { logo } = record;
  tx.emit(brandUpdated, workspaceId, { ...record, changed: [...changed, "updatedAt"] });
  if (!changed.includes("logo")) return;
  const stored = logo && data ? { ...logo, data: data.toString("base64") } : null;
  tx.emit(brandLogoChanged, workspaceId, { workspaceId, updatedAt, logo: stored });
}
