import { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { book, changeEntitlement } from "../../db/credits.js";
import type { GrantRow } from "../../db/rows.js";
import type { FailureReason } from "../../domain/earning.js";
import { type Booking, incentiveKinds } from "../../domain/ranks.js";
import type { GrantWrite } from "./write.js";

/** Books a grant's credit or entitlement. Returns why it could not, or null. */
export const give = (write: GrantWrite, grant: GrantRow): Promise<FailureReason | null> => change(write, grant, "ISSUED");

/** Takes back a grant's credit or entitlement. Takes back the whole credit: only the store knows what was spent. */
export async function takeBack(write: GrantWrite, grant: GrantRow, why: Exclude<Booking, "ISSUED">): Promise<void> {
  await change(write, grant, why);
}

async function change(write: GrantWrite, grant: GrantRow, booking: Booking): Promise<FailureReason | null> {
  const { rowId: grantId, customerId, customerVerified, connectionId, amountMinor, currency, lookupKey, entitlementLimit } = grant;
  if (customerId === null) {
    // Only SHARED codes can be issued without a customer.
    if (grant.kind === incentiveKinds.indexOf("discount")) return null;
    throw new Error(`Invariant violated: grant ${grantId} has no customer.`);
  }
  if (lookupKey !== null && entitlementLimit !== null) {
    const by = booking === "ISSUED" ? entitlementLimit : -entitlementLimit;
    await changeEntitlement(write, { customerId, customerVerified, lookupKey, by });
  }
  if (connectionId !== null && amountMinor !== null && currency !== null) {
    const [rowId, credit] = [newId(), { grantId, customerId, customerVerified, connectionId, currency }];
    const amount = booking === "ISSUED" ? amountMinor : `-${amountMinor}`;
    const balanceMinor = await book(write, rowId, credit, booking, amount);
    if (balanceMinor === undefined) return "BALANCE_LIMIT";
    const createdAt = write.now.toISOString();
    write.emit(creditBooked, grantId, { rowId, createdAt, ...credit, kind: booking, amountMinor: amount, balanceMinor });
  }
  return null;
}
