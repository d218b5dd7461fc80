import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";
import type { CodeState } from "../domain/problems.js";

/** What is known of these discount codes, by their ids. */
export async function readCodeStates(read: Read, ids: readonly string[]): Promise<Map<string, CodeState>> {
  if (ids.length === 0) return new Map();
  const rows = await read<CodeState & { rowId: string }>(sql`
    SELECT c.row_id AS "rowId", c.code, c.status, c.starts_at AS "startsAt", c.ends_at AS "endsAt", c.is_deleted AS "isDeleted",
      c.is_exhausted AS "isExhausted", c.is_pool_empty AS "isPoolEmpty", c.is_pool_low AS "isPoolLow", c.is_placed AS "isPlaced"
    FROM discount_code_references c WHERE c.row_id = ANY(${ids}::uuid[])`);
  return new Map(rows.map(({ rowId, ...state }) => [rowId, state]));
}

/** A discount code as its events carry it, as far as its state goes. */
export interface ToldCode {
  rowId: string;
  updatedAt: string;
  code: string;
  aliasedCodes: readonly unknown[];
  status: string;
  startAt: string | null;
  endsAt: string | null;
  usageLimit: number | null;
  usageCount: number;
  placements: readonly unknown[];
  isExhausted?: boolean | undefined;
  isPoolEmpty?: boolean | undefined;
  isPoolLow?: boolean | undefined;
}

/** Keeps what decides whether a code can be given, and since when it has been over, if its newest event tells so. Events of older versions tell less. */
export async function keepCodeState({ read }: Keeping, told: ToldCode): Promise<void> {
  const { rowId, updatedAt, code, status, startAt, endsAt, placements, aliasedCodes, usageLimit, usageCount } = told;
  const isExhausted = told.isExhausted ?? (usageLimit !== null && usageCount >= usageLimit);
  await read(sql`
    UPDATE discount_code_references c SET code = ${code}, status = ${status}, starts_at = ${startAt}::timestamptz,
      ends_at = ${endsAt}::timestamptz,
      over_since = CASE WHEN ${status} = 'EXPIRED' THEN coalesce(c.over_since, ${updatedAt}::timestamptz) END,
      is_exhausted = ${isExhausted}::boolean, is_pool_empty = ${told.isPoolEmpty ?? aliasedCodes.length === 0}::boolean,
      is_pool_low = ${told.isPoolLow ?? false}::boolean, is_placed = ${placements.length > 0}::boolean
    WHERE c.row_id = ${rowId}::uuid AND NOT c.is_deleted AND c.updated_at = ${updatedAt}::timestamptz`);
}
