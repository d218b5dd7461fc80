import { jsonRows } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { toScaled } from "@offergraph/shared/schema/scaled";
import type { DiscountCodeFields, Patch } from "../domain/fields.js";
import { creators, statuses, valueKinds } from "../domain/ordinals.js";
import type { DiscountCodeCreatedBy, TagColor } from "../generated/types.js";
import type { Db } from "../tx.js";
import { readAliasesOf } from "./names.js";
import { readPlacementsOf } from "./placements.js";
import { type DiscountCodeRecord, type DiscountCodeRow, idsOf } from "./rows.js";
import { readTagColors } from "./tags.js";

export const discountCodeColumns = raw(`
  d.row_id AS "rowId", d.workspace_id AS "workspaceId", d.created_at AS "createdAt", d.updated_at AS "updatedAt", d.code, d.title,
  d.display_name AS "displayName", d.value_kind AS "valueKind", d.value_percent AS "valuePercent", d.value_amount AS "valueAmount",
  d.usage_limit AS "usageLimit", d.usage_count AS "usageCount", d.start_at AS "startAt", d.ends_at AS "endsAt",
  d.one_time_purchase AS "oneTimePurchase", d.status, d.is_public AS "isPublic", d.public_tier AS "publicTier",
  d.created_by AS "createdBy", d.origin, d.tag_names AS "tagNames", d.partner_id AS "partnerId", d.alias_count AS "aliasCount",
  d.is_exhausted AS "isExhausted", d.is_pool_empty AS "isPoolEmpty", d.is_pool_low AS "isPoolLow"`);

export function readCodes(read: Read, ids: readonly string[]): Promise<DiscountCodeRow[]> {
  return read<DiscountCodeRow>(sql`SELECT ${discountCodeColumns} FROM discount_codes d WHERE d.row_id = ANY(${ids}::uuid[])`);
}

export type ShownCodeRow = DiscountCodeRow & { isPlaced: boolean };

/** Reads codes and whether each code has a placement, so that warnings about the codes need no further SQL statement. */
export function readShownCodes(read: Read, ids: readonly string[]): Promise<ShownCodeRow[]> {
  return read<ShownCodeRow>(sql`
    SELECT ${discountCodeColumns}, EXISTS (SELECT FROM placements p WHERE p.discount_code_id = d.row_id) AS "isPlaced"
    FROM discount_codes d WHERE d.row_id = ANY(${ids}::uuid[])`);
}

/** Locks the rows of codes until the transaction ends, and returns the current rows. The fixed order of the locks prevents deadlocks. */
export function lockCodes(tx: Db, ids: readonly string[]): Promise<DiscountCodeRow[]> {
  return tx.sql<DiscountCodeRow>(
    sql`SELECT ${discountCodeColumns} FROM discount_codes d WHERE d.row_id = ANY(${ids}::uuid[]) ORDER BY d.row_id FOR UPDATE`,
  );
}

export function tagsOf({ tagNames }: DiscountCodeRow, colors: ReadonlyMap<string, TagColor>): Record<string, TagColor> {
  return Object.fromEntries(tagNames.map((name) => [name, colors.get(name) ?? "default"]));
}

/** Adds aliases, tags and placements to the rows of codes. Returns the records in the order of the rows. */
export async function completeRecords(read: Read, codes: readonly DiscountCodeRow[]): Promise<DiscountCodeRecord[]> {
  const aliased = idsOf(codes.filter(({ aliasCount }) => aliasCount > 0));
  const aliases = await readAliasesOf(read, aliased);
  const colors = await readTagColors(read, [...new Set(codes.flatMap(({ tagNames }) => tagNames))]);
  const placements = await readPlacementsOf(read, idsOf(codes));
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

/** Inserts rows of discount_codes. The caller writes names, tag colors, placements and transitions separately. */
export async function insertCodes(tx: Db, codes: readonly NewCode[]): Promise<void> {
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
  await tx.sql(sql`INSERT INTO discount_codes SELECT * FROM json_populate_recordset(NULL::discount_codes, ${jsonRows(rows)}::json)`);
}

const scaled = (text: string | null) => (text === null ? null : toScaled(text));

/** Converts a patch to columns of `discount_codes`. Prisma does not write columns that are undefined. */
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
 * Updates the table `scheduled_transitions` after a write of status, `start_at` or `ends_at`. A test checks that the SQL and the function
 * `nextTransition` have the same results.
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

/** Adds codes to the table `changed_usages`. The job `publish-usage-counts` checks the availability of the codes in this table. */
export async function queueAvailability(tx: Db, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await tx.sql(sql`
    INSERT INTO changed_usages (workspace_id, discount_code_id, is_counted)
    SELECT ${tx.workspaceId}::uuid, d.row_id, false FROM discount_codes d WHERE d.row_id = ANY(${codeIds}::uuid[]) ORDER BY d.row_id
    ON CONFLICT DO NOTHING`);
}
