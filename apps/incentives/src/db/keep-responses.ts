import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { responseStatuses } from "../domain/ranks.js";
import type { FormResponseStatus } from "../generated/types.js";

/** A response with its outcome, as grants need it. */
export interface ResponseReference {
  rowId: string;
  formId: string;
  status: FormResponseStatus;
  completedAt: string;
  customerId: string | null;
  /** False: an unverified claim. */
  customerVerified: boolean;
  /** The placement signs its customers; an unsigned one is only a claim. */
  verificationExpected: boolean;
  /** Pseudonym of the visitor. */
  visitorId: string | null;
  trustScore: number;
}

/** A stored response. */
export interface KeptResponse extends Pick<ResponseReference, "customerId" | "customerVerified" | "verificationExpected" | "visitorId"> {
  /** It was not stored before, so it has no grants. */
  isNew: boolean;
}

/**
 * Upserts a response. Its outcome is final, except INCOMPLETE. The customer can become known later and then stays known.
 */
export async function keepResponse({ read, workspaceId }: Keeping, response: ResponseReference): Promise<KeptResponse> {
  const { rowId, formId, status, completedAt, customerId, customerVerified, verificationExpected, visitorId, trustScore } = response;
  const left = responseStatuses.indexOf("INCOMPLETE");
  const [kept] = await read<KeptResponse>(sql`
    INSERT INTO form_response_references AS kept (row_id, workspace_id, form_id, status, completed_at, customer_id, trust_score,
      customer_verified, verification_expected, visitor_id)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${formId}::uuid, ${responseStatuses.indexOf(status)}::smallint,
      ${completedAt}::timestamptz, ${customerId}::uuid, ${trustScore}::float8,
      ${customerVerified}::boolean, ${verificationExpected}::boolean, ${visitorId}::uuid)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET
      customer_id = coalesce(excluded.customer_id, kept.customer_id),
      customer_verified = kept.customer_verified OR excluded.customer_verified,
      verification_expected = kept.verification_expected OR excluded.verification_expected,
      visitor_id = coalesce(kept.visitor_id, excluded.visitor_id),
      status = CASE WHEN kept.status = ${left} THEN excluded.status ELSE kept.status END,
      completed_at = CASE WHEN kept.status = ${left} THEN excluded.completed_at ELSE kept.completed_at END,
      trust_score = CASE WHEN kept.status = ${left} THEN excluded.trust_score ELSE kept.trust_score END
    RETURNING kept.customer_id AS "customerId", kept.customer_verified AS "customerVerified",
      kept.verification_expected AS "verificationExpected", kept.visitor_id AS "visitorId", kept.xmax = 0 AS "isNew"`);
  if (!kept) throw new Error(`Invariant violated: response ${response.rowId} not found after upsert.`);
  return kept;
}
