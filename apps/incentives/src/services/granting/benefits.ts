import { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { bookCredit, changeEntitlement, markSentToStore } from "../../db/credits.js";
import type { GrantRow } from "../../db/rows.js";
import type { FailureReason } from "../../domain/eligibility.js";
import type { Booking } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

/**
 * Books the grant's credit or entitlement if `booking` is ISSUED. For other bookings, revokes the unused part of the grant. The caller must
 * have locked the grant. Returns a reason if the booking fails.
 */
export async function bookBenefits(
  tx: Tx<typeof creditBooked>,
  grant: GrantRow,
  booking: Exclude<Booking, "SPENT">,
): Promise<FailureReason | null> {
  const { rowId: grantId, customerId, customerVerified, connectionId, amountMinor, currency, lookupKey, entitlementLimit } = grant;
  // Only a SHARED code can be issued to an unknown customer.
  if (customerId === null) throw new Error(`Invariant violated: grant ${grantId} has no customer.`);
  if (lookupKey !== null && entitlementLimit !== null) {
    const by = booking === "ISSUED" ? entitlementLimit : -entitlementLimit;
    await changeEntitlement(tx, { customerId, customerVerified, lookupKey, by });
  }
  if (connectionId !== null && amountMinor !== null && currency !== null) {
    const [rowId, credit] = [newId(), { grantId, customerId, customerVerified, connectionId, currency }];
    const unused = BigInt(amountMinor) - BigInt(grant.used);
    if (unused === 0n) return null;
    const amount = String(booking === "ISSUED" ? unused : -unused);
    const balanceMinor = await bookCredit(tx, rowId, credit, booking, amount);
    if (balanceMinor === undefined) return "BALANCE_LIMIT";
    if (booking === "ISSUED") await markSentToStore(tx, { rowId: grantId, connectionId });
    const createdAt = tx.now.toISOString();
    tx.emit(creditBooked, grantId, { rowId, createdAt, ...credit, kind: booking, amountMinor: amount, balanceMinor });
  }
  return null;
}
