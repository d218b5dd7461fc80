import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";

/** Stores when a form was unpublished, from its newest event. */
export async function keepPublished({ read }: Keeping, form: { rowId: string; status: string; updatedAt: string }): Promise<void> {
  const { rowId, status, updatedAt } = form;
  await read(sql`
    UPDATE form_references f
    SET unpublished_at = CASE WHEN ${status} = 'PUBLISHED' THEN NULL ELSE coalesce(f.unpublished_at, ${updatedAt}::timestamptz) END
    WHERE f.row_id = ${rowId}::uuid AND f.updated_at = ${updatedAt}::timestamptz`);
}
