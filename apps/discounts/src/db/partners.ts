import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import type { Tx } from "../tx.js";
import type { PartnerRow } from "./rows.js";

const columns = raw(`r.row_id AS "rowId", r.workspace_id AS "workspaceId", r.name, r.handle`);

export function readPartners(read: Read, ids: readonly string[]): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`SELECT ${columns} FROM partners r WHERE r.row_id = ANY(${ids}::uuid[])`);
}

/** Returns at most two ids of partners with this name or @handle (case is ignored). Two ids show that the name is ambiguous. */
export async function readPartnerIdsByName(read: Read, name: string): Promise<string[]> {
  const byHandle = name.startsWith("@") ? sql` OR r.handle_key = ${name.slice(1).toLowerCase()}` : sql``;
  const rows = await read<{ id: string }>(sql`SELECT r.row_id AS id FROM partners r WHERE r.name = ${name}${byHandle} LIMIT 2`);
  return rows.map(({ id }) => id);
}

export function readPartnersOf(read: Read, codeId: string): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`
    SELECT ${columns} FROM discount_codes d JOIN partners r ON r.workspace_id = d.workspace_id AND r.row_id = d.partner_id
    WHERE d.row_id = ${codeId}::uuid`);
}

export type NewPartner = Pick<PartnerRow, "name" | "handle">;

/** Inserts a partner and returns its id; undefined if the handle is taken (case is ignored). */
export async function insertPartner({ prisma, workspaceId }: Tx, partner: NewPartner): Promise<string | undefined> {
  const rowId = newId();
  const data = [{ ...partner, rowId, workspaceId, handleKey: partner.handle?.toLowerCase() ?? null }];
  const { count } = await prisma.partner.createMany({ data, skipDuplicates: true });
  return count === 0 ? undefined : rowId;
}

export async function updatePartnerOf({ prisma, workspaceId, now }: Tx, codeIds: string[], partnerId: string | null): Promise<void> {
  await prisma.discountCode.updateMany({ where: { workspaceId, rowId: { in: codeIds } }, data: { partnerId, updatedAt: now } });
}
