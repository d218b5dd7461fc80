import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { OrdersAround, Span } from "../domain/cap.js";
import type { Claim } from "../domain/claim.js";
import { grantStates } from "../domain/ranks.js";
import type { GrantState } from "../generated/types.js";

// PENDING grants are found by visitor but do not count towards a cap.
const withoutPlace = (["PENDING", "FAILED", "DECLINED", "CAPPED"] satisfies GrantState[]).map((state) => grantStates.indexOf(state));
const timeOf = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : milliseconds < 0 ? "-infinity" : "infinity";

/**
 * Reads the outcomes within a span of an incentive's grants that count towards a claim's cap. For a verified customer: the verified
 * customer's grants. For an unverified claim: grants of unverified claims of the same customer or visitor.
 */
export async function readCapUsage(read: Read, incentiveId: string, claim: Claim, { from, until }: Span): Promise<number[]> {
  const { customerId, customerVerified, visitorId } = claim;
  const whose = customerVerified
    ? sql`g.customer_verified AND g.customer_id = ${customerId}::uuid`
    : sql`NOT g.customer_verified AND (g.customer_id = ${customerId}::uuid OR g.visitor_id = ${visitorId}::uuid)`;
  const rows = await read<{ outcomeAt: string }>(sql`
    SELECT g.outcome_at AS "outcomeAt" FROM grants g
    WHERE g.incentive_id = ${incentiveId}::uuid AND ${whose} AND g.state <> ALL(${withoutPlace}::smallint[])
      AND g.outcome_at >= ${timeOf(from)}::timestamptz AND g.outcome_at < ${timeOf(until)}::timestamptz`);
  return rows.map(({ outcomeAt }) => Date.parse(outcomeAt));
}

// Test and cancelled orders do not count.

/** Reads the customer's latest order at or before this time and the first one after it. */
export async function readOrdersAround(read: Read, customerId: string, at: string): Promise<OrdersAround> {
  const [row] = await read<{ before: string | null; after: string | null }>(sql`
    SELECT max(o.placed_at) FILTER (WHERE o.placed_at <= ${at}::timestamptz) AS before,
      min(o.placed_at) FILTER (WHERE o.placed_at > ${at}::timestamptz) AS after
    FROM order_references o WHERE o.customer_id = ${customerId}::uuid AND o.is_real AND NOT o.is_cancelled`);
  const time = (value: string | null | undefined) => (value ? Date.parse(value) : null);
  return { before: time(row?.before), after: time(row?.after) };
}

export async function hasOrderedBefore(read: Read, customerId: string, at: string): Promise<boolean> {
  const orders = await read(sql`
    SELECT FROM order_references o
    WHERE o.customer_id = ${customerId}::uuid AND o.placed_at < ${at}::timestamptz AND o.is_real AND NOT o.is_cancelled LIMIT 1`);
  return orders.length > 0;
}
