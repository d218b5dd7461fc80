import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Standing } from "../domain/earning.js";
import { incentiveStatuses } from "../domain/ranks.js";

/** A rule with the current state of its incentive and the response's form. Ranks are those of domain/ranks.ts. */
export interface EligibleRule extends Standing {
  incentiveId: string;
  audience: number | null;
  tier: number | null;
  limitCount: number | null;
  limitPeriod: number | null;
  minTrustScore: number | null;
  requiresVerifiedCustomer: boolean | null;
  ruleId: string;
  kind: number;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: Record<string, unknown>;
}

const columns = raw(`
  i.row_id AS "incentiveId", i.status, i.deleted_at IS NOT NULL AS "isDeleted", i.audience, i.tier, i.limit_count AS "limitCount",
  i.requires_verified_customer AS "requiresVerifiedCustomer", i.limit_period AS "limitPeriod", i.min_trust_score AS "minTrustScore", r.row_id AS "ruleId", r.kind,
  r.discount_code_id AS "discountCodeId", r.connection_id AS "connectionId", r.terms, f.is_deleted AS "isFormDeleted",
  f.unpublished_at AS "unpublishedAt"`);

/**
 * Reads the rules that a response with this outcome can earn, by incentive and position: of incentives that are active now or were at the
 * time of the outcome.
 */
export function readEarnings(read: Read, formId: string, outcome: number, outcomeAt: string): Promise<EligibleRule[]> {
  return read(sql`
    SELECT ${columns} FROM incentives i
    JOIN incentive_rules r ON r.workspace_id = i.workspace_id AND r.incentive_id = i.row_id
    LEFT JOIN form_references f ON f.workspace_id = i.workspace_id AND f.row_id = i.form_id
    WHERE i.form_id = ${formId}::uuid AND r.outcome = ${outcome}::smallint AND r.retired_at IS NULL
      AND (i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL
        OR i.active_since <= ${outcomeAt}::timestamptz AND i.active_until > ${outcomeAt}::timestamptz)
    ORDER BY i.created_at, i.row_id, r.position`);
}

/** Reads the rules of grants, retired ones included, by grant id. */
export async function readEarned(read: Read, grantIds: readonly string[]): Promise<Map<string, EligibleRule>> {
  const rows = await read<EligibleRule & { grantId: string }>(sql`
    SELECT g.row_id AS "grantId", ${columns} FROM grants g
    JOIN incentives i ON i.workspace_id = g.workspace_id AND i.row_id = g.incentive_id
    JOIN incentive_rules r ON r.workspace_id = g.workspace_id AND r.row_id = g.rule_id
    LEFT JOIN form_response_references p ON p.workspace_id = g.workspace_id AND p.row_id = g.form_response_id
    LEFT JOIN form_references f ON f.workspace_id = g.workspace_id AND f.row_id = p.form_id
    WHERE g.row_id = ANY(${grantIds}::uuid[])`);
  return new Map(rows.map(({ grantId, ...earning }) => [grantId, earning]));
}
