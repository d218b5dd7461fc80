import { raw, sql } from "@offergraph/service/db/statement";
import { nameKinds } from "../domain/ranks.js";
import type { Writing } from "./transaction.js";

type Within = Pick<Writing, "read" | "workspaceId">;

// A UNIQUE or POOL grant reserves one use until an order counts as that use or the grant ends.
const reserved = raw("g.code IS NOT NULL AND g.delivery > 0 AND g.ended_at IS NULL AND g.used_by IS NULL");
const alias = raw(String(nameKinds.indexOf("ALIAS")));

/** Counts the uses of a locked discount code that grants reserve. */
export async function countReserved({ read }: Pick<Within, "read">, discountCodeId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM grant_codes g WHERE g.discount_code_id = ${discountCodeId}::uuid AND ${reserved}`);
  return row?.count ?? 0;
}

/** Queues codes whose availability may have changed; `usages/publish-usage-counts.ts` recomputes and publishes it. */
export async function noteAvailability({ read, workspaceId }: Within, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await read(sql`
    INSERT INTO changed_usages (workspace_id, discount_code_id, is_counted)
    SELECT ${workspaceId}::uuid, d.row_id, false FROM discount_codes d WHERE d.row_id = ANY(${codeIds}::uuid[]) ORDER BY d.row_id
    ON CONFLICT DO NOTHING`);
}

/** Availability of a discount code. */
export interface Availability {
  rowId: string;
  isExhausted: boolean;
  isPoolEmpty: boolean;
  isPoolLow: boolean;
  freeAliasCount: number;
}

/** Computes the availability of locked codes. */
export function readAvailability({ read }: Pick<Within, "read">, codeIds: readonly string[]): Promise<Availability[]> {
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

/** Stores the availability of locked codes. No client writes it, so updated_at stays. */
export async function writeAvailability({ read }: Pick<Within, "read">, codes: readonly Availability[]): Promise<void> {
  if (codes.length === 0) return;
  await read(sql`
    UPDATE discount_codes d SET is_exhausted = t."isExhausted", is_pool_empty = t."isPoolEmpty", is_pool_low = t."isPoolLow"
    FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb)
      AS t("rowId" uuid, "isExhausted" boolean, "isPoolEmpty" boolean, "isPoolLow" boolean)
    WHERE d.row_id = t."rowId"`);
}
