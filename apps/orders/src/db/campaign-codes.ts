import { sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";

export async function insertCampaignCodes(tx: Db, campaignId: string, discountCodeIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    INSERT INTO campaign_codes (workspace_id, campaign_id, discount_code_id)
    SELECT ${tx.workspaceId}::uuid, ${campaignId}::uuid, given.id FROM unnest(${discountCodeIds}::uuid[]) AS given(id) ON CONFLICT DO NOTHING`);
}

export async function deleteCampaignCodes(tx: Db, campaignId: string, discountCodeIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    DELETE FROM campaign_codes c WHERE c.campaign_id = ${campaignId}::uuid AND c.discount_code_id = ANY(${discountCodeIds}::uuid[])`);
}

export async function deleteCampaign(tx: Db, campaignId: string): Promise<void> {
  await tx.sql(sql`DELETE FROM campaign_codes c WHERE c.campaign_id = ${campaignId}::uuid`);
}
