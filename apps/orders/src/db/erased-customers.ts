import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";

// Response events and erasures are not ordered: an older response event may arrive after the erasure.

/** Serializes this customer's response events and erasure until the transaction ends. */
export async function queueForCustomer({ read, workspaceId }: Keeping, customerId: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`erasure of ${workspaceId} ${customerId}`}, 0))::text AS held`);
}

/** Longer than NATS keeps events (30 days), so no older event can arrive later. */
const keptFor = sql`interval '40 days'`;

/** Records the erasure of a customer, and deletes expired records. */
export async function keepErased({ read, workspaceId }: Keeping, customerId: string, erasedAt: Date): Promise<void> {
  const at = erasedAt.toISOString();
  await read(sql`
    INSERT INTO erased_customers AS kept (workspace_id, customer_id, erased_at)
    VALUES (${workspaceId}::uuid, ${customerId}::uuid, ${at}::timestamptz)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET erased_at = GREATEST(kept.erased_at, excluded.erased_at)`);
  await read(sql`
    DELETE FROM erased_customers e WHERE e.workspace_id = ${workspaceId}::uuid AND e.erased_at < ${at}::timestamptz - ${keptFor}`);
}

/** True if the customer was erased at this time or later. Call queueForCustomer first. */
export async function isErasedSince({ read, workspaceId }: Keeping, customerId: string, time: Date): Promise<boolean> {
  const [erased] = await read<{ found: number }>(sql`
    SELECT 1 AS found FROM erased_customers e
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.customer_id = ${customerId}::uuid AND e.erased_at >= ${time.toISOString()}::timestamptz`);
  return erased !== undefined;
}
