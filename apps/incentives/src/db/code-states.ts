import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import type { CodeState } from "../domain/problems.js";

/** Reads the known states of these discount codes, by id. */
export async function readCodeStates(read: Read, ids: readonly string[]): Promise<Map<string, CodeState>> {
  if (ids.length === 0) return new Map();
  const rows = await read<CodeState & { rowId: string }>(sql`
    SELECT c.row_id AS "rowId", c.code, c.status, c.starts_at AS "startsAt", c.ends_at AS "endsAt", c.is_deleted AS "isDeleted",
      c.is_exhausted AS "isExhausted", c.is_pool_empty AS "isPoolEmpty", c.is_pool_low AS "isPoolLow", c.is_placed AS "isPlaced"
    FROM discount_code_references c WHERE c.row_id = ANY(${ids}::uuid[])`);
  return new Map(rows.map(({ rowId, ...state }) => [rowId, state]));
}

/** State of a discount code as events carry it. */
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

/**
 * Stores whether codes can be given, and when they ended, from their newest events. Expects each code once. Events of older versions lack
 * some of these fields.
 */
export async function keepCodeStates({ read, workspaceId }: Keeping, codes: readonly ToldCode[]): Promise<void> {
  const rows = codes.map((told) => ({
    ...{ row_id: told.rowId, updated_at: told.updatedAt, code: told.code, status: told.status, starts_at: told.startAt },
    ends_at: told.endsAt,
    is_exhausted: told.isExhausted ?? (told.usageLimit !== null && told.usageCount >= told.usageLimit),
    is_pool_empty: told.isPoolEmpty ?? told.aliasedCodes.length === 0,
    is_pool_low: told.isPoolLow ?? false,
    is_placed: told.placements.length > 0,
  }));
  await read(sql`
    UPDATE discount_code_references c SET code = told.code, status = told.status, starts_at = told.starts_at,
      ends_at = told.ends_at, over_since = CASE WHEN told.status = 'EXPIRED' THEN coalesce(c.over_since, told.updated_at) END,
      is_exhausted = told.is_exhausted, is_pool_empty = told.is_pool_empty, is_pool_low = told.is_pool_low, is_placed = told.is_placed
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS told(row_id uuid, updated_at timestamptz, code text, status text,
      starts_at timestamptz, ends_at timestamptz, is_exhausted boolean, is_pool_empty boolean, is_pool_low boolean, is_placed boolean)
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.row_id = told.row_id AND NOT c.is_deleted AND c.updated_at = told.updated_at`);
}
