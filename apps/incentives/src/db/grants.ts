import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { grantStates } from "../domain/ranks.js";
import { grantColumns } from "./columns.js";
import type { GrantRow } from "./rows.js";

export function readGrants(read: Read, ids: readonly string[]): Promise<GrantRow[]> {
  return read<GrantRow>(sql`SELECT ${grantColumns} FROM grants g WHERE g.row_id = ANY(${ids}::uuid[])`);
}

/** Locks and reads a grant; undefined if there is none. */
export async function lockGrant(read: Read, id: string): Promise<GrantRow | undefined> {
  const [grant] = await read<GrantRow>(sql`SELECT ${grantColumns} FROM grants g WHERE g.row_id = ${id}::uuid FOR UPDATE`);
  return grant;
}

/** Reads grants, oldest first, by response id. */
export async function readGrantsOfResponses(read: Read, responseIds: readonly string[]): Promise<Map<string, GrantRow[]>> {
  const rows = await read<GrantRow>(sql`
    SELECT ${grantColumns} FROM grants g WHERE g.form_response_id = ANY(${responseIds}::uuid[]) ORDER BY g.created_at, g.row_id`);
  return groupBy(rows, ({ formResponseId }) => formResponseId);
}

/** Reads grants, oldest first, by the id of the order that redeemed them. */
export async function readGrantsOfOrders(read: Read, orderIds: readonly string[]): Promise<Map<string, GrantRow[]>> {
  const rows = await read<GrantRow & { orderId: string }>(sql`
    SELECT ${grantColumns} FROM grants g WHERE g.order_id = ANY(${orderIds}::uuid[]) AND g.order_id IS NOT NULL
    ORDER BY g.created_at, g.row_id`);
  return groupBy(rows, ({ orderId }) => orderId);
}

/** Locks a response's PENDING grants, oldest first. */
export function lockPending(read: Read, formResponseId: string): Promise<GrantRow[]> {
  return read(sql`
    SELECT ${grantColumns} FROM grants g
    WHERE g.form_response_id = ${formResponseId}::uuid AND g.state = ${grantStates.indexOf("PENDING")}
    ORDER BY g.created_at, g.row_id FOR UPDATE`);
}

/** Counts a rule's grants that wait until the customer is known. */
export async function countUnresolved(read: Read, ruleId: string): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM grants g WHERE g.rule_id = ${ruleId}::uuid AND g.state = ${grantStates.indexOf("PENDING")}`);
  return row?.count ?? 0;
}
