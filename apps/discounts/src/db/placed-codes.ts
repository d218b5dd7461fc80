import { sql } from "@offergraph/service/db/statement";
import type { Alias } from "../domain/fields.js";
import { readCodes } from "./discount-codes.js";
import { readAliasesOf } from "./names.js";
import { readTargetsOf } from "./placements.js";
import { type DiscountCodeRow, idsOf, type TargetRow } from "./rows.js";
import type { StoreTx } from "./store-pushes.js";

export interface PlacedCode {
  code: DiscountCodeRow;
  aliases: Alias[];
  targets: TargetRow[];
  placement: { rowId: string; discountCodeId: string; connectionId: string; child: Record<string, unknown> | null; syncVersion: number };
}

/** Locks the rows of codes until the transaction ends. All writes lock codes in the same order, to prevent deadlocks. */
export async function lockPlacedCodes(store: StoreTx, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await store.sql(sql`SELECT FROM discount_codes d WHERE d.row_id = ANY(${codeIds}::uuid[]) ORDER BY d.row_id FOR KEY SHARE`);
}

/** Returns the codes among `codeIds` that have a placement on the store. Reads aliases only for the codes in `aliased`. */
export async function readPlacedCodes(store: StoreTx, codeIds: readonly string[], aliased: ReadonlySet<string>): Promise<PlacedCode[]> {
  const placements = await store.sql<PlacedCode["placement"]>(sql`
    SELECT p.row_id AS "rowId", p.discount_code_id AS "discountCodeId", p.connection_id AS "connectionId", p.child, p.sync_version AS "syncVersion"
    FROM placements p WHERE p.connection_id = ${store.connectionId}::uuid AND p.discount_code_id = ANY(${codeIds}::uuid[])`);
  const placedIds = placements.map(({ discountCodeId }) => discountCodeId);
  const codes = new Map((await readCodes(store.sql, placedIds)).map((code) => [code.rowId, code]));
  const aliasedIds = placedIds.filter((id) => aliased.has(id));
  const aliases = await readAliasesOf(store.sql, aliasedIds);
  const targets = await readTargetsOf(store.sql, idsOf(placements));
  return placements.flatMap((placement) => {
    const code = codes.get(placement.discountCodeId);
    return code ? [{ code, placement, aliases: aliases.get(code.rowId) ?? [], targets: targets.get(placement.rowId) ?? [] }] : [];
  });
}
