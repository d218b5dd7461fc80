import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { entitlementUsed } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { lockForReference } from "../../db/locks.js";
import type { UseRow } from "../../db/rows.js";
import { addUsed, findUse, insertUse, lockEntitlements, readKnownEntitlement } from "../../db/spending.js";
import { sumOf, takeFrom } from "../../domain/spending.js";
import type { MutationTx } from "../../tx.js";

type UseTx = MutationTx<typeof entitlementUsed>;
type NewUse = Pick<UseRow, "customerId" | "lookupKey" | "quantity" | "reference">;

/** Uses an entitlement, the first part to expire first. Returns the first result if the reference was used for the same use. */
export async function useEntitlement(tx: UseTx, wanted: NewUse): Promise<UseRow> {
  const { customerId, lookupKey, quantity, reference } = wanted;
  await lockForReference(tx, "entitlement use", reference);
  const earlier = await findUse(tx.sql, reference);
  if (earlier) return isSame(earlier, wanted) ? earlier : rejectWith(tx, ["input", "reference"], "CONFLICT", usedBefore);
  const open = await lockEntitlements(tx, customerId, lookupKey);
  const parts = takeFrom(open, BigInt(quantity));
  if (!parts) return rejectUse(tx, wanted, sumOf(open));
  const limit = open.reduce((sum, one) => sum + one.limit, 0n);
  const used = limit - sumOf(open) + BigInt(quantity);
  const row: UseRow = { ...wanted, rowId: newId(), createdAt: tx.now.toISOString(), limit: String(limit), used: String(used) };
  await insertUse(tx, row);
  await addUsed(tx, parts);
  tx.emit(entitlementUsed, customerId, row);
  return row;
}

const usedBefore = "This reference was used for another use. Repeat the same input, or use a new reference.";

function isSame(earlier: UseRow, wanted: NewUse): boolean {
  return (["customerId", "lookupKey", "quantity"] as const).every((field) => earlier[field] === wanted[field]);
}

async function rejectUse(tx: UseTx, { customerId, lookupKey, quantity }: NewUse, remaining: bigint): Promise<never> {
  const known = await readKnownEntitlement(tx.sql, customerId, lookupKey);
  if (!known.any)
    return rejectWith(tx, ["input", "customerId"], "NOT_FOUND", "No customer of this workspace has this reference and an entitlement.");
  if (!known.same) return rejectWith(tx, ["input", "lookupKey"], "NOT_FOUND", "The customer has no entitlement with this lookup key.");
  const message = `The unused part of the entitlement is ${remaining}, which is less than ${quantity}.`;
  return rejectWith(tx, ["input", "quantity"], "LIMIT_EXCEEDED", message);
}
