import { lockStoredFacts, lowerCreatedAt, readResponseTimes, type StoredFacts } from "../../db/customer-backfill.js";
import { upsertCustomers } from "../../db/customers.js";
import { type CustomerFacts, seenCustomers } from "../../domain/customers.js";
import type { Db } from "../../tx.js";

const defaultMax = 500;

/** Adds the customers of the next batch of stored records. Concurrent ingestion does not change the result. */
async function addStoredCustomers(tx: Db, table: "orders" | "checkouts", after: string, max: number): Promise<string | null> {
  const records = await lockStoredFacts(tx, table, after, max);
  const facts = records.flatMap(factsOf);
  const refs = new Map(facts.map(({ customerId, ref }) => [customerId, ref]));
  const responses = await readResponseTimes(tx, [...refs.keys()]);
  const ofResponses = responses.map(({ customerId, first, last }): CustomerFacts => {
    const seen = { firstSeenAt: first, lastSeenAt: last, at: last };
    return { customerId, ref: refs.get(customerId) ?? "", ...seen, name: null, email: null, isProven: false };
  });
  await upsertCustomers(tx, seenCustomers([...facts, ...ofResponses]));
  await lowerCreatedAt(tx, firstCreated(records));
  return records.length < max ? null : (records.at(-1)?.rowId ?? null);
}

function factsOf({ customerId, customerRef: ref, customerName: name, seenAt, providerUpdatedAt: at }: StoredFacts): CustomerFacts[] {
  if (customerId === null || ref === null) return [];
  return [{ customerId, ref, firstSeenAt: seenAt, lastSeenAt: seenAt, name, email: null, at, isProven: true }];
}

function firstCreated(records: readonly StoredFacts[]): Map<string, string> {
  const created = new Map<string, string>();
  for (const { customerId, createdAt } of records) {
    const known = customerId === null ? undefined : created.get(customerId);
    if (customerId !== null && (known === undefined || createdAt < known)) created.set(customerId, createdAt);
  }
  return created;
}

/** Backfills that fill the table of customers from stored orders and checkouts. */
export const customerBackfills = (max = defaultMax) => ({
  "customers of orders": (tx: Db, after: string) => addStoredCustomers(tx, "orders", after, max),
  "customers of checkouts": (tx: Db, after: string) => addStoredCustomers(tx, "checkouts", after, max),
});
