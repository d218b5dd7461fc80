import { sql } from "@offergraph/service/db/statement";
import { erasureRecordDays } from "@offergraph/service/messaging/retention";
import type { Db } from "../tx.js";

/** Time for which the service keeps records about erased customers. */
const keptFor = sql`make_interval(days => ${erasureRecordDays}::int)`;

/**
 * Takes an advisory lock until the transaction ends. Erasures take the lock exclusively (UPDATE), and order events take the lock in shared
 * mode (SHARE). Without the lock, a concurrent event could store the erased customer again.
 */
export async function lockErasures(tx: Db, mode: "SHARE" | "UPDATE"): Promise<void> {
  const key = `erasures of ${tx.workspaceId}`;
  await tx.sql(
    mode === "SHARE"
      ? sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${key}, 0)) IS NULL AS queued`
      : sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0)) IS NULL AS queued`,
  );
}

/** Removes the customer's id from uses of discount codes. Records the erasure, so that delayed events do not restore the id. */
export async function eraseFromUsages(tx: Db, customerId: string, erasedAt: Date): Promise<void> {
  const at = erasedAt.toISOString();
  await lockErasures(tx, "UPDATE");
  await tx.sql(sql`
    INSERT INTO erased_customers AS kept (workspace_id, customer_id, erased_at)
    VALUES (${tx.workspaceId}::uuid, ${customerId}::uuid, ${at}::timestamptz)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET erased_at = GREATEST(kept.erased_at, excluded.erased_at)`);
  await tx.sql(sql`DELETE FROM erased_customers e WHERE e.erased_at < ${at}::timestamptz - ${keptFor}`);
  await tx.sql(sql`UPDATE order_usages u SET customer_id = NULL WHERE u.customer_id = ${customerId}::uuid`);
}
