import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { creditSpent } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { bookSpend, type SpentEntry } from "../../db/credits.js";
import { readBalances } from "../../db/customer-lists.js";
import { lockForReference } from "../../db/locks.js";
import type { SpendRow } from "../../db/rows.js";
import { addUsed, findCreditHolder, findSpend, hadCredit, insertSpend, lockOpenCredits, type OpenCredit } from "../../db/spending.js";
import { sumOf, takeFrom, type UsedPart } from "../../domain/spending.js";
import type { MutationTx } from "../../tx.js";

/** An event with more ledger entries could exceed NATS's maximum payload. */
const maxListed = 1_000;

type SpendTx = MutationTx<typeof creditSpent>;
type NewSpend = Pick<SpendRow, "amountMinor" | "currency" | "reference" | "note"> & { customerIds: readonly string[] };

/**
 * Spends a customer's credits in the order of their expiry. Returns the stored spend if `reference` was used before with the same input.
 */
export async function spend(tx: SpendTx, wanted: NewSpend): Promise<SpendRow> {
  const { customerIds, ...rest } = wanted;
  const { amountMinor, currency, reference } = rest;
  await lockForReference(tx, "credit spend", reference);
  const earlier = await findSpend(tx.sql, reference);
  if (earlier) return isSame(earlier, wanted) ? earlier : rejectWith(tx, ["input", "reference"], "CONFLICT", usedBefore);
  const customerId = await findCreditHolder(tx.sql, customerIds);
  if (customerId === undefined) return rejectWith(tx, ["input", "customerId"], "NOT_FOUND", unknownCustomer);
  const open = await lockOpenCredits(tx, customerId, currency);
  const parts = takeFrom(open, BigInt(amountMinor));
  if (!parts) return rejectSpend(tx, { ...rest, customerId }, sumOf(open));
  const balanceMinor = String(sumOf(open) - BigInt(amountMinor));
  const row: SpendRow = { ...rest, customerId, rowId: newId(), createdAt: tx.now.toISOString(), balanceMinor };
  await insertSpend(tx, row);
  await addUsed(tx, parts);
  const entries = entriesOf(open, parts);
  await bookSpend(tx, row, entries);
  const listed = entries.slice(0, maxListed).map((entry) => ({ ...entry, customerVerified: true }));
  tx.emit(creditSpent, customerId, { ...row, entries: listed, entryCount: entries.length });
  return row;
}

const usedBefore =
  "An earlier spend with different input has the same reference. To repeat the earlier spend, send the same input. For a new spend, send a new reference.";
const unknownCustomer = "No customer with this id or reference has ever received credit in this workspace.";

function isSame(earlier: SpendRow, wanted: NewSpend): boolean {
  const hasSameFields = (["amountMinor", "currency", "note"] as const).every((field) => earlier[field] === wanted[field]);
  return hasSameFields && wanted.customerIds.includes(earlier.customerId);
}

function entriesOf(open: readonly OpenCredit[], parts: readonly UsedPart[]): SpentEntry[] {
  const connectionOf = new Map(open.map(({ rowId, connectionId }) => [rowId, connectionId]));
  return parts.map(({ rowId: grantId, amount }) => {
    const connectionId = connectionOf.get(grantId);
    if (connectionId === undefined) throw new Error(`Invariant violated: grant ${grantId} is not among the locked grants.`);
    return { rowId: newId(), grantId, connectionId, amountMinor: String(-amount) };
  });
}

type Shortfall = Pick<SpendRow, "customerId" | "amountMinor" | "currency">;

async function rejectSpend(tx: SpendTx, { customerId, amountMinor, currency }: Shortfall, balance: bigint): Promise<never> {
  if (!(await hadCredit(tx.sql, customerId, currency)))
    return rejectWith(tx, ["input", "currency"], "NOT_FOUND", `The customer has no credit in ${currency}.`);
  const [total] = (await readBalances(tx.sql, [customerId], tx.now)).get(customerId)?.filter((one) => one.currency === currency) ?? [];
  const message = [
    `The customer can spend only ${balance}, but the amount is ${amountMinor} (in the smallest unit of ${currency}).`,
    ...(total && total.claimedMinor !== "0" ? [`${total.claimedMinor} is unverified credit, which cannot be spent.`] : []),
    ...(total && total.storeMinor !== "0" ? [`${total.storeMinor} was sent to stores and can be spent only in the stores.`] : []),
  ].join(" ");
  return rejectWith(tx, ["input", "amountMinor"], "LIMIT_EXCEEDED", message);
}
