import { upsertCustomers } from "../../db/customers.js";
import type { ResponseEvent } from "../../db/responses.js";
import { type CustomerFacts, seenCustomers } from "../../domain/customers.js";
import type { SentCheckout } from "../../domain/ingest/checkout.js";
import type { SentOrder } from "../../domain/ingest/order.js";
import type { Db } from "../../tx.js";
import type { WriteResult } from "../ingest/kind.js";

type Told = Omit<CustomerFacts, "customerId" | "ref" | "email" | "isProven">;

export const toldByOrder = ({ placedAt, customerName, providerUpdatedAt }: SentOrder): Told => ({
  ...{ firstSeenAt: placedAt, lastSeenAt: placedAt },
  ...{ name: customerName, at: providerUpdatedAt },
});

export const toldByCheckout = ({ startedAt, providerUpdatedAt }: SentCheckout): Told => ({
  ...{ firstSeenAt: startedAt, lastSeenAt: startedAt },
  ...{ name: null, at: providerUpdatedAt },
});

/**
 * Adds the customers of accepted and stale records. Stale records do not restore erased customers, because they may be older than the
 * erasure.
 */
export async function addCustomers<Sent extends { customerRef: string | null }>(
  tx: Db,
  records: readonly { sent: Sent }[],
  results: readonly WriteResult[],
  toldBy: (sent: Sent) => Told,
  customerIdOf: (customerRef: string) => string,
): Promise<void> {
  const factsOf = (outcome: WriteResult["outcome"]) =>
    records.flatMap(({ sent }, place): CustomerFacts[] => {
      const { customerRef: ref } = sent;
      if (ref === null || results[place]?.outcome !== outcome) return [];
      return [{ ...toldBy(sent), customerId: customerIdOf(ref), ref, email: null, isProven: true }];
    });
  const [accepted, stale] = [factsOf("accepted"), factsOf("stale")];
  const restoring = stale.length > 0 ? accepted.map(({ customerId }) => customerId) : undefined;
  await upsertCustomers(tx, seenCustomers([...accepted, ...stale]), restoring);
}

/** Ignores the customer of an unverified response if the placement can verify customers, because a visitor can claim to be any customer. */
export async function addRespondent(tx: Db, response: ResponseEvent["data"], emittedAt: Date): Promise<void> {
  const { customerId, customerRef: ref, customerName: name, customerEmail: email, customerVerified: isProven } = response;
  if (customerId === null || ref === null || (response.verificationExpected && !isProven)) return;
  const { createdAt: firstSeenAt, completedAt: lastSeenAt } = response;
  const facts = { customerId, ref, firstSeenAt, lastSeenAt, name, email, at: emittedAt.toISOString(), isProven };
  await upsertCustomers(tx, seenCustomers([facts]));
}
