import { sql } from "@offergraph/service/db/statement";
import type { GrantTier } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

/** Serializes transactions about a grant, because two services emit events about grants. */
export async function lockGrant(tx: Db, grantId: string): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`grant ${tx.workspaceId} ${grantId}`}, 0)) IS NULL AS queued`);
}

/** Returns false if the tier was already stored. */
export async function insertGrantTier(tx: Db, { grantId, formResponseId, tier }: Omit<GrantTier, "workspaceId">): Promise<boolean> {
  const inserted = await tx.sql(sql`
    INSERT INTO grant_tiers (workspace_id, grant_id, form_response_id, tier)
    VALUES (${tx.workspaceId}::uuid, ${grantId}::uuid, ${formResponseId}::uuid, ${tier}) ON CONFLICT DO NOTHING RETURNING true`);
  return inserted.length > 0;
}

export async function readMintedKeys(tx: Db, grantId: string): Promise<string[]> {
  const minted = await tx.sql<{ key: string }>(sql`
    SELECT m.name_key AS key FROM minted_code_names m WHERE m.workspace_id = ${tx.workspaceId}::uuid AND m.grant_id = ${grantId}::uuid`);
  return minted.map(({ key }) => key);
}

/** Stores the tiers of discount codes unless a newer version is stored. `codes` must contain each code only once. */
export async function updateTiers(
  tx: Db,
  codes: readonly { rowId: string; updatedAt: string; publicTier: string | null }[],
): Promise<void> {
  const rows = codes.map(({ rowId, updatedAt, publicTier }) => ({ row_id: rowId, updated_at: updatedAt, tier: publicTier }));
  await tx.sql(sql`
    UPDATE discount_code_references d SET tier = given.tier
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(row_id uuid, updated_at timestamptz, tier text)
    WHERE d.workspace_id = ${tx.workspaceId}::uuid AND d.row_id = given.row_id AND d.row_id = ANY(${codes.map(({ rowId }) => rowId)}::uuid[])
      AND d.updated_at = given.updated_at AND NOT d.is_deleted
      AND d.tier IS DISTINCT FROM given.tier`);
}
