import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { deliveries, nameKinds } from "../domain/ordinals.js";
import type { Db } from "../tx.js";

// Each UNIQUE or POOL grant reserves one use of its discount code. The reservation ends when an order uses the grant's code, or when the
// grant ends.
const reserving = raw(["UNIQUE" as const, "POOL" as const].map((delivery) => deliveries.indexOf(delivery)).join());
/** SQL condition for rows of `grant_codes` (`g`) that reserve a use. */
export const reserved = sql`g.code IS NOT NULL AND g.delivery IN (${reserving}) AND g.ended_at IS NULL AND g.used_by IS NULL`;
const alias = raw(String(nameKinds.indexOf("ALIAS")));

/** Counts the reserved uses of a discount code. The caller must have locked the code's row. */
export async function countReserved(read: Read, discountCodeId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM grant_codes g WHERE g.discount_code_id = ${discountCodeId}::uuid AND ${reserved}`);
  return row?.count ?? 0;
}

export interface Availability {
  rowId: string;
  isExhausted: boolean;
  isPoolEmpty: boolean;
  isPoolLow: boolean;
  freeAliasCount: number;
}

export function readAvailability(read: Read, codeIds: readonly string[]): Promise<Availability[]> {
  return read<Availability>(sql`
    SELECT d.row_id AS "rowId", d.usage_limit IS NOT NULL AND d.usage_count + taken.count >= d.usage_limit AS "isExhausted",
      free.count = 0 AS "isPoolEmpty", free.count * 10 < d.alias_count AS "isPoolLow", free.count AS "freeAliasCount"
    FROM discount_codes d
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count FROM grant_codes g WHERE d.usage_limit IS NOT NULL AND g.discount_code_id = d.row_id AND ${reserved}
    ) taken
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count FROM code_names n
      WHERE d.alias_count > 0 AND n.discount_code_id = d.row_id AND n.kind = ${alias}
        AND NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = n.name_key)
    ) free
    WHERE d.row_id = ANY(${codeIds}::uuid[])`);
}

/**
 * Writes the availability flags to the rows of the codes. The caller must have locked the rows. Does not change `updated_at`, because no
 * client wrote the code.
 */
export async function writeAvailability(tx: Db, codes: readonly Availability[]): Promise<void> {
  if (codes.length === 0) return;
  await tx.sql(sql`
    UPDATE discount_codes d SET is_exhausted = t."isExhausted", is_pool_empty = t."isPoolEmpty", is_pool_low = t."isPoolLow"
    FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb)
      AS t("rowId" uuid, "isExhausted" boolean, "isPoolEmpty" boolean, "isPoolLow" boolean)
    WHERE d.row_id = t."rowId" AND d.row_id = ANY(${codes.map(({ rowId }) => rowId)}::uuid[])`);
}
