import { raw, sql } from "@offergraph/shared/database/statement";
import type { Claim } from "../domain/claim.js";
import type { Writing } from "./transaction.js";

type Within = Pick<Writing, "read" | "workspaceId">;

// What grants and orders find in each other is looked for by both sides: whoever comes second has to see what the first one wrote. So both
// lock what they may have in common, all of it at once and in one order, until their transactions end.

/** What is locked: a customer (whose places under caps are counted), a response, a code by its key, a form, or which of its incentives are active. */
export type LockKey = `${"customer" | "visitor" | "response" | "code" | "form" | "active incentives"} ${string}`;

/** The lock of a customer, if there is one. */
export const customerKey = (id: string | null): LockKey[] => (id === null ? [] : [`customer ${id}`]);
/**
 * The locks under which the places of a claim are counted: a verified one's with its customer's, an unverified one's also with its visitor's.
 */
export const claimKeys = ({ customerId, customerVerified, visitorId }: Claim): LockKey[] => [
  ...customerKey(customerId),
  ...(customerVerified || visitorId === null ? [] : [`visitor ${visitorId}` as const]),
];
/** The lock of a response, if there is one. */
export const responseKey = (id: string | null): LockKey[] => (id === null ? [] : [`response ${id}`]);

/** Locks these for one who writes grants: nobody else is at them meanwhile. What is read by later statements is as they were left. */
export const lockForGrants = (within: Within, keys: readonly LockKey[]) => lock(within, keys, "pg_advisory_xact_lock");

/** Locks these for one who writes orders: other orders may be at them, grants not. */
export const lockForOrders = (within: Within, keys: readonly LockKey[]) => lock(within, keys, "pg_advisory_xact_lock_shared");

/** Locks a form, before anything else, for one who looks at an outcome of it: others may too, but it is not deleted meanwhile. */
export const lockForOutcome = (within: Within, formId: string) => lock(within, [`form ${formId}`], "pg_advisory_xact_lock_shared");

/** Locks a form for one who makes an incentive of it active: nobody else does meanwhile, so that what is counted by later statements stays so. */
export const lockForActivation = (within: Within, formId: string) => lock(within, [`active incentives ${formId}`], "pg_advisory_xact_lock");

async function lock({ read, workspaceId }: Within, keys: readonly LockKey[], how: string): Promise<void> {
  if (keys.length === 0) return;
  const names = [...new Set(keys)].sort().map((key) => `${workspaceId} ${key}`);
  await read(sql`SELECT ${raw(how)}(hashtextextended(k.name, 0))::text AS locked FROM unnest(${names}::text[]) AS k(name)`);
}
