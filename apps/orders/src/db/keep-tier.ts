import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";

interface ToldTier {
  rowId: string;
  updatedAt: string;
  publicTier: string | null;
}

/** Stores tiers of discount codes, unless a newer version is stored. Expects each code once. */
export async function keepTiers({ read, workspaceId }: Keeping, codes: readonly ToldTier[]): Promise<void> {
  const rows = codes.map(({ rowId, updatedAt, publicTier }) => ({ row_id: rowId, updated_at: updatedAt, tier: publicTier }));
  await read(sql`
    UPDATE discount_code_references d SET tier = given.tier
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(row_id uuid, updated_at timestamptz, tier text)
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.row_id = given.row_id AND d.updated_at = given.updated_at AND NOT d.is_deleted
      AND d.tier IS DISTINCT FROM given.tier`);
}
