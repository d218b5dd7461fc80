import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Claim, OrdersAround, Span, Standing } from "../domain/eligibility.js";
import { grantStates, incentiveStatuses, responseStatuses } from "../domain/ordinals.js";
import type { FormResponseStatus, GrantState } from "../generated/types.js";
import type { Db } from "../tx.js";
import type { IncentiveRow, RuleRow } from "./rows.js";

export interface ResponseReference extends Claim {
  rowId: string;
  formId: string;
  status: FormResponseStatus;
  completedAt: string;
  /** True if the placement has a secret for signed customer references. Without a signature, the customer is only an unverified claim. */
  verificationExpected: boolean;
  trustScore: number;
  /** Signals that lowered the trust score. */
  trustReasons: string[];
}

export type ResponseClaim = Pick<ResponseReference, "customerId" | "customerVerified" | "verificationExpected" | "visitorId">;

/**
 * Stores a response. Outcome and trust score change only while the response is INCOMPLETE. `isNew` is true if the response was not stored
 * before.
 */
export async function keepResponse(tx: Db, response: ResponseReference): Promise<ResponseClaim & { isNew: boolean }> {
  const { rowId, formId, status, completedAt, customerId, customerVerified, verificationExpected, visitorId, trustScore, trustReasons } =
    response;
  const incomplete = responseStatuses.indexOf("INCOMPLETE");
  const [kept] = await tx.sql<ResponseClaim & { isNew: boolean }>(sql`
    INSERT INTO form_response_references AS kept (row_id, workspace_id, form_id, status, completed_at, customer_id, trust_score, trust_reasons,
      customer_verified, verification_expected, visitor_id)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${formId}::uuid, ${responseStatuses.indexOf(status)}::smallint,
      ${completedAt}::timestamptz, ${customerId}::uuid, ${trustScore}::float8, ${trustReasons}::text[],
      ${customerVerified}::boolean, ${verificationExpected}::boolean, ${visitorId}::uuid)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET
      customer_id = coalesce(excluded.customer_id, kept.customer_id),
      customer_verified = kept.customer_verified OR excluded.customer_verified,
      verification_expected = kept.verification_expected OR excluded.verification_expected,
      visitor_id = coalesce(kept.visitor_id, excluded.visitor_id),
      status = CASE WHEN kept.status = ${incomplete} THEN excluded.status ELSE kept.status END,
      completed_at = CASE WHEN kept.status = ${incomplete} THEN excluded.completed_at ELSE kept.completed_at END,
      trust_score = CASE WHEN kept.status = ${incomplete} THEN excluded.trust_score ELSE kept.trust_score END,
      trust_reasons = CASE WHEN kept.status = ${incomplete} THEN excluded.trust_reasons ELSE kept.trust_reasons END
    RETURNING kept.customer_id AS "customerId", kept.customer_verified AS "customerVerified",
      kept.verification_expected AS "verificationExpected", kept.visitor_id AS "visitorId", kept.xmax = 0 AS "isNew"`);
  if (!kept) throw new Error(`Invariant violated: response ${rowId} not found after upsert.`);
  return kept;
}

type IncentiveColumns = "audience" | "tier" | "limitCount" | "limitPeriod" | "minTrustScore" | "requiresVerifiedCustomer";

/** A rule with the current states of its incentive and form. */
export interface EligibleRule extends Standing, Pick<IncentiveRow, IncentiveColumns>, Omit<RuleRow, "rowId" | "outcome"> {
  ruleId: string;
}

const ruleColumns = raw(`
  i.row_id AS "incentiveId", i.status, i.deleted_at IS NOT NULL AS "isDeleted", i.audience, i.tier, i.limit_count AS "limitCount",
  i.limit_period AS "limitPeriod", i.min_trust_score AS "minTrustScore", i.requires_verified_customer AS "requiresVerifiedCustomer",
  r.row_id AS "ruleId", r.kind, r.discount_code_id AS "discountCodeId", r.connection_id AS "connectionId", r.terms,
  f.is_deleted AS "isFormDeleted", f.unpublished_at AS "unpublishedAt", k.is_deleted AS "isConnectionDeleted"`);
const ruleConnection = raw(`
  LEFT JOIN connection_references k ON k.workspace_id = r.workspace_id AND k.row_id = r.connection_id`);

