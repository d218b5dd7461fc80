import { columnOf } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, type Statement, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import { type ListArguments, type ListContext, listedBy, readList } from "@offergraph/service/filters/list";
import { newId } from "@offergraph/shared/time/ids";
import type { PartnerFields } from "../domain/partners.js";
import type { Db, Tx } from "../tx.js";
import { lockName } from "./names.js";
import type { DiscountCodeRow, PartnerRow } from "./rows.js";

const partnerColumns = raw(`
  r.row_id AS "rowId", r.workspace_id AS "workspaceId", r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.name, r.handle`);

const partnerFields = ["workspaceId", "createdAt", "updatedAt", "name", "handle"] as const satisfies readonly (keyof PartnerRow)[];

/** The columns of a joined partner. `partnerRowId` is null if the record has no partner. */
export type JoinedPartner = { partnerRowId: string | null } & {
  [Field in (typeof partnerFields)[number] as `partner_${Field}`]?: string | null;
};

export function joinedPartnerColumns(selected: ReadonlySet<string> | undefined): Statement {
  const fields = partnerFields.filter((field) => selected?.has(field) ?? true);
  return raw([`r.row_id AS "partnerRowId"`, ...fields.map((field) => `r.${columnOf(field)} AS "partner_${field}"`)].join(", "));
}

/** Fields that the request does not select are undefined. */
export function partnerOf({ partnerRowId, ...row }: JoinedPartner): PartnerRow | null {
  if (partnerRowId === null) return null;
  return { rowId: partnerRowId, ...Object.fromEntries(partnerFields.map((field) => [field, row[`partner_${field}`]])) } as PartnerRow;
}

const unindexed = { nullable: false, indexed: false };
const columns = {
  rowId: { sql: sql`r.row_id`, kind: "uuid", nullable: false },
  name: { sql: sql`r.name`, kind: "text", ...unindexed },
  handle: { sql: sql`r.handle`, kind: "text", nullable: true, indexed: false },
  createdAt: { sql: sql`r.created_at`, kind: "datetime", ...unindexed },
  updatedAt: { sql: sql`r.updated_at`, kind: "datetime", ...unindexed },
} as const satisfies Record<string, Column>;

export function readPartnerPage(context: ListContext, given: ListArguments) {
  const source = { select: partnerColumns, from: sql`partners r`, ...listedBy(columns) };
  return readList<PartnerRow>(context, given, { operation: "list_partners", ...source });
}

export function readPartners(read: Read, ids: readonly string[]): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`SELECT ${partnerColumns} FROM ${rowsById("partners", ids)} r`);
}

/** Returns at most two ids of partners with this name or @handle. Ignores case. Two ids show that the name is ambiguous. */
export async function readPartnerIdsByName(read: Read, name: string): Promise<string[]> {
  const byHandle = name.startsWith("@") ? sql` OR r.handle_key = ${name.slice(1).toLowerCase()}` : sql``;
  const rows = await read<{ id: string }>(sql`SELECT r.row_id AS id FROM partners r WHERE r.name = ${name}${byHandle} LIMIT 2`);
  return rows.map(({ id }) => id);
}

export function readPartnersOf(read: Read, codeId: string): Promise<PartnerRow[]> {
  return read<PartnerRow>(sql`
    SELECT ${partnerColumns} FROM discount_codes d JOIN partners r ON r.workspace_id = d.workspace_id AND r.row_id = d.partner_id
    WHERE d.row_id = ${codeId}::uuid`);
}

/** Locks a partner's row against deletion (SHARE) or against all changes (UPDATE). Call this function before locking discount codes. */
export async function lockPartner(tx: Db, rowId: string, mode: "SHARE" | "UPDATE"): Promise<PartnerRow | undefined> {
  const [partner] = await tx.sql<PartnerRow>(
    sql`SELECT ${partnerColumns} FROM partners r WHERE r.row_id = ${rowId}::uuid FOR ${raw(mode === "SHARE" ? "KEY SHARE" : "UPDATE")}`,
  );
  return partner;
}

/** Locks at most `max` of the partner's codes. All bulk writes lock codes in the same order, to prevent deadlocks. */
export function lockCodesOfPartner(tx: Db, partnerId: string, max: number): Promise<Pick<DiscountCodeRow, "rowId">[]> {
  return tx.sql(
    sql`SELECT d.row_id AS "rowId" FROM discount_codes d WHERE d.partner_id = ${partnerId}::uuid ORDER BY d.row_id LIMIT ${max}::int FOR UPDATE`,
  );
}

/** Reserves the handle until the transaction ends. Returns the id of the partner that already has the handle, ignoring case. */
export async function reserveHandle(tx: Db, handle: string): Promise<string | undefined> {
  const key = handle.toLowerCase();
  await lockName(tx, `partner @${key}`);
  const [owner] = await tx.sql<{ rowId: string }>(sql`SELECT r.row_id AS "rowId" FROM partners r WHERE r.handle_key = ${key}`);
  return owner?.rowId;
}

/** Inserts a partner and returns its id. The caller must have reserved the partner's handle. */
export async function insertPartner({ prisma, workspaceId, now }: Tx, partner: PartnerFields): Promise<string> {
  const rowId = newId();
  await prisma.partner.create({ data: { ...partner, ...keyOf(partner), rowId, workspaceId, createdAt: now, updatedAt: now } });
  return rowId;
}

export async function updatePartner({ prisma, workspaceId, now }: Tx, rowId: string, fields: Partial<PartnerFields>): Promise<void> {
  const where = { workspaceId_rowId: { workspaceId, rowId } };
  await prisma.partner.update({ where, data: { ...fields, ...keyOf(fields), updatedAt: now } });
}

const keyOf = ({ handle }: Partial<PartnerFields>) => (handle === undefined ? {} : { handleKey: handle?.toLowerCase() ?? null });

export async function deletePartner({ prisma, workspaceId }: Tx, rowId: string): Promise<void> {
  await prisma.partner.deleteMany({ where: { workspaceId, rowId } });
}

export async function updatePartnerOf({ prisma, workspaceId, now }: Tx, codeIds: string[], partnerId: string | null): Promise<void> {
  await prisma.discountCode.updateMany({ where: { workspaceId, rowId: { in: codeIds } }, data: { partnerId, updatedAt: now } });
}
