import { sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";
import type { KnownCode } from "../domain/code-change.js";

/** What is known of a discount code; undefined when nothing is. */
export async function readKnownCode({ read }: Pick<Keeping, "read">, discountCodeId: string): Promise<KnownCode | undefined> {
  const [code] = await read<KnownCode>(sql`
    SELECT d.partner_id AS "partnerId", d.tier,
      ARRAY(SELECT n.name_key FROM discount_code_names n WHERE n.discount_code_id = d.row_id) AS "nameKeys"
    FROM discount_code_references d WHERE d.row_id = ${discountCodeId}::uuid`);
  return code;
}

/** Remembers until when a discount code had names that it has no more: orders that were placed before stay its own. */
export async function keepPastNames(
  { read, workspaceId }: Keeping,
  past: { discountCodeId: string; nameKeys: readonly string[]; endedAt: string },
): Promise<void> {
  await read(sql`
    INSERT INTO discount_code_past_names (workspace_id, name_key, discount_code_id, ended_at)
    SELECT ${workspaceId}::uuid, lost.key, ${past.discountCodeId}::uuid, ${past.endedAt}::timestamptz
    FROM unnest(${past.nameKeys}::text[]) AS lost(key) ON CONFLICT DO NOTHING`);
}

/** Remembers to which discount code a code leads that was minted for a grant; what is known of that code may come later. False: it was known. */
export async function keepMintedName(
  { read, workspaceId }: Keeping,
  { nameKey, discountCodeId, grantId }: { nameKey: string; discountCodeId: string; grantId: string },
): Promise<boolean> {
  await read(sql`
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted)
    VALUES (${discountCodeId}::uuid, ${workspaceId}::uuid, 'epoch', false) ON CONFLICT DO NOTHING`);
  const kept = await read(sql`
    INSERT INTO minted_code_names (workspace_id, name_key, discount_code_id, grant_id)
    VALUES (${workspaceId}::uuid, ${nameKey}, ${discountCodeId}::uuid, ${grantId}::uuid) ON CONFLICT DO NOTHING RETURNING name_key AS "nameKey"`);
  return kept.length > 0;
}

/** Whether codes were minted of a discount code. */
export async function hasMinted({ read }: Pick<Keeping, "read">, discountCodeId: string): Promise<boolean> {
  const found = await read(sql`SELECT 1 AS one FROM minted_code_names m WHERE m.discount_code_id = ${discountCodeId}::uuid LIMIT 1`);
  return found.length > 0;
}

/** Remembers until when a discount code had this partner and tier. Of one millisecond what it had before all of it. */
export async function keepPastLead(
  { read, workspaceId }: Keeping,
  past: { discountCodeId: string; partnerId: string | null; tier: string | null; endedAt: string },
): Promise<void> {
  await read(sql`
    INSERT INTO discount_code_past_leads (workspace_id, discount_code_id, ended_at, partner_id, tier)
    VALUES (${workspaceId}::uuid, ${past.discountCodeId}::uuid, ${past.endedAt}::timestamptz, ${past.partnerId}::uuid, ${past.tier})
    ON CONFLICT DO NOTHING`);
}
