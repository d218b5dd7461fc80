import { sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";

/** Keeps the tier of a discount code as it was at this time, unless something newer is known of the code. */
export async function keepTier({ read }: Keeping, code: { rowId: string; updatedAt: string; publicTier: string | null }): Promise<void> {
  await read(sql`
    UPDATE discount_code_references d SET tier = ${code.publicTier}
    WHERE d.row_id = ${code.rowId}::uuid AND d.updated_at = ${code.updatedAt}::timestamptz AND NOT d.is_deleted`);
}
