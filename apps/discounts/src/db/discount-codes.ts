import { insertRows } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { columnSelector, type SelectionContext, selectedOf } from "@offergraph/service/db/selected-columns";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import { toScaled } from "@offergraph/shared/schema/scaled";
import type { DiscountCodeFields, Patch } from "../domain/fields.js";
import { creators, statuses, valueKinds } from "../domain/ordinals.js";
import type { DiscountCodeCreatedBy, TagColor } from "../generated/types.js";
import type { Db } from "../tx.js";
import { readAliasesOf } from "./names.js";
import { type JoinedPartner, joinedPartnerColumns, partnerOf } from "./partners.js";
import { readPlacementsOf } from "./placements.js";
import { type DiscountCodeRecord, type DiscountCodeRow, idsOf, type PlacementRow } from "./rows.js";
import { readTagColors } from "./tags.js";

const codeFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "code", "title", "displayName", "valueKind", "valuePercent"] as const),
  ...(["valueAmount", "usageLimit", "usageCount", "startAt", "endsAt", "oneTimePurchase", "status", "isPublic", "publicTier"] as const),
  ...(["createdBy", "origin", "tagNames", "partnerId", "aliasCount", "isExhausted", "isPoolEmpty", "isPoolLow"] as const),
] as const satisfies readonly (keyof DiscountCodeRow)[];

export const codeColumnsOf = columnSelector({
  ...{ alias: "d", fields: codeFields },
  uses: {
    aliasedCodes: ["aliasCount"],
    exhausted: ["usageLimit", "usageCount"],
    tier: ["publicTier"],
    tags: ["tagNames"],
    partner: ["partnerId"],
    post: [],
    placements: [],
  },
});
export const discountCodeColumns = codeColumnsOf(undefined);

export function readCodes(read: Read, ids: readonly string[]): Promise<DiscountCodeRow[]> {
  return read<DiscountCodeRow>(sql`SELECT ${discountCodeColumns} FROM ${rowsById("discount_codes", ids)} d`);
}

/** Reads the selected columns of codes. Joins the partners if the request selects them. */
export async function readSelectedCodes(read: Read, ids: readonly string[], selection: SelectionContext): Promise<DiscountCodeRow[]> {
  const selected = selectedOf(selection, "DiscountCode");
  const columns = codeColumnsOf(selected);
  if (!selected?.has("partner")) return read<DiscountCodeRow>(sql`SELECT ${columns} FROM ${rowsById("discount_codes", ids)} d`);
  const rows = await read<DiscountCodeRow & JoinedPartner>(sql`
    SELECT ${columns}, ${joinedPartnerColumns(selectedOf(selection, "Partner"))} FROM ${rowsById("discount_codes", ids)} d
    LEFT JOIN partners r ON r.workspace_id = d.workspace_id AND r.row_id = d.partner_id`);
  return rows.map((row) => ({ ...row, partner: partnerOf(row) }));
}

export type ShownCodeRow = DiscountCodeRow & { isPlaced: boolean };

/** Reads codes, each with a flag that shows if the code has a placement. */
export function readShownCodes(read: Read, ids: readonly string[]): Promise<ShownCodeRow[]> {
  return read<ShownCodeRow>(sql`
    SELECT ${discountCodeColumns}, EXISTS (SELECT FROM placements p WHERE p.discount_code_id = d.row_id) AS "isPlaced"
    FROM ${rowsById("discount_codes", ids)} d`);
}

/** Locks the rows of codes until the transaction ends, and returns the current rows. Locks in a fixed order to prevent deadlocks. */
export function lockCodes(tx: Db, ids: readonly string[]): Promise<DiscountCodeRow[]> {
  return tx.sql<DiscountCodeRow>(
    sql`SELECT ${discountCodeColumns} FROM discount_codes d WHERE d.row_id = ANY(${ids}::uuid[]) ORDER BY d.row_id FOR UPDATE`,
  );
}

export function tagsOf({ tagNames }: DiscountCodeRow, colors: ReadonlyMap<string, TagColor>): Record<string, TagColor> {
  return Object.fromEntries(tagNames.map((name) => [name, colors.get(name) ?? "default"]));
}

/**
 * Adds aliases, tags and placements to the rows of codes. Returns the records in the order of the rows. Pass `havePlacements: false` only
 * for codes without placements.
 */
export async function completeRecords(
  read: Read,
  codes: readonly DiscountCodeRow[],
  { havePlacements = true } = {},
): Promise<DiscountCodeRecord[]> {
  const aliased = idsOf(codes.filter(({ aliasCount }) => aliasCount > 0));
  const aliases = await readAliasesOf(read, aliased);
  const colors = await readTagColors(read, [...new Set(codes.flatMap(({ tagNames }) => tagNames))]);
  const placements = havePlacements ? await readPlacementsOf(read, idsOf(codes)) : new Map<string, PlacementRow[]>();
  return codes.map((code) => ({
    ...code,
    aliasedCodes: aliases.get(code.rowId) ?? [],
    tags: tagsOf(code, colors),
    placements: placements.get(code.rowId) ?? [],
  }));
}

