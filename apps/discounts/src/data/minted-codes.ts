import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import { deliveries } from "../domain/ranks.js";
import type { MintedCode } from "../domain/store-message.js";

/** The codes minted for grants that are to be in stores; what further is asked of them follows with AND. */
export const liveMinted = sql`grant_codes g WHERE g.delivery = ${deliveries.indexOf("UNIQUE")}::smallint AND g.code IS NOT NULL AND g.retired_at IS NULL`;

/** Keeps those of these grants' codes as they are until the transaction ends: none is taken back meanwhile. */
export async function holdMinted(read: Read, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length > 0)
    await read(sql`SELECT FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[]) ORDER BY g.grant_id FOR SHARE`);
}

/** Those of these grants' minted codes that are to be in stores, by grant. */
export async function readMinted(read: Read, grantIds: readonly string[]): Promise<Map<string, MintedCode>> {
  if (grantIds.length === 0) return new Map();
  const rows = await read<MintedCode>(
    sql`SELECT g.grant_id AS "grantId", g.code, g.expires_at AS "expiresAt" FROM ${liveMinted} AND g.grant_id = ANY(${grantIds}::uuid[])`,
  );
  return new Map(rows.map((minted) => [minted.grantId, minted]));
}
