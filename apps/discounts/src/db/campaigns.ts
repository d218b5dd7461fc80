import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { campaignColumns } from "./columns.js";
import type { CampaignRow } from "./rows.js";
import type { Writing } from "./transaction.js";

export function readCampaigns(read: Read, ids: readonly string[]): Promise<CampaignRow[]> {
  return read<CampaignRow>(sql`SELECT ${campaignColumns} FROM campaigns g WHERE g.row_id = ANY(${ids}::uuid[])`);
}

/** Returns the campaigns of a code, newest first. */
export function readCampaignsOf(read: Read, codeId: string, first: number): Promise<CampaignRow[]> {
  return read<CampaignRow>(sql`
    SELECT ${campaignColumns} FROM campaign_codes b JOIN campaigns g ON g.workspace_id = b.workspace_id AND g.row_id = b.campaign_id
    WHERE b.discount_code_id = ${codeId}::uuid ORDER BY g.created_at DESC, g.row_id DESC LIMIT ${first}`);
}

export async function readCampaignByName(read: Read, name: string): Promise<CampaignRow | undefined> {
  const [campaign] = await read<CampaignRow>(sql`SELECT ${campaignColumns} FROM campaigns g WHERE g.name = ${name}`);
  return campaign;
}

/** Inserts a campaign; returns undefined if the name is taken. */
export async function insertCampaign({ transaction, workspaceId, now }: Writing, name: string): Promise<CampaignRow | undefined> {
  const row = { rowId: newId(), workspaceId, name };
  const { count } = await transaction.campaign.createMany({ data: [{ ...row, createdAt: now }], skipDuplicates: true });
  return count === 0 ? undefined : { ...row, createdAt: now.toISOString() };
}

/** Adds codes to a campaign; returns the ids of the added codes. */
export async function insertCampaignCodes(
  { transaction, workspaceId }: Writing,
  campaignId: string,
  codeIds: readonly string[],
): Promise<string[]> {
  const data = [...codeIds].sort().map((discountCodeId) => ({ workspaceId, campaignId, discountCodeId }));
  const select = { discountCodeId: true } as const;
  const written = await transaction.campaignCode.createManyAndReturn({ data, skipDuplicates: true, select });
  return written.map(({ discountCodeId }) => discountCodeId);
}
