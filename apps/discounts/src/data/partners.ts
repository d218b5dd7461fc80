import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import { newId } from "@offergraph/shared/time/ids";
import { partnerColumns } from "./columns.js";
import type { PartnerRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** The partner that a code belongs to, if it has one. */
export function readPartnersOf(read: Read, codeId: string): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`
    SELECT ${partnerColumns} FROM discount_codes d JOIN partners r ON r.workspace_id = d.workspace_id AND r.row_id = d.partner_id
    WHERE d.row_id = ${codeId}::uuid`);
}

/** Adds a partner; undefined when another one has the handle, whatever the case. */
export async function insertPartner(
  { transaction, workspaceId }: Writing,
  { name, handle }: { name: string; handle: string | null },
): Promise<PartnerRow | undefined> {
  const row = { rowId: newId(), workspaceId, name, handle };
  const data = [{ ...row, handleKey: handle?.toLowerCase() ?? null }];
  const { count } = await transaction.partner.createMany({ data, skipDuplicates: true });
  return count === 0 ? undefined : row;
}

/** Gives these codes to a partner, or with null to none. */
export async function updatePartnerOf(
  { transaction, workspaceId, now }: Writing,
  codeIds: readonly string[],
  partnerId: string | null,
): Promise<void> {
  await transaction.discountCode.updateMany({ where: { workspaceId, rowId: { in: [...codeIds] } }, data: { partnerId, updatedAt: now } });
}
