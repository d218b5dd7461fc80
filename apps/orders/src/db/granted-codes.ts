import { jsonRows, type PlainRow } from "@offergraph/service/db/plain-row";
import { sql } from "@offergraph/service/db/statement";
import type { GrantedCode } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";
import { lockCustomers } from "./responses.js";

export type GrantedCodeRow = Omit<PlainRow<GrantedCode>, "workspaceId">;

/** Omits customers who were erased after the issue. */
export async function insertGrantedCodes(tx: Db, codes: readonly GrantedCodeRow[]): Promise<void> {
  if (codes.length === 0) return;
  await lockCustomers(
    tx,
    codes.flatMap(({ customerId }) => customerId ?? []),
  );
  await tx.sql(sql`
    INSERT INTO granted_codes (workspace_id, grant_id, form_response_id, discount_code_id, name_key, customer_id, issued_at)
    SELECT ${tx.workspaceId}::uuid, g.grant_id, g.form_response_id, g.discount_code_id, g.name_key,
      CASE WHEN NOT EXISTS (SELECT FROM erased_customers e WHERE e.customer_id = g.customer_id AND e.erased_at >= g.issued_at) THEN g.customer_id END,
      g.issued_at
    FROM jsonb_to_recordset(${jsonRows(codes)}::jsonb) AS g(grant_id uuid, form_response_id uuid, discount_code_id uuid, name_key text,
      customer_id uuid, issued_at timestamptz)
    ON CONFLICT DO NOTHING`);
}
