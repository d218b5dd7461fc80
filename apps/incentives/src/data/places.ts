import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { OrdersAround, Span } from "../domain/cap.js";
import { grantStates } from "../domain/ranks.js";
import type { GrantState } from "../generated/types.js";

const withoutPlace = (["FAILED", "DECLINED", "CAPPED"] satisfies GrantState[]).map((state) => grantStates.indexOf(state));
const timeOf = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : milliseconds < 0 ? "-infinity" : "infinity";

/** The outcomes, within a span, of the customer's grants of an incentive that take a place. */
export async function readTaken(read: Read, incentiveId: string, customerId: string, { from, until }: Span): Promise<number[]> {
  const rows = await read<{ outcomeAt: string }>(sql`
    SELECT g.outcome_at AS "outcomeAt" FROM grants g
    WHERE g.incentive_id = ${incentiveId}::uuid AND g.customer_id = ${customerId}::uuid AND g.state <> ALL(${withoutPlace}::smallint[])
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
