import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import { type ListArguments, type ListContext, listedBy, readList } from "@offergraph/service/filters/list";
import { newId } from "@offergraph/shared/time/ids";
import type { CampaignFields } from "../domain/campaigns.js";
import type { Db, Tx } from "../tx.js";
import { lockName } from "./names.js";
import type { CampaignPerformanceRow, CampaignRow } from "./rows.js";

const campaignColumns = raw(`
  g.row_id AS "rowId", g.workspace_id AS "workspaceId", g.created_at AS "createdAt", g.updated_at AS "updatedAt", g.name,
  g.starts_at AS "startsAt", g.ends_at AS "endsAt", g.note`);

const given = { nullable: false, indexed: false };
const optional = { nullable: true, indexed: false };
const columns = {
  rowId: { sql: sql`g.row_id`, kind: "uuid", nullable: false },
  name: { sql: sql`g.name`, kind: "text", ...given },
  startsAt: { sql: sql`g.starts_at`, kind: "datetime", ...optional },
  endsAt: { sql: sql`g.ends_at`, kind: "datetime", ...optional },
  note: { sql: sql`g.note`, kind: "text", ...optional },
  createdAt: { sql: sql`g.created_at`, kind: "datetime", ...given },
  updatedAt: { sql: sql`g.updated_at`, kind: "datetime", ...given },
} as const satisfies Record<string, Column>;

export function readCampaignPage(context: ListContext, list: ListArguments) {
  const source = { select: campaignColumns, from: sql`campaigns g`, ...listedBy(columns) };
  return readList<CampaignRow>(context, list, { operation: "list_campaigns", ...source });
}

export function readCampaigns(read: Read, ids: readonly string[]): Promise<CampaignRow[]> {
  return read<CampaignRow>(sql`SELECT ${campaignColumns} FROM ${rowsById("campaigns", ids)} g`);
}

export function readCampaignsOf(read: Read, codeId: string, first: number): Promise<CampaignRow[]> {
  return read<CampaignRow>(sql`
    SELECT ${campaignColumns} FROM campaign_codes b JOIN campaigns g ON g.workspace_id = b.workspace_id AND g.row_id = b.campaign_id
    WHERE b.discount_code_id = ${codeId}::uuid ORDER BY g.created_at DESC, g.row_id DESC LIMIT ${first}`);
}

export function readCampaignPerformances(read: Read, ids: readonly string[]): Promise<CampaignPerformanceRow[]> {
  return read<CampaignPerformanceRow>(sql`
    SELECT g.row_id AS "rowId", coalesce(array_agg(d.row_id ORDER BY d.row_id) FILTER (WHERE d.row_id IS NOT NULL), '{}') AS "discountCodeIds",
      coalesce(sum(d.usage_count), 0)::integer AS "usageCount"
    FROM campaigns g
    LEFT JOIN campaign_codes b ON b.workspace_id = g.workspace_id AND b.campaign_id = g.row_id
    LEFT JOIN discount_codes d ON d.workspace_id = b.workspace_id AND d.row_id = b.discount_code_id
    WHERE g.row_id = ANY(${ids}::uuid[]) GROUP BY g.row_id`);
}

export async function hasMoreCodes(read: Read, campaignId: string, max: number): Promise<boolean> {
  const more = await read(
    sql`SELECT 1 AS one FROM campaign_codes b WHERE b.campaign_id = ${campaignId}::uuid OFFSET ${max}::integer LIMIT 1`,
  );
  return more.length > 0;
}

export async function readCampaignIdByName(read: Read, name: string): Promise<string | undefined> {
  const [row] = await read<{ rowId: string }>(sql`SELECT g.row_id AS "rowId" FROM campaigns g WHERE g.name = ${name}`);
  return row?.rowId;
}

/** Locks a campaign's row against deletion (SHARE) or against all changes (UPDATE). Call this function before locking discount codes. */
export async function lockCampaign(tx: Db, rowId: string, mode: "SHARE" | "UPDATE"): Promise<CampaignRow | undefined> {
  const [campaign] = await tx.sql<CampaignRow>(
    sql`SELECT ${campaignColumns} FROM campaigns g WHERE g.row_id = ${rowId}::uuid FOR ${raw(mode === "SHARE" ? "KEY SHARE" : "UPDATE")}`,
  );
  return campaign;
}

/** Locks the next campaign after the id `after`. Returns the campaign's id. */
export async function lockNextCampaign(tx: Db, after: string): Promise<string | undefined> {
  const [campaign] = await tx.sql<{ id: string }>(
    sql`SELECT g.row_id AS id FROM campaigns g WHERE g.row_id > ${after}::uuid ORDER BY g.row_id LIMIT 1 FOR UPDATE`,
  );
  return campaign?.id;
}

export async function readCodeIdsOfCampaign(tx: Db, campaignId: string): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(sql`
    SELECT b.discount_code_id AS id FROM campaign_codes b WHERE b.campaign_id = ${campaignId}::uuid ORDER BY b.discount_code_id`);
  return rows.map(({ id }) => id);
}

/** Reserves the name until the transaction ends. Returns the id of the campaign that already has the name, if any. */
export async function reserveCampaignName(tx: Db, name: string): Promise<string | undefined> {
  await lockName(tx, `campaign ${name}`);
  return readCampaignIdByName(tx.sql, name);
}

/** Inserts a campaign and returns its id. The caller must have reserved the campaign's name. */
export async function insertCampaign({ prisma, workspaceId, now }: Tx, fields: CampaignFields): Promise<string> {
  const rowId = newId();
  await prisma.campaign.create({ data: { ...fields, rowId, workspaceId, createdAt: now, updatedAt: now } });
  return rowId;
}

export async function updateCampaign({ prisma, workspaceId, now }: Tx, rowId: string, fields: Partial<CampaignFields>): Promise<void> {
  await prisma.campaign.update({ where: { workspaceId_rowId: { workspaceId, rowId } }, data: { ...fields, updatedAt: now } });
}

export async function deleteCampaign({ prisma, workspaceId }: Tx, rowId: string): Promise<void> {
  await prisma.campaign.deleteMany({ where: { workspaceId, rowId } });
}

/** Adds codes to a campaign. Returns the ids of the codes that were not yet in the campaign. */
export async function insertCampaignCodes({ prisma, workspaceId }: Tx, campaignId: string, codeIds: readonly string[]): Promise<string[]> {
  const data = [...codeIds].sort().map((discountCodeId) => ({ workspaceId, campaignId, discountCodeId }));
  const written = await prisma.campaignCode.createManyAndReturn({ data, skipDuplicates: true });
  return written.map(({ discountCodeId }) => discountCodeId);
}

/** Removes codes from a campaign. The caller must have locked the codes. Returns the ids of the codes that were in the campaign. */
export async function deleteCampaignCodes(tx: Db, campaignId: string, codeIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(sql`
    DELETE FROM campaign_codes b WHERE b.campaign_id = ${campaignId}::uuid AND b.discount_code_id = ANY(${codeIds}::uuid[])
    RETURNING b.discount_code_id AS id`);
  return rows.map(({ id }) => id);
}
