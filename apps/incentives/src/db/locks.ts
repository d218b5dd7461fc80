import { raw, sql } from "@offergraph/service/db/statement";
import type { Claim } from "../domain/eligibility.js";
import type { Db } from "../tx.js";

// Transactions that write grants read orders, and transactions that write orders read grants. All these transactions lock the same keys,
// and therefore wait for each other. A fixed order of the keys prevents deadlocks.

export type LockKey = `${"customer" | "visitor" | "response" | "code" | "form" | "active incentives" | Referring} ${string}`;
/** Operations in which the caller sends a `reference`. A second call with the same reference does not repeat the operation. */
export type Referring = "credit spend" | "entitlement use";

export const customerKey = (id: string | null): LockKey[] => (id === null ? [] : [`customer ${id}`]);
export const claimKeys = ({ customerId, customerVerified, visitorId }: Claim): LockKey[] => [
  ...customerKey(customerId),
  ...(customerVerified || visitorId === null ? [] : [`visitor ${visitorId}` as const]),
];
export const responseKey = (id: string | null): LockKey[] => (id === null ? [] : [`response ${id}`]);

/** Locks keys in a transaction that writes grants. Must run before all reads of the transaction. */
export const lockForGrants = (tx: Db, keys: readonly LockKey[]) => lock(tx, keys, "pg_advisory_xact_lock");

/**
 * Locks keys in a transaction that writes orders. The locks block transactions that write grants, but not other transactions that write
 * orders.
 */
export const lockForOrders = (tx: Db, keys: readonly LockKey[]) => lock(tx, keys, "pg_advisory_xact_lock_shared");

/**
 * Locks the form in a transaction that processes an outcome. Until the transaction ends, other transactions cannot delete the form. Must be
 * the first lock of the transaction.
 */
export const lockForOutcome = (tx: Db, formId: string) => lock(tx, [`form ${formId}`], "pg_advisory_xact_lock_shared");

/** Serializes activations of a form's incentives, so that the count of active incentives stays valid. */
export const lockForActivation = (tx: Db, formId: string) => lock(tx, [`active incentives ${formId}`], "pg_advisory_xact_lock");

/** Serializes operations with the same reference. Must be the first lock of the transaction. */
export const lockForReference = (tx: Db, what: Referring, reference: string) => lock(tx, [`${what} ${reference}`], "pg_advisory_xact_lock");

async function lock(tx: Db, keys: readonly LockKey[], how: string): Promise<void> {
  if (keys.length === 0) return;
  const names = [...new Set(keys)].sort().map((key) => `${tx.workspaceId} ${key}`);
  await tx.sql(sql`SELECT ${raw(how)}(hashtextextended(k.name, 0))::text AS locked FROM unnest(${names}::text[]) AS k(name)`);
}
