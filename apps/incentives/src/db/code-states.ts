import { jsonRows } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import type { discountCodeCreated, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { CodeState } from "../domain/problems.js";
import type { Db } from "../tx.js";

export async function readCodeStates(read: Read, ids: readonly string[]): Promise<Map<string, CodeState>> {
  if (ids.length === 0) return new Map();
  const rows = await read<CodeState & { rowId: string }>(sql`
    SELECT c.row_id AS "rowId", c.code, c.status, c.starts_at AS "startsAt", c.ends_at AS "endsAt", c.is_deleted AS "isDeleted",
      c.is_exhausted AS "isExhausted", c.is_pool_empty AS "isPoolEmpty", c.is_pool_low AS "isPoolLow", c.is_placed AS "isPlaced"
    FROM ${rowsById("discount_code_references", ids)} c`);
  return new Map(rows.map(({ rowId, ...state }) => [rowId, state]));
}

type DiscountCodeData = EventOf<typeof discountCodeUpdated | typeof discountCodeCreated>["data"];

/** The list must contain each code at most once. Derives fields that older events lack. */
export async function keepCodeStates(tx: Db, codes: readonly DiscountCodeData[]): Promise<void> {
  const rows = codes.map((code) => ({
    ...{ rowId: code.rowId, updatedAt: code.updatedAt, code: code.code, status: code.status, startsAt: code.startAt, endsAt: code.endsAt },
    isExhausted: code.isExhausted ?? (code.usageLimit !== null && code.usageCount >= code.usageLimit),
    isPoolEmpty: code.isPoolEmpty ?? code.aliasedCodes.length === 0,
    isPoolLow: code.isPoolLow ?? false,
    isPlaced: code.placements.length > 0,
  }));
  await tx.sql(sql`
    UPDATE discount_code_references c SET code = newest.code, status = newest.status, starts_at = newest.starts_at,
      ends_at = newest.ends_at, over_since = CASE WHEN newest.status = 'EXPIRED' THEN coalesce(c.over_since, newest.updated_at) END,
      is_exhausted = newest.is_exhausted, is_pool_empty = newest.is_pool_empty, is_pool_low = newest.is_pool_low, is_placed = newest.is_placed
    FROM jsonb_populate_recordset(NULL::discount_code_references, ${jsonRows(rows)}::jsonb) AS newest
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id = newest.row_id
      AND c.row_id = ANY(${codes.map(({ rowId }) => rowId)}::uuid[]) AND NOT c.is_deleted AND c.updated_at = newest.updated_at`);
}
