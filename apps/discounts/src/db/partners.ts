import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { partnerColumns } from "./columns.js";
import type { PartnerRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** Returns the partner of a code in a list; empty if it has none. */
export function readPartnersOf(read: Read, codeId: string): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`
    SELECT ${partnerColumns} FROM discount_codes d JOIN partners r ON r.workspace_id = d.workspace_id AND r.row_id = d.partner_id
    WHERE d.row_id = ${codeId}::uuid`);
}

/** Inserts a partner; returns undefined if the handle is taken (case is ignored). */
export async function insertPartner(
  { transaction, workspaceId }: Writing,
  { name, handle }: { name: string; handle: string | null },
): Promise<PartnerRow | undefined> {
  const row = { rowId: newId(), workspaceId, name, handle };
  const data = [{ ...row, handleKey: handle?.toLowerCase() ?? null }];
  const { count } = await transaction.partner.createMany({ data, skipDuplicates: true });
  return count === 0 ? undefined : row;
}

/** Sets the partner of codes; null removes it. */
export async function updatePartnerOf(
  { transaction, workspaceId, now }: Writing,
  codeIds: readonly string[],
  partnerId: string | null,
): Promise<void> {
  await transaction.discountCode.updateMany({ where: { workspaceId, rowId: { in: [...codeIds] } }, data: { partnerId, updatedAt: now } });
}
