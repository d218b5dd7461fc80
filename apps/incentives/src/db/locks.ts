import { raw, sql } from "@offergraph/service/db/statement";
import type { Claim } from "../domain/eligibility.js";
import type { Db } from "../tx.js";

// Transactions that write grants or orders lock the same keys, because they read each other's rows. A fixed order of the keys prevents
// deadlocks.

export type LockKey = `${"customer" | "visitor" | "response" | "code" | "form" | "active incentives" | Referring} ${string}`;
/** Operations that are idempotent by their `reference`. */
export type Referring = "credit spend" | "entitlement use";

export const customerKey = (id: string | null): LockKey[] => (id === null ? [] : [`customer ${id}`]);
export const claimKeys = ({ customerId, customerVerified, visitorId }: Claim): LockKey[] => [
  ...customerKey(customerId),
  ...(customerVerified || visitorId === null ? [] : [`visitor ${visitorId}` as const]),
];
export const responseKey = (id: string | null): LockKey[] => (id === null ? [] : [`response ${id}`]);

/** Locks keys in a transaction that writes grants. Must run before all reads of the transaction. */
export const lockForGrants = (tx: Db, keys: readonly LockKey[]) => lock(tx, keys, "pg_advisory_xact_lock");

/** Locks keys in a transaction that writes orders. Other transactions can write orders, but not grants, at the same time. */
export const lockForOrders = (tx: Db, keys: readonly LockKey[]) => lock(tx, keys, "pg_advisory_xact_lock_shared");

/** Prevents deletion of the form while a transaction processes an outcome. Must be the first lock of the transaction. */
export const lockForOutcome = (tx: Db, formId: string) => lock(tx, [`form ${formId}`], "pg_advisory_xact_lock_shared");

/** Serializes activations of a form's incentives, because concurrent activations could exceed the limit. */
export const lockForActivation = (tx: Db, formId: string) => lock(tx, [`active incentives ${formId}`], "pg_advisory_xact_lock");

/** Serializes operations with the same reference. Must be the first lock of the transaction. */
export const lockForReference = (tx: Db, what: Referring, reference: string) => lock(tx, [`${what} ${reference}`], "pg_advisory_xact_lock");

async function lock(tx: Db, keys: readonly LockKey[], how: string): Promise<void> {
  if (keys.length === 0) return;
  const names = [...new Set(keys)].sort().map((key) => `${tx.workspaceId} ${key}`);
  await tx.sql(sql`SELECT ${raw(how)}(hashtextextended(k.name, 0))::text AS locked FROM unnest(${names}::text[]) AS k(name)`);
}