/** Reads rules of incentives that are active now or were active at the outcome. */
export function readEligibleRules(read: Read, formId: string, outcome: number, outcomeAt: string): Promise<EligibleRule[]> {
  return read(sql`
    SELECT ${ruleColumns} FROM incentives i
    JOIN incentive_rules r ON r.workspace_id = i.workspace_id AND r.incentive_id = i.row_id
    LEFT JOIN form_references f ON f.workspace_id = i.workspace_id AND f.row_id = i.form_id${ruleConnection}
    WHERE i.form_id = ${formId}::uuid AND r.outcome = ${outcome}::smallint AND r.retired_at IS NULL
      AND (i.status = ${incentiveStatuses.indexOf("ACTIVE")} AND i.deleted_at IS NULL
        OR i.active_since <= ${outcomeAt}::timestamptz AND i.active_until > ${outcomeAt}::timestamptz)
    ORDER BY i.created_at, i.row_id, r.position`);
}

/** Returns a function that maps a grant's id to its rule, or throws if the rule is missing. Includes replaced rules. */
export async function readRulesOfGrants(read: Read, grantIds: readonly string[]): Promise<(grantId: string) => EligibleRule> {
  const rows = await read<EligibleRule & { grantId: string }>(sql`
    SELECT g.row_id AS "grantId", ${ruleColumns} FROM grants g
    JOIN incentives i ON i.workspace_id = g.workspace_id AND i.row_id = g.incentive_id
    JOIN incentive_rules r ON r.workspace_id = g.workspace_id AND r.row_id = g.rule_id
    LEFT JOIN form_response_references p ON p.workspace_id = g.workspace_id AND p.row_id = g.form_response_id
    LEFT JOIN form_references f ON f.workspace_id = g.workspace_id AND f.row_id = p.form_id${ruleConnection}
    WHERE g.row_id = ANY(${grantIds}::uuid[])`);
  const rules = new Map(rows.map(({ grantId, ...rule }) => [grantId, rule]));
  return (grantId) => {
    const rule = rules.get(grantId);
    if (!rule) throw new Error(`Invariant violated: grant ${grantId} has no rule.`);
    return rule;
  };
}

// States of grants that a cap ignores.
const notCounted = (["PENDING", "FAILED", "DECLINED", "CAPPED"] satisfies GrantState[]).map((state) => grantStates.indexOf(state));
const timeOf = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : milliseconds < 0 ? "-infinity" : "infinity";

/**
 * Reads the outcome times of the grants that a cap limits. For a verified customer, reads the customer's verified grants. For an unverified
 * claim, reads all unverified grants of the same visitor or customer.
 */
export async function readCapUsage(read: Read, incentiveId: string, claim: Claim, { from, until }: Span): Promise<number[]> {
  const { customerId, customerVerified, visitorId } = claim;
  const isTheirs = customerVerified
    ? sql`g.customer_verified AND g.customer_id = ${customerId}::uuid`
    : sql`NOT g.customer_verified AND (g.customer_id = ${customerId}::uuid OR g.visitor_id = ${visitorId}::uuid)`;
  const rows = await read<{ outcomeAt: string }>(sql`
    SELECT g.outcome_at AS "outcomeAt" FROM grants g
    WHERE g.incentive_id = ${incentiveId}::uuid AND ${isTheirs} AND g.state <> ALL(${notCounted}::smallint[])
      AND g.outcome_at >= ${timeOf(from)}::timestamptz AND g.outcome_at < ${timeOf(until)}::timestamptz`);
  return rows.map(({ outcomeAt }) => Date.parse(outcomeAt));
}

const counted = sql`o.is_real AND NOT o.is_cancelled`;

export async function readOrdersAround(read: Read, customerId: string, at: string): Promise<OrdersAround> {
  const [row] = await read<{ before: string | null; after: string | null }>(sql`
    SELECT max(o.placed_at) FILTER (WHERE o.placed_at <= ${at}::timestamptz) AS before,
      min(o.placed_at) FILTER (WHERE o.placed_at > ${at}::timestamptz) AS after
    FROM order_references o WHERE o.customer_id = ${customerId}::uuid AND ${counted}`);
  const time = (value: string | null | undefined) => (value ? Date.parse(value) : null);
  return { before: time(row?.before), after: time(row?.after) };
}

export async function hasOrderedBefore(read: Read, customerId: string, at: string): Promise<boolean> {
  const orders = await read(sql`
    SELECT FROM order_references o WHERE o.customer_id = ${customerId}::uuid AND o.placed_at < ${at}::timestamptz AND ${counted} LIMIT 1`);
  return orders.length > 0;
}
