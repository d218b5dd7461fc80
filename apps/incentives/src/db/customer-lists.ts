import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { grantStates, incentiveKinds } from "../domain/ordinals.js";
import type { BalanceRow, EntitlementRow } from "./rows.js";
import { isSpendable, unexpired } from "./spending.js";

/** Returns each customer's unused credit per currency. Excludes credit that expired before `now`. */
export async function readBalances(read: Read, customerIds: readonly string[], now: Date): Promise<Map<string, BalanceRow[]>> {
  const isOpen = sql`g.state = ${grantStates.indexOf("ISSUED")} AND ${unexpired(now)}`;
  const sumOf = (condition: string) => sql`coalesce(sum(g.open) FILTER (WHERE ${raw(condition)}), 0)::text`;
  const rows = await read<BalanceRow & { customerId: string }>(sql`
    SELECT g.customer_id AS "customerId", g.currency, ${sumOf("g.is_spendable")} AS "amountMinor",
      ${sumOf("NOT g.customer_verified")} AS "claimedMinor", ${sumOf("g.customer_verified AND NOT g.is_spendable")} AS "storeMinor"
    FROM (
      SELECT g.customer_id, g.currency, g.customer_verified, ${isSpendable} AS is_spendable,
        CASE WHEN ${isOpen} THEN g.amount_minor - g.used ELSE 0 END AS open
      FROM grants g WHERE g.customer_id = ANY(${customerIds}::uuid[]) AND g.kind = ${incentiveKinds.indexOf("billing_credit")} AND g.issued_at IS NOT NULL
    ) g GROUP BY g.customer_id, g.currency ORDER BY g.currency`);
  return groupBy(rows, ({ customerId }) => customerId);
}

/** Returns each customer's entitlements that are not expired at `now`. */
export async function readEntitlements(read: Read, customerIds: readonly string[], now: Date): Promise<Map<string, EntitlementRow[]>> {
  const sumOf = (column: string, condition: string) => sql`coalesce(sum(${raw(column)}) FILTER (WHERE ${raw(condition)}), 0)::text`;
  const rows = await read<EntitlementRow & { customerId: string }>(sql`
    SELECT g.customer_id AS "customerId", g.lookup_key AS "lookupKey", ${sumOf("g.entitlement_limit", "g.customer_verified")} AS "limit",
      ${sumOf("g.used", "g.customer_verified")} AS used, ${sumOf("g.entitlement_limit", "NOT g.customer_verified")} AS "claimedLimit",
      min(g.expires_at) FILTER (WHERE g.customer_verified) AS "expiresAt"
    FROM grants g
    WHERE g.customer_id = ANY(${customerIds}::uuid[]) AND g.kind = ${incentiveKinds.indexOf("entitlement")}
      AND g.state = ${grantStates.indexOf("ISSUED")} AND ${unexpired(now)}
    GROUP BY g.customer_id, g.lookup_key ORDER BY g.lookup_key`);
  return groupBy(rows, ({ customerId }) => customerId);
}
