import { jsonRows, type PlainRow } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { KnownCode } from "../domain/code-history.js";
import type { DiscountCodeNameHistory, DiscountCodeSourceHistory, MintedCodeName } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

export async function readKnownCodes(tx: Db, ids: readonly string[]): Promise<Map<string, KnownCode>> {
  if (ids.length === 0) return new Map();
  const codes = await tx.sql<KnownCode & { rowId: string }>(sql`
    SELECT d.row_id AS "rowId", d.partner_id AS "partnerId", d.tier,
      ARRAY(SELECT n.name_key FROM discount_code_names n WHERE n.discount_code_id = d.row_id) AS "nameKeys"
    FROM discount_code_references d WHERE d.row_id = ANY(${ids}::uuid[])`);
  return new Map(codes.map(({ rowId, ...code }) => [rowId, code]));
}

/** Returns the names that no discount code or grant has. */
export async function readUnknownNames(read: Read, nameKeys: readonly string[]): Promise<string[]> {
  const unknown = await read<{ key: string }>(sql`
    SELECT given.key FROM unnest(${nameKeys}::text[]) AS given(key)
    WHERE NOT EXISTS (SELECT FROM discount_code_names n WHERE n.name_key = given.key)
      AND NOT EXISTS (SELECT FROM minted_code_names m WHERE m.name_key = given.key)`);
  return unknown.map(({ key }) => key);
}

/** Stores former names of codes. The names still apply to orders that were placed before `endedAt`. */
export async function insertNameHistory(tx: Db, past: readonly Omit<PlainRow<DiscountCodeNameHistory>, "workspaceId">[]): Promise<void> {
  if (past.length === 0) return;
  await tx.sql(sql`
    INSERT INTO discount_code_name_history (workspace_id, name_key, discount_code_id, ended_at)
    SELECT ${tx.workspaceId}::uuid, lost.name_key, lost.discount_code_id, lost.ended_at
    FROM jsonb_to_recordset(${jsonRows(past)}::jsonb) AS lost(name_key text, discount_code_id uuid, ended_at timestamptz) ON CONFLICT DO NOTHING`);
}

/** Stores a minted name, even before the discount code is known. Returns false if the name was already stored. */
export async function insertMintedName(
  tx: Db,
  { nameKey, discountCodeId, grantId }: Omit<MintedCodeName, "workspaceId">,
): Promise<boolean> {
  await tx.sql(sql`
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted)
    VALUES (${discountCodeId}::uuid, ${tx.workspaceId}::uuid, 'epoch', false) ON CONFLICT DO NOTHING`);
  const kept = await tx.sql(sql`
    INSERT INTO minted_code_names (workspace_id, name_key, discount_code_id, grant_id)
    VALUES (${tx.workspaceId}::uuid, ${nameKey}, ${discountCodeId}::uuid, ${grantId}::uuid) ON CONFLICT DO NOTHING RETURNING name_key AS "nameKey"`);
  return kept.length > 0;
}

export async function readCodesWithMinted(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.sql<{ id: string }>(sql`
    SELECT DISTINCT m.discount_code_id AS id FROM minted_code_names m WHERE m.discount_code_id = ANY(${ids}::uuid[])`);
  return new Set(found.map(({ id }) => id));
}

/** Stores former partners and tiers of codes. Of several changes in one millisecond, the state before the first change is stored. */
export async function insertSourceHistory(
  tx: Db,
  past: readonly Omit<PlainRow<DiscountCodeSourceHistory>, "workspaceId">[],
): Promise<void> {
  if (past.length === 0) return;
  await tx.sql(sql`
    INSERT INTO discount_code_source_history (workspace_id, discount_code_id, ended_at, partner_id, tier)
    SELECT ${tx.workspaceId}::uuid, had.discount_code_id, had.ended_at, had.partner_id, had.tier
    FROM jsonb_to_recordset(${jsonRows(past)}::jsonb) AS had(discount_code_id uuid, ended_at timestamptz, partner_id uuid, tier text)
    ON CONFLICT DO NOTHING`);
}
