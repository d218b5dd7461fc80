import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";

export interface StatusRow {
  rowId: string;
  workspaceId: string;
  visitorId: string;
  formVariantId: string;
}

export async function readStatusRow(read: Read, responseId: string): Promise<StatusRow | undefined> {
  const [row] = await read<StatusRow>(sql`
    SELECT r.row_id AS "rowId", r.workspace_id AS "workspaceId", r.visitor_id AS "visitorId", r.form_variant_id AS "formVariantId"
    FROM form_responses r WHERE r.row_id = ${responseId}::uuid`);
  return row;
}
