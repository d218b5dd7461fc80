import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import type { Tx } from "../tx.js";
import type { CampaignRow } from "./rows.js";

const columns = raw(`g.row_id AS "rowId", g.workspace_id AS "workspaceId", g.name, g.created_at AS "createdAt"`);

export function readCampaigns(read: Read, ids: readonly string[]): Promise<CampaignRow[]> {
  return read<CampaignRow>(sql`SELECT ${columns} FROM campaigns g WHERE g.row_id = ANY(${ids}::uuid[])`);
}

export function readCampaignsOf(read: Read, codeId: string, first: number): Promise<CampaignRow[]> {
  return read<CampaignRow>(sql`
    SELECT ${columns} FROM campaign_codes b JOIN campaigns g ON g.workspace_id = b.workspace_id AND g.row_id = b.campaign_id
    WHERE b.discount_code_id = ${codeId}::uuid ORDER BY g.created_at DESC, g.row_id DESC LIMIT ${first}`);
}

export async function findCampaign({ prisma, workspaceId }: Tx, by: { rowId: string } | { name: string }): Promise<string | undefined> {
  return (await prisma.campaign.findFirst({ where: { workspaceId, ...by } }))?.rowId;
}

/** Inserts a campaign and returns its id; undefined if the name is taken. */
export async function insertCampaign({ prisma, workspaceId, now }: Tx, name: string): Promise<string | undefined> {
  const rowId = newId();
  const { count } = await prisma.campaign.createMany({ data: [{ rowId, workspaceId, name, createdAt: now }], skipDuplicates: true });
  return count === 0 ? undefined : rowId;
}

export async function insertCampaignCodes({ prisma, workspaceId }: Tx, campaignId: string, codeIds: readonly string[]): Promise<string[]> {
  const data = [...codeIds].sort().map((discountCodeId) => ({ workspaceId, campaignId, discountCodeId }));
  const written = await prisma.campaignCode.createManyAndReturn({ data, skipDuplicates: true });
  return written.map(({ discountCodeId }) => discountCodeId);
}
