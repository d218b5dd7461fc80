import { sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";

// Events of responses and of erasures come in no order between them: what is told before an erasure may be heard of after it.

/** Has what tells of this customer's responses, and the customer's erasure, wait for each other until the transaction ends. */
export async function queueForCustomer({ read, workspaceId }: Keeping, customerId: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`erasure of ${workspaceId} ${customerId}`}, 0))::text AS held`);
}

/** Longer than NATS keeps an event (30 days): what is older than that can no longer come late. */
const keptFor = sql`interval '40 days'`;

/** Remembers that a customer was erased at this time, and forgets others who were long ago. */
export async function keepErased({ read, workspaceId }: Keeping, customerId: string, erasedAt: Date): Promise<void> {
  const at = erasedAt.toISOString();
  await read(sql`
    INSERT INTO erased_customers AS kept (workspace_id, customer_id, erased_at)
    VALUES (${workspaceId}::uuid, ${customerId}::uuid, ${at}::timestamptz)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET erased_at = GREATEST(kept.erased_at, excluded.erased_at)`);
  await read(sql`
    DELETE FROM erased_customers e WHERE e.workspace_id = ${workspaceId}::uuid AND e.erased_at < ${at}::timestamptz - ${keptFor}`);
}

/** Whether the customer was erased at this time or later. The transaction has queued for the customer. */
export async function isErasedSince({ read, workspaceId }: Keeping, customerId: string, time: Date): Promise<boolean> {
  const [erased] = await read<{ found: number }>(sql`
    SELECT 1 AS found FROM erased_customers e
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.customer_id = ${customerId}::uuid AND e.erased_at >= ${time.toISOString()}::timestamptz`);
  return erased !== undefined;
}
