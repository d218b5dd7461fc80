import { sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";
import { isOpenClaim } from "./grants.js";
import type { ResponseClaim } from "./outcomes.js";

interface StoredResponse extends ResponseClaim {
  rowId: string;
  /** True if a verified customer's response still has a grant of an unverified claim. */
  hasClaims: boolean;
}

/** Reads the next responses after the id `after`, sorted by id. */
export function readResponseBatch(tx: Db, after: string, max: number): Promise<StoredResponse[]> {
  return tx.sql(sql`
    SELECT p.row_id AS "rowId", p.customer_id AS "customerId", p.customer_verified AS "customerVerified",
      p.verification_expected AS "verificationExpected", p.visitor_id AS "visitorId",
      p.customer_verified AND EXISTS (
        SELECT FROM grants g WHERE g.form_response_id = p.row_id AND g.customer_id = p.customer_id AND ${isOpenClaim}) AS "hasClaims"
    FROM form_response_references p WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.row_id > ${after}::uuid
    ORDER BY p.row_id LIMIT ${max}::integer`);
}
