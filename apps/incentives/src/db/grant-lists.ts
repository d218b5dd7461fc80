import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Reference } from "@offergraph/service/replicas/kinds";
import { decisions, grantStates } from "../domain/ordinals.js";
import { type GrantRow, grantColumns } from "./rows.js";

export async function readGrantsOfResponses(
  read: Read,
  responseIds: readonly string[],
  columns = grantColumns,
): Promise<Map<string, GrantRow[]>> {
  const rows = await read<GrantRow>(sql`
    SELECT ${columns} FROM grants g WHERE g.form_response_id = ANY(${responseIds}::uuid[]) ORDER BY g.created_at, g.row_id`);
  return groupBy(rows, ({ formResponseId }) => formResponseId);
}

export async function readGrantsOfOrders(
  read: Read,
  orderIds: readonly string[],
  columns = grantColumns,
): Promise<Map<string, GrantRow[]>> {
  const rows = await read<GrantRow & { orderId: string }>(sql`
    SELECT ${columns} FROM grants g WHERE g.order_id = ANY(${orderIds}::uuid[]) AND g.order_id IS NOT NULL
    ORDER BY g.created_at, g.row_id`);
  return groupBy(rows, ({ orderId }) => orderId);
}

/** Reads the next grants after the id `after`. Omits grants without a code. */
export function readGrantedCodes(read: Read, after: string, max: number): Promise<Reference<"granted_codes">[]> {
  return read(sql`
    SELECT g.row_id AS "grantId", g.form_response_id AS "formResponseId", g.discount_code_id AS "discountCodeId", g.code,
      g.customer_id AS "customerId", g.issued_at AS "issuedAt"
    FROM grants g
    WHERE g.row_id > ${after}::uuid AND g.code IS NOT NULL AND g.discount_code_id IS NOT NULL AND g.issued_at IS NOT NULL
    ORDER BY g.row_id LIMIT ${max}::integer`);
}

const maxHeld = 1_000;

export function readHeld(read: Read, incentiveId: string): Promise<GrantRow[]> {
  return read<GrantRow>(sql`
    SELECT ${grantColumns} FROM grants g WHERE g.incentive_id = ${incentiveId}::uuid AND g.state = ${grantStates.indexOf("HELD")}
    ORDER BY g.created_at, g.row_id LIMIT ${maxHeld}`);
}

export async function countUnresolved(read: Read, ruleId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM grants g WHERE g.rule_id = ${ruleId}::uuid AND g.state = ${grantStates.indexOf("PENDING")}`);
  return row?.count ?? 0;
}

/** Counts an incentive's grants per state. The keys are ordinals of states. Omits states without grants. */
export async function countStates(read: Read, incentiveId: string): Promise<Map<number, number>> {
  const rows = await read<{ state: number; count: number }>(sql`
    SELECT g.state, count(*)::integer AS count FROM grants g WHERE g.incentive_id = ${incentiveId}::uuid GROUP BY g.state`);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/**
 * Counts an incentive's grants per interval of 0.1 of the trust score. Interval 6 contains the scores from 0.6 to less than 0.7. The last
 * interval includes the score 1. Omits intervals without grants.
 */
export async function countTenths(read: Read, incentiveId: string): Promise<Map<number, number>> {
  const rows = await read<{ tenth: number; count: number }>(sql`
    SELECT least(9, floor(g.trust_score * 10))::integer AS tenth, count(*)::integer AS count
    FROM grants g WHERE g.incentive_id = ${incentiveId}::uuid AND g.trust_score IS NOT NULL GROUP BY 1`);
  return new Map(rows.map(({ tenth, count }) => [tenth, count]));
}

export async function countDecisions(read: Read, incentiveId: string): Promise<{ made: number; released: number }> {
  const released = decisions.indexOf("RELEASED");
  const [row] = await read<{ made: number; released: number }>(sql`
    SELECT count(*)::integer AS made, count(*) FILTER (WHERE g.decision = ${released})::integer AS released
    FROM grants g WHERE g.incentive_id = ${incentiveId}::uuid AND g.decision IS NOT NULL`);
  return row ?? { made: 0, released: 0 };
}
