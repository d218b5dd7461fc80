import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { OrdersAround, Span } from "../domain/cap.js";
import type { Claim } from "../domain/claim.js";
import { grantStates } from "../domain/ranks.js";
import type { GrantState } from "../generated/types.js";

// One that waits for its customer is found by its visitor, and has no place yet.
const withoutPlace = (["PENDING", "FAILED", "DECLINED", "CAPPED"] satisfies GrantState[]).map((state) => grantStates.indexOf(state));
const timeOf = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : milliseconds < 0 ? "-infinity" : "infinity";

/**
 * The outcomes, within a span, of the grants of an incentive that take a place of a claim: a verified customer's are those that were given to the
 * verified customer; an unverified claim's are those of unverified claims of the same customer or by the same visitor.
 */
export async function readTaken(read: Read, incentiveId: string, claim: Claim, { from, until }: Span): Promise<number[]> {
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

// A test, and an order that was called off, is none: nothing was bought.

/** When the customer ordered last at or before this time, and first after it. */
export async function readOrdersAround(read: Read, customerId: string, at: string): Promise<OrdersAround> {
  const [row] = await read<{ before: string | null; after: string | null }>(sql`
    SELECT max(o.placed_at) FILTER (WHERE o.placed_at <= ${at}::timestamptz) AS before,
      min(o.placed_at) FILTER (WHERE o.placed_at > ${at}::timestamptz) AS after
    FROM order_references o WHERE o.customer_id = ${customerId}::uuid AND o.is_real AND NOT o.is_cancelled`);
  const time = (value: string | null | undefined) => (value ? Date.parse(value) : null);
  return { before: time(row?.before), after: time(row?.after) };
}

/** Whether the customer had ordered before this time. */
export async function hasOrderedBefore(read: Read, customerId: string, at: string): Promise<boolean> {
  const orders = await read(sql`
    SELECT FROM order_references o
    WHERE o.customer_id = ${customerId}::uuid AND o.placed_at < ${at}::timestamptz AND o.is_real AND NOT o.is_cancelled LIMIT 1`);
  return orders.length > 0;
}
