import { sql } from "@offergraph/shared/database/statement";
import { type Booking, bookings } from "../domain/ranks.js";
import type { Writing } from "./transaction.js";

type Within = Omit<Writing, "transaction">;

/** A credit of a customer at a store. */
export interface Credit {
  grantId: string;
  customerId: string;
  /** False: a visitor only claimed to be the customer, so the sum is kept apart. */
  customerVerified: boolean;
  connectionId: string;
  currency: string;
}

/** Books a credit, or takes it back (less than 0), and gives the balance after it; undefined, and nothing is booked, when it would be more than a bigint. */
export async function book(
  { read, workspaceId, now }: Within,
  rowId: string,
  { grantId, customerId, customerVerified, connectionId, currency }: Credit,
  booking: Booking,
  amountMinor: string,
): Promise<string | undefined> {
  const [balance] = await read<{ amountMinor: string }>(sql`
    WITH balance AS (
      INSERT INTO credit_balances AS b (workspace_id, customer_id, customer_verified, connection_id, currency, amount_minor)
      VALUES (${workspaceId}::uuid, ${customerId}::uuid, ${customerVerified}::boolean, ${connectionId}::uuid, ${currency}, ${amountMinor}::bigint)
      ON CONFLICT (workspace_id, customer_id, customer_verified, connection_id, currency) DO UPDATE SET amount_minor = b.amount_minor + excluded.amount_minor
      WHERE b.amount_minor::numeric + excluded.amount_minor <= 9223372036854775807
      RETURNING b.amount_minor
    ), entry AS (
      INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
        customer_verified)
      SELECT ${rowId}::uuid, ${workspaceId}::uuid, ${now.toISOString()}::timestamptz, ${grantId}::uuid, ${customerId}::uuid,
        ${connectionId}::uuid, ${bookings.indexOf(booking)}::smallint, ${amountMinor}::bigint, ${currency}, ${customerVerified}::boolean FROM balance
    )
    SELECT amount_minor AS "amountMinor" FROM balance`);
  return balance?.amountMinor;
}

/** Lets a customer use so much more of something, or less (less than 0). */
export async function changeEntitlement(
  { read, workspaceId, now }: Within,
  { customerId, customerVerified, lookupKey, by }: { customerId: string; customerVerified: boolean; lookupKey: string; by: number },
): Promise<void> {
  await read(sql`
    INSERT INTO entitlements AS e (workspace_id, customer_id, customer_verified, lookup_key, updated_at, "limit")
    VALUES (${workspaceId}::uuid, ${customerId}::uuid, ${customerVerified}::boolean, ${lookupKey}, ${now.toISOString()}::timestamptz, ${by}::bigint)
    ON CONFLICT (workspace_id, customer_id, customer_verified, lookup_key) DO UPDATE
    SET "limit" = e."limit" + excluded."limit", updated_at = excluded.updated_at`);
}
