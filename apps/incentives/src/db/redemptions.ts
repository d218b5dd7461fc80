import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { OrderReference } from "../domain/order-reference.js";
import { deliveries, grantStates, incentiveKinds } from "../domain/ordinals.js";
import type { CodeGrant, UsingOrder } from "../domain/redemption.js";
import type { GrantState } from "../generated/types.js";
import type { Db } from "../tx.js";
import { type GrantRow, grantColumns } from "./rows.js";

const ordinal = (state: GrantState) => grantStates.indexOf(state);
const shared = raw(String(deliveries.indexOf("SHARED")));

/** Code of a grant. */
export interface GivenCode {
  codeKey: string;
  delivery: number;
}

export type CodeGrantRow = GrantRow & CodeGrant & GivenCode;

/**
 * Locks the ISSUED and EXPIRED grants that an order could redeem. Waits for locked REDEEMED grants, because another transaction may reset
 * them to ISSUED.
 */
export async function lockRedeemable(tx: Db, order: UsingOrder, nameKeys: readonly string[]): Promise<CodeGrantRow[]> {
  const named = sql`s.code_key = ANY(${nameKeys}::text[])`;
  const usable = [ordinal("ISSUED"), ordinal("EXPIRED")];
  const rows = await tx.sql<CodeGrantRow>(sql`
    SELECT ${grantColumns}, g.code_key AS "codeKey", g.delivery FROM grants g
    WHERE g.state = ANY(${[...usable, ordinal("REDEEMED")]}::smallint[]) AND g.row_id = ANY(ARRAY(
      SELECT s.row_id FROM grants s WHERE s.delivery > ${shared} AND ${named}
      UNION SELECT s.row_id FROM grants s WHERE s.delivery = ${shared} AND ${named} AND s.customer_id = ${order.customerId}::uuid
      UNION SELECT s.row_id FROM grants s WHERE s.delivery = ${shared} AND ${named} AND s.form_response_id = ${order.formResponseId}::uuid))
    ORDER BY g.row_id FOR UPDATE`);
  return rows.filter(({ state }) => usable.includes(state));
}

export async function readRedeemedKeys(read: Read, orderId: string): Promise<string[]> {
  const rows = await read<{ codeKey: string }>(sql`
    SELECT g.code_key AS "codeKey" FROM grants g WHERE g.order_id = ${orderId}::uuid AND g.code_key IS NOT NULL`);
  return rows.map(({ codeKey }) => codeKey);
}

export async function readRedeeming(read: Read, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await read<{ orderId: string }>(sql`
    SELECT DISTINCT g.order_id AS "orderId" FROM grants g
    WHERE g.order_id = ANY(${orderIds}::uuid[]) AND g.state = ${ordinal("REDEEMED")} AND g.code_key IS NOT NULL`);
  return new Set(rows.map(({ orderId }) => orderId));
}

export function lockRedeemed(tx: Db, orderId: string): Promise<CodeGrantRow[]> {
  return tx.sql(sql`
    SELECT ${grantColumns}, g.code_key AS "codeKey", g.delivery FROM grants g
    WHERE g.order_id = ${orderId}::uuid AND g.state = ${ordinal("REDEEMED")} AND g.code_key IS NOT NULL ORDER BY g.row_id FOR UPDATE`);
}

/** Locks the ISSUED grants of the given responses, except grants of discount codes. */
export function lockEarned(tx: Db, formResponseIds: readonly string[]): Promise<GrantRow[]> {
  return tx.sql(sql`
    SELECT ${grantColumns} FROM grants g
    WHERE g.form_response_id = ANY(${formResponseIds}::uuid[]) AND g.kind <> ${incentiveKinds.indexOf("discount")} AND g.state = ${ordinal("ISSUED")}
    ORDER BY g.row_id FOR UPDATE`);
}

/** Reads ids of the responses that earned the given codes. For SHARED codes, reads only responses of the given customers. */
export async function readResponsesOfCodes(
  read: Read,
  nameKeys: readonly string[],
  customerIds: readonly string[],
): Promise<{ codeKey: string; formResponseId: string }[]> {
  if (nameKeys.length === 0) return [];
  const named = sql`g.code_key = ANY(${nameKeys}::text[])`;
  const found = sql`SELECT g.code_key AS "codeKey", g.form_response_id AS "formResponseId" FROM grants g`;
  return read(sql`
    ${found} WHERE g.delivery > ${shared} AND ${named}
    UNION ${found} WHERE g.delivery = ${shared} AND ${named} AND g.customer_id = ANY(${customerIds}::uuid[])`);
}

export type OrderRow = UsingOrder & Pick<OrderReference, "rowId" | "isCancelled" | "isRefunded">;

const orderColumns = raw(`
  o.row_id AS "rowId", o.customer_id AS "customerId", o.placed_at AS "placedAt", o.is_real AS "isReal", o.is_cancelled AS "isCancelled",
  o.is_refunded AS "isRefunded", o.form_response_id AS "formResponseId"`);

/** Reads orders with a grant's code, oldest first. Omits orders that have already redeemed another grant of this code. */
export function readOrdersWith(read: Read, { codeKey, delivery, customerId, formResponseId }: CodeGrantRow): Promise<OrderRow[]> {
  const named = sql`
    FROM order_references o JOIN order_code_names n ON n.workspace_id = o.workspace_id AND n.order_id = o.row_id AND n.name_key = ${codeKey}`;
  const own = sql`
    SELECT ${orderColumns} ${named} WHERE o.customer_id = ${customerId}::uuid
    UNION SELECT ${orderColumns} ${named} WHERE o.form_response_id = ${formResponseId}::uuid`;
  return read(sql`
    SELECT found.* FROM (${delivery === deliveries.indexOf("SHARED") ? own : sql`SELECT ${orderColumns} ${named}`}) AS found
    WHERE NOT EXISTS (SELECT FROM grants x WHERE x.order_id = found."rowId" AND x.code_key = ${codeKey})
    ORDER BY found."placedAt", found."rowId"`);
}

/**
 * Reads the orders of a response, oldest first. Finds orders by their attribution and by their codes. For SHARED codes, reads only the
 * customer's orders.
 */
export function readOrdersOfResponse(read: Read, formResponseId: string): Promise<OrderRow[]> {
  const given = sql`g.form_response_id = ${formResponseId}::uuid AND g.code_key IS NOT NULL`;
  return read(sql`
    SELECT ${orderColumns} FROM order_references o WHERE o.form_response_id = ${formResponseId}::uuid
    UNION SELECT ${orderColumns} FROM grants g
    JOIN order_code_names n ON n.workspace_id = g.workspace_id AND n.name_key = g.code_key
    JOIN order_references o ON o.workspace_id = n.workspace_id AND o.row_id = n.order_id WHERE ${given} AND g.delivery > ${shared}
    UNION SELECT ${orderColumns} FROM grants g JOIN order_references o ON o.workspace_id = g.workspace_id AND o.customer_id = g.customer_id
    WHERE ${given} AND g.delivery = ${shared}
      AND EXISTS (SELECT FROM order_code_names n WHERE n.order_id = o.row_id AND n.name_key = g.code_key)
    ORDER BY "placedAt", "rowId"`);
}
