import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { grantStates, incentiveKinds } from "../domain/ordinals.js";
import type { BalanceRow, EntitlementRow } from "./rows.js";

/** Reads credit balances by customer id. A customer's verified and claimed credits of all stores are one balance. */
export async function readBalances(read: Read, customerIds: readonly string[]): Promise<Map<string, BalanceRow[]>> {
  const rows = await read<BalanceRow & { customerId: string }>(sql`
    SELECT b.customer_id AS "customerId", b.currency, sum(b.amount_minor)::text AS "amountMinor"
    FROM credit_balances b WHERE b.customer_id = ANY(${customerIds}::uuid[]) GROUP BY b.customer_id, b.currency ORDER BY b.currency`);
  return groupBy(rows, ({ customerId }) => customerId);
}

/** Reads entitlements from grants that are not over at this time, by customer id. */
export async function readEntitlements(read: Read, customerIds: readonly string[], now: Date): Promise<Map<string, EntitlementRow[]>> {
  const rows = await read<EntitlementRow & { customerId: string }>(sql`
    SELECT g.customer_id AS "customerId", g.lookup_key AS "lookupKey", sum(g.entitlement_limit)::text AS "limit", sum(g.used)::text AS used,
      min(g.expires_at) AS "expiresAt"
    FROM grants g
    WHERE g.customer_id = ANY(${customerIds}::uuid[]) AND g.kind = ${incentiveKinds.indexOf("entitlement")}
      AND g.state = ${grantStates.indexOf("ISSUED")} AND (g.expires_at IS NULL OR g.expires_at > ${now.toISOString()}::timestamptz)
    GROUP BY g.customer_id, g.lookup_key ORDER BY g.lookup_key`);
  return groupBy(rows, ({ customerId }) => customerId);
}
