import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { entitlementUsed } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { readEntitlements } from "../../db/customer-lists.js";
import { lockForReference } from "../../db/locks.js";
import type { UseRow } from "../../db/rows.js";
import { addUsed, findEntitlementHolder, findUse, hadEntitlement, insertUse, lockEntitlements } from "../../db/spending.js";
import { sumOf, takeFrom } from "../../domain/spending.js";
import type { MutationTx } from "../../tx.js";

type UseTx = MutationTx<typeof entitlementUsed>;
type NewUse = Pick<UseRow, "lookupKey" | "quantity" | "reference"> & { customerIds: readonly string[] };

/**
 * Uses the parts of an entitlement in the order of their expiry. Returns the stored use if `reference` was used before with the same input.
 */
export async function useEntitlement(tx: UseTx, wanted: NewUse): Promise<UseRow> {
  const { customerIds, ...rest } = wanted;
  const { lookupKey, quantity, reference } = rest;
  await lockForReference(tx, "entitlement use", reference);
  const earlier = await findUse(tx.sql, reference);
  if (earlier) return isSame(earlier, wanted) ? earlier : rejectWith(tx, ["input", "reference"], "CONFLICT", usedBefore);
  const customerId = await findEntitlementHolder(tx.sql, customerIds);
  if (customerId === undefined) return rejectWith(tx, ["input", "customerId"], "NOT_FOUND", unknownCustomer);
  const open = await lockEntitlements(tx, customerId, lookupKey);
  const parts = takeFrom(open, BigInt(quantity));
  if (!parts) return rejectUse(tx, { ...rest, customerId }, sumOf(open));
  const limit = open.reduce((sum, one) => sum + one.limit, 0n);
  const used = limit - sumOf(open) + BigInt(quantity);
  const row: UseRow = { ...rest, customerId, rowId: newId(), createdAt: tx.now.toISOString(), limit: String(limit), used: String(used) };
  await insertUse(tx, row);
  await addUsed(tx, parts);
  tx.emit(entitlementUsed, customerId, row);
  return row;
}

const usedBefore =
  "An earlier use with different input has the same reference. To repeat the earlier use, send the same input. For a new use, send a new reference.";
const unknownCustomer = "No customer with this id or reference has ever received an entitlement in this workspace.";

function isSame(earlier: UseRow, { customerIds, lookupKey, quantity }: NewUse): boolean {
  return earlier.lookupKey === lookupKey && earlier.quantity === quantity && customerIds.includes(earlier.customerId);
}

type Shortfall = Pick<UseRow, "customerId" | "lookupKey" | "quantity">;

async function rejectUse(tx: UseTx, { customerId, lookupKey, quantity }: Shortfall, remaining: bigint): Promise<never> {
  if (!(await hadEntitlement(tx.sql, customerId, lookupKey)))
    return rejectWith(tx, ["input", "lookupKey"], "NOT_FOUND", "The customer has no entitlement with this lookup key.");
  const [total] =
    (await readEntitlements(tx.sql, [customerId], tx.now)).get(customerId)?.filter((one) => one.lookupKey === lookupKey) ?? [];
  const message = [
    `The unused part of the entitlement is ${remaining}, which is less than ${quantity}.`,
    ...(total && total.claimedLimit !== "0"
      ? [`A limit of ${total.claimedLimit} was earned by an unverified customer and cannot be used.`]
      : []),
  ].join(" ");
  return rejectWith(tx, ["input", "quantity"], "LIMIT_EXCEEDED", message);
}
