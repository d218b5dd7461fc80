import {
  campaignAdded,
  campaignAssigned,
  campaignDeleted,
  campaignUnassigned,
  campaignUpdated,
} from "@offergraph/shared/contracts/events/discounts";
import {
  deleteCampaignCodes,
  deleteCampaign as deleteRow,
  insertCampaign,
  insertCampaignCodes,
  readCampaigns,
  reserveCampaignName,
  updateCampaign as updateRow,
} from "../../db/campaigns.js";
import { type CampaignRow, type DiscountCodeRow, idsOf } from "../../db/rows.js";
import { type CampaignFields, checkCampaignDates } from "../../domain/campaigns.js";
import type { MutationTx, Tx } from "../../tx.js";

const path = ["input"];

export async function addCampaign(tx: MutationTx<typeof campaignAdded>, fields: CampaignFields): Promise<CampaignRow> {
  await checkCampaignName(tx, fields.name);
  checkCampaignDates({}, fields, path, tx.errors);
  tx.check();
  const campaign = await requireCampaign(tx, await insertCampaign(tx, fields));
  tx.emit(campaignAdded, campaign.rowId, dataOf(campaign));
  return campaign;
}

/** The caller must have locked the campaign. Does nothing if no field changes. */
export async function changeCampaign(
  tx: MutationTx<typeof campaignUpdated>,
  before: CampaignRow,
  fields: Partial<CampaignFields>,
): Promise<CampaignRow> {
  checkCampaignDates(before, fields, path, tx.errors);
  tx.check();
  const changed = (Object.keys(fields) as (keyof CampaignFields)[]).filter((field) => fields[field] !== before[field]);
  if (changed.length === 0) return before;
  await updateRow(tx, before.rowId, fields);
  const campaign = await requireCampaign(tx, before.rowId);
  tx.emit(campaignUpdated, campaign.rowId, { ...dataOf(campaign), changed: [...changed, "updatedAt"] });
  return campaign;
}

export async function checkCampaignName(tx: MutationTx, name: string | undefined, ownId?: string): Promise<void> {
  // Skips a name that failed validation, because PostgreSQL may reject the text.
  if (name === undefined || tx.errors.has([...path, "name"])) return;
  const owner = await reserveCampaignName(tx, name);
  if (owner !== undefined && owner !== ownId) tx.errors.add([...path, "name"], "TAKEN", `This workspace already has a campaign "${name}".`);
}

/** The caller must have locked the campaign. */
export async function deleteCampaign(tx: Tx<typeof campaignDeleted>, { rowId, name }: CampaignRow): Promise<void> {
  await deleteRow(tx, rowId);
  tx.emit(campaignDeleted, rowId, { rowId, name });
}

/** The caller must have locked the codes. Returns the codes that were not yet in the campaign. */
export async function assignCampaign<Code extends Pick<DiscountCodeRow, "rowId">>(
  tx: Tx<typeof campaignAssigned>,
  campaignId: string,
  codes: readonly Code[],
): Promise<Code[]> {
  const changed = new Set(await insertCampaignCodes(tx, campaignId, idsOf(codes)));
  const added = codes.filter(({ rowId }) => changed.has(rowId));
  if (added.length > 0) tx.emit(campaignAssigned, campaignId, { campaignId, discountCodeIds: idsOf(added) });
  return added;
}

/** The caller must have locked the codes. Returns the codes that were in the campaign. */
export async function unassignCampaign<Code extends Pick<DiscountCodeRow, "rowId">>(
  tx: Tx<typeof campaignUnassigned>,
  campaignId: string,
  codes: readonly Code[],
): Promise<Code[]> {
  const changed = new Set(await deleteCampaignCodes(tx, campaignId, idsOf(codes)));
  const removed = codes.filter(({ rowId }) => changed.has(rowId));
  if (removed.length > 0) tx.emit(campaignUnassigned, campaignId, { campaignId, discountCodeIds: idsOf(removed) });
  return removed;
}

async function requireCampaign({ sql }: Pick<Tx, "sql">, rowId: string): Promise<CampaignRow> {
  const [campaign] = await readCampaigns(sql, [rowId]);
  if (!campaign) throw new Error(`Invariant violated: campaign ${rowId} not found after a write.`);
  return campaign;
}

function dataOf({ workspaceId, ...campaign }: CampaignRow) {
  return campaign;
}
