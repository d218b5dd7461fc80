import { rejectWith } from "@offergraph/service/mutations/reject-with";
import {
  type discountCodeUpdated,
  partnerAdded,
  partnerDeleted,
  partnerUpdated,
  type postDeleted,
  type postUpdated,
} from "@offergraph/shared/contracts/events/discounts";
import { readRecords } from "../../db/discount-codes.js";
import {
  deletePartner as deleteRow,
  insertPartner,
  lockCodesOfPartner,
  readPartners,
  reserveHandle,
  updatePartnerOf,
  updatePartner as updateRow,
} from "../../db/partners.js";
import { type DiscountCodeRecord, type DiscountCodeRow, idsOf, type PartnerRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import type { PartnerFields } from "../../domain/partners.js";
import type { MutationTx, Tx } from "../../tx.js";
import { emitUpdated } from "../codes/events.js";
import { deletePostsOfPartner, removeFromPosts } from "../posts/posts.js";

/**
 * Partners with more codes or posts cannot be deleted. The deletion is one transaction, and emits an event for each code and post. Clients
 * can first remove codes in bulk, and delete posts one by one.
 */
const limits = { codes: 1_000, posts: 10_000 };

export async function addPartner(tx: MutationTx<typeof partnerAdded>, fields: PartnerFields): Promise<PartnerRow> {
  await checkHandle(tx, fields.handle);
  tx.check();
  const partner = await requirePartner(tx, await insertPartner(tx, fields));
  tx.emit(partnerAdded, partner.rowId, dataOf(partner));
  return partner;
}

/** The caller must have locked the partner. Does nothing if no field changes. */
export async function changePartner(
  tx: MutationTx<typeof partnerUpdated>,
  before: PartnerRow,
  fields: Partial<PartnerFields>,
): Promise<PartnerRow> {
  tx.check();
  const changed = (Object.keys(fields) as (keyof PartnerFields)[]).filter((field) => fields[field] !== before[field]);
  if (changed.length === 0) return before;
  await updateRow(tx, before.rowId, fields);
  const partner = await requirePartner(tx, before.rowId);
  tx.emit(partnerUpdated, partner.rowId, { ...dataOf(partner), changed: [...changed, "updatedAt"] });
  return partner;
}

export async function checkHandle(tx: MutationTx, handle: string | null, ownId?: string): Promise<void> {
  if (handle === null || tx.errors.has(["input", "handle"])) return;
  const owner = await reserveHandle(tx, handle);
  if (owner !== undefined && owner !== ownId)
    tx.errors.add(["input", "handle"], "TAKEN", `Another partner in this workspace has the handle @${handle} (case is ignored).`);
}

/**
 * The caller must have locked the partner. Rejects the mutation if the partner has too many codes or posts. Returns the number of codes
 * that lost their partner.
 */
export async function deletePartner(
  tx: MutationTx<typeof partnerDeleted | typeof discountCodeUpdated | typeof postDeleted | typeof postUpdated>,
  { rowId, name, handle }: PartnerRow,
  path: Path,
  max = limits,
): Promise<number> {
  const codeIds = idsOf(await lockCodesOfPartner(tx, rowId, max.codes + 1));
  if (codeIds.length > max.codes) {
    const find = "To list the codes, use list_discount_codes with the filter partnerId.";
    const remedy = "To take up to 1000 codes from the partner, call assign_discount_codes_to_partner with another partnerId or null.";
    const message = `The partner has more than ${max.codes} discount codes. Before you delete the partner, reduce the number of codes to ${max.codes}. ${find} ${remedy}`;
    rejectWith(tx, path, "LIMIT_EXCEEDED", message);
  }
  await deletePostsOfPartner(tx, rowId, path, max.posts);
  await setPartner(tx, codeIds, null);
  await deleteRow(tx, rowId);
  tx.emit(partnerDeleted, rowId, { rowId, name, handle });
  return codeIds.length;
}

/**
 * Sets or removes the partner of codes. The caller must have locked the codes. If a code's partner changes, also removes the code from its
 * post. Returns the changed codes.
 */
export function assignPartner(
  tx: Tx<typeof discountCodeUpdated | typeof postUpdated>,
  partnerId: string | null,
  codes: readonly DiscountCodeRow[],
): Promise<DiscountCodeRecord[]> {
  return setPartner(tx, idsOf(codes.filter((code) => code.partnerId !== partnerId)), partnerId);
}

async function setPartner(
  tx: Tx<typeof discountCodeUpdated | typeof postUpdated>,
  codeIds: string[],
  partnerId: string | null,
): Promise<DiscountCodeRecord[]> {
  if (codeIds.length === 0) return [];
  await removeFromPosts(tx, codeIds);
  await updatePartnerOf(tx, codeIds, partnerId);
  const records = await readRecords(tx.sql, codeIds);
  for (const record of records) emitUpdated(tx, record, ["partnerId", "updatedAt"]);
  return records;
}

async function requirePartner({ sql }: Pick<Tx, "sql">, rowId: string): Promise<PartnerRow> {
  const [partner] = await readPartners(sql, [rowId]);
  if (!partner) throw new Error(`Invariant violated: partner ${rowId} not found after a write.`);
  return partner;
}

function dataOf({ workspaceId, ...partner }: PartnerRow) {
  return partner;
}
