import { sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";
import { responseStatuses } from "../domain/ranks.js";
import type { FormResponseStatus } from "../generated/types.js";

/** A response with its outcome, as far as grants need it. */
export interface ResponseReference {
  rowId: string;
  formId: string;
  status: FormResponseStatus;
  completedAt: string;
  customerId: string | null;
  trustScore: number;
}

/** What is known of a response once it is kept. */
export interface KeptResponse {
  customerId: string | null;
  /** Nothing was known of it before, so it has no grants. */
  isNew: boolean;
}

/**
 * Keeps a response's outcome. It is for good, unless the response was only left unfinished; the customer may become known later, and then
 * stays known.
 */
export async function keepResponse({ read, workspaceId }: Keeping, response: ResponseReference): Promise<KeptResponse> {
  const { rowId, formId, status, completedAt, customerId, trustScore } = response;
  const left = responseStatuses.indexOf("INCOMPLETE");
  const [kept] = await read<KeptResponse>(sql`
    INSERT INTO form_response_references AS kept (row_id, workspace_id, form_id, status, completed_at, customer_id, trust_score)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${formId}::uuid, ${responseStatuses.indexOf(status)}::smallint,
      ${completedAt}::timestamptz, ${customerId}::uuid, ${trustScore}::float8)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET
      customer_id = coalesce(excluded.customer_id, kept.customer_id),
      status = CASE WHEN kept.status = ${left} THEN excluded.status ELSE kept.status END,
      completed_at = CASE WHEN kept.status = ${left} THEN excluded.completed_at ELSE kept.completed_at END,
      trust_score = CASE WHEN kept.status = ${left} THEN excluded.trust_score ELSE kept.trust_score END
    RETURNING kept.customer_id AS "customerId", kept.xmax = 0 AS "isNew"`);
  if (!kept) throw new Error("A response was kept and is not there.");
  return kept;
}
