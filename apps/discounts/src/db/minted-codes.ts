import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { deliveries } from "../domain/ranks.js";
import type { MintedCode } from "../domain/store-message.js";
import type { Db } from "../tx.js";

/** FROM and WHERE of minted codes that are not retired; append further conditions with AND. */
export const liveMinted = sql`grant_codes g WHERE g.delivery = ${deliveries.indexOf("UNIQUE")}::smallint AND g.code IS NOT NULL AND g.retired_at IS NULL`;

/** Locks these grants' codes until the transaction ends, so that none is retired meanwhile. */
export async function lockMinted(tx: Db, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length > 0)
    await tx.sql(sql`SELECT FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[]) ORDER BY g.grant_id FOR SHARE`);
}

export async function readMinted(read: Read, grantIds: readonly string[]): Promise<Map<string, MintedCode>> {
  if (grantIds.length === 0) return new Map();
  const rows = await read<MintedCode>(
    sql`SELECT g.grant_id AS "grantId", g.code, g.expires_at AS "expiresAt" FROM ${liveMinted} AND g.grant_id = ANY(${grantIds}::uuid[])`,
  );
  return new Map(rows.map((minted) => [minted.grantId, minted]));
}
