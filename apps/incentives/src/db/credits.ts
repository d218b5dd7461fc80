import { sql } from "@offergraph/service/db/statement";
import { type Booking, bookings } from "../domain/ordinals.js";
import type { CreditLedgerEntry, Entitlement, Grant } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

/** `customerVerified` is false if a visitor only claimed to be the customer. Unverified claims have their own rows in `credit_balances`. */
type Credit = Pick<CreditLedgerEntry, "grantId" | "customerId" | "customerVerified" | "connectionId" | "currency">;
type Entitled = Pick<Entitlement, "customerId" | "customerVerified" | "lookupKey"> & { by: number };

/**
 * Adds a positive or negative amount to a balance and to the ledger. Returns the balance. Returns undefined if the balance would exceed the
 * range of bigint.
 */
export async function bookCredit(
  tx: Db,
  rowId: string,
  { grantId, customerId, customerVerified, connectionId, currency }: Credit,
  booking: Exclude<Booking, "SPENT">,
  amountMinor: string,
): Promise<string | undefined> {
  const [balance] = await tx.sql<{ amountMinor: string }>(sql`
    WITH balance AS (
      INSERT INTO credit_balances AS b (workspace_id, customer_id, customer_verified, connection_id, currency, amount_minor)
      VALUES (${tx.workspaceId}::uuid, ${customerId}::uuid, ${customerVerified}::boolean, ${connectionId}::uuid, ${currency}, ${amountMinor}::bigint)
      ON CONFLICT (workspace_id, customer_id, customer_verified, connection_id, currency) DO UPDATE SET amount_minor = b.amount_minor + excluded.amount_minor
      WHERE b.amount_minor::numeric + excluded.amount_minor <= 9223372036854775807
      RETURNING b.amount_minor
    ), entry AS (
      INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
        customer_verified)
      SELECT ${rowId}::uuid, ${tx.workspaceId}::uuid, ${tx.now.toISOString()}::timestamptz, ${grantId}::uuid, ${customerId}::uuid,
        ${connectionId}::uuid, ${bookings.indexOf(booking)}::smallint, ${amountMinor}::bigint, ${currency}, ${customerVerified}::boolean FROM balance
    )
    SELECT amount_minor AS "amountMinor" FROM balance`);
  return balance?.amountMinor;
}

/** Ledger entry of a spend, with a negative amount. */
export interface SpentEntry {
  rowId: string;
  grantId: string;
  connectionId: string;
  amountMinor: string;
}

/** Adds a spend's entries to the ledger and to the balances. */
export async function bookSpend(tx: Db, spend: { rowId: string; customerId: string; currency: string }, entries: readonly SpentEntry[]) {
  const { rowId: spendId, customerId, currency } = spend;
  await tx.sql(sql`
    WITH spent AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        AS s("rowId" uuid, "grantId" uuid, "connectionId" uuid, "amountMinor" bigint)
    ), balances AS (
      INSERT INTO credit_balances AS b (workspace_id, customer_id, customer_verified, connection_id, currency, amount_minor)
      SELECT ${tx.workspaceId}::uuid, ${customerId}::uuid, true, s."connectionId", ${currency}, sum(s."amountMinor")
      FROM spent s GROUP BY s."connectionId" ORDER BY s."connectionId"
      ON CONFLICT (workspace_id, customer_id, customer_verified, connection_id, currency) DO UPDATE SET amount_minor = b.amount_minor + excluded.amount_minor
    )
    INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
      customer_verified, spend_id)
    SELECT s."rowId", ${tx.workspaceId}::uuid, ${tx.now.toISOString()}::timestamptz, s."grantId", ${customerId}::uuid, s."connectionId",
      ${bookings.indexOf("SPENT")}::smallint, s."amountMinor", ${currency}, true, ${spendId}::uuid FROM spent s`);
}

/** Sets `sent_to_store` of an issued grant. False only for connections with the provider `manual`. */
export async function markSentToStore(tx: Db, { rowId, connectionId }: Pick<Grant, "rowId" | "connectionId">): Promise<void> {
  await tx.sql(sql`
    UPDATE grants g SET sent_to_store = NOT EXISTS (
      SELECT FROM connection_references k WHERE k.row_id = ${connectionId}::uuid AND k.provider = 'manual')
    WHERE g.row_id = ${rowId}::uuid`);
}

/** Adds `by` to the limit of a customer's entitlement. A negative `by` lowers the limit. */
export async function changeEntitlement(tx: Db, { customerId, customerVerified, lookupKey, by }: Entitled): Promise<void> {
  await tx.sql(sql`
    INSERT INTO entitlements AS e (workspace_id, customer_id, customer_verified, lookup_key, updated_at, "limit")
    VALUES (${tx.workspaceId}::uuid, ${customerId}::uuid, ${customerVerified}::boolean, ${lookupKey}, ${tx.now.toISOString()}::timestamptz, ${by}::bigint)
    ON CONFLICT (workspace_id, customer_id, customer_verified, lookup_key) DO UPDATE
    SET "limit" = e."limit" + excluded."limit", updated_at = excluded.updated_at`);
}