/** Reads codes with their aliases, tags and placements, in the order of `ids`. Skips unknown ids. */
export async function readRecords(read: Read, ids: readonly string[]): Promise<DiscountCodeRecord[]> {
  const byId = new Map((await readCodes(read, ids)).map((code) => [code.rowId, code]));
  const codes = ids.flatMap((id) => byId.get(id) ?? []);
  return completeRecords(read, codes);
}

export async function readRecord(read: Read, id: string): Promise<DiscountCodeRecord> {
  const [record] = await readRecords(read, [id]);
  if (!record) throw new Error(`Invariant violated: discount code ${id} not found although it is locked.`);
  return record;
}

export interface NewCode {
  rowId: string;
  fields: DiscountCodeFields;
  createdBy: DiscountCodeCreatedBy;
  usageCount?: number;
  partnerId?: string | null;
}

/** The caller writes names, tag colors, placements and transitions separately. */
export function insertCodes(tx: Db, codes: readonly NewCode[]): Promise<DiscountCodeRow[]> {
  const { workspaceId, now } = tx;
  const rows = codes.map(({ rowId, fields, createdBy, usageCount = 0, partnerId = null }) => ({
    ...{ rowId, workspaceId, createdAt: now, updatedAt: now, statusWrittenAt: now, usageCount, createdBy: creators.indexOf(createdBy) },
    partnerId,
    ...columnsOf(fields),
    valuePercent: scaled(fields.valuePercent)?.toString(),
    valueAmount: scaled(fields.valueAmount)?.toString(),
    isExhausted: fields.usageLimit !== null && usageCount >= fields.usageLimit,
    isPoolEmpty: fields.aliasedCodes.length === 0,
    isPoolLow: false,
  }));
  return tx.sql<DiscountCodeRow>(sql`${insertRows("discount_codes", rows, "d")} RETURNING ${discountCodeColumns}`);
}

const scaled = (text: string | null) => (text === null ? null : toScaled(text));

/** Prisma does not write undefined columns. */
export function columnsOf({ aliasedCodes, valueKind, valuePercent, valueAmount, status, ...plain }: Patch) {
  return {
    ...plain,
    ...(aliasedCodes && { aliasCount: aliasedCodes.length }),
    ...(valueKind && { valueKind: valueKinds.indexOf(valueKind) }),
    ...(valuePercent !== undefined && { valuePercent: scaled(valuePercent) }),
    ...(valueAmount !== undefined && { valueAmount: scaled(valueAmount) }),
    ...(status && { status: statuses.indexOf(status) }),
  };
}

const ordinalOf = (status: (typeof statuses)[number]) => raw(String(statuses.indexOf(status)));
const [scheduled, active] = [ordinalOf("SCHEDULED"), ordinalOf("ACTIVE")];

/**
 * Updates the table `scheduled_transitions` after a write of status, `start_at` or `ends_at`. Keep the SQL consistent with
 * `nextTransition`.
 */
export async function scheduleTransitions(tx: Db, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await tx.sql(sql`
    WITH next AS (
      SELECT d.workspace_id, d.row_id, LEAST(
        CASE WHEN d.status = ${scheduled} AND d.start_at > d.status_written_at THEN d.start_at END,
        CASE WHEN d.status IN (${scheduled}, ${active}) AND d.ends_at > d.status_written_at THEN d.ends_at END) AS due_at
      FROM discount_codes d WHERE d.row_id = ANY(${codeIds}::uuid[])
    ), ended AS (
      DELETE FROM scheduled_transitions s USING next n
      WHERE n.due_at IS NULL AND s.workspace_id = n.workspace_id AND s.discount_code_id = n.row_id
    )
    INSERT INTO scheduled_transitions AS s (workspace_id, discount_code_id, due_at)
    SELECT n.workspace_id, n.row_id, n.due_at FROM next n WHERE n.due_at IS NOT NULL
    ON CONFLICT (workspace_id, discount_code_id) DO UPDATE SET due_at = excluded.due_at WHERE s.due_at <> excluded.due_at`);
}

/** Queues codes for the availability check of the job `publish-usage-counts`. */
export async function queueAvailability(tx: Db, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await tx.sql(sql`
    INSERT INTO changed_usages (workspace_id, discount_code_id, is_counted)
    SELECT ${tx.workspaceId}::uuid, d.row_id, false FROM discount_codes d WHERE d.row_id = ANY(${codeIds}::uuid[]) ORDER BY d.row_id
    ON CONFLICT DO NOTHING`);
}
