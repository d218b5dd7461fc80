import { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { bookCredit, changeEntitlement } from "../../db/credits.js";
import type { GrantRow } from "../../db/rows.js";
import type { FailureReason } from "../../domain/eligibility.js";
import type { Booking } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

/**
 * Books or revokes a grant's credit or entitlement. Revokes the whole credit, because only the store knows the spent amount. Returns the
 * reason if the booking fails, otherwise null.
 */
export async function bookBenefits(tx: Tx<typeof creditBooked>, grant: GrantRow, booking: Booking): Promise<FailureReason | null> {
  const { rowId: grantId, customerId, customerVerified, connectionId, amountMinor, currency, lookupKey, entitlementLimit } = grant;
  // Only SHARED codes can be issued without a customer.
  if (customerId === null) throw new Error(`Invariant violated: grant ${grantId} has no customer.`);
  if (lookupKey !== null && entitlementLimit !== null) {
    const by = booking === "ISSUED" ? entitlementLimit : -entitlementLimit;
    await changeEntitlement(tx, { customerId, customerVerified, lookupKey, by });
  }
  if (connectionId !== null && amountMinor !== null && currency !== null) {
    const [rowId, credit] = [newId(), { grantId, customerId, customerVerified, connectionId, currency }];
    const amount = booking === "ISSUED" ? amountMinor : `-${amountMinor}`;
    const balanceMinor = await bookCredit(tx, rowId, credit, booking, amount);
    if (balanceMinor === undefined) return "BALANCE_LIMIT";
    const createdAt = tx.now.toISOString();
    tx.emit(creditBooked, grantId, { rowId, createdAt, ...credit, kind: booking, amountMinor: amount, balanceMinor });
  }
  return null;
}
