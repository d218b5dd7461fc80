import type { Lease } from "../outbox/lease.js";

const rowsPerStatement = 5_000;

/**
 * Moves the inbox records of a renamed consumer to its current name. The consumer then skips processed events. After a failure, the caller
 * can repeat the call.
 */
export async function moveInbox({ query }: Pick<Lease, "query">, from: string, to: string): Promise<void> {
  const text = `
    WITH moved AS (
      DELETE FROM inbox_events WHERE (consumer, event_id) IN
        (SELECT consumer, event_id FROM inbox_events WHERE consumer IN ($1, $1 || ':dead') LIMIT ${rowsPerStatement})
      RETURNING *), stored AS (
      INSERT INTO inbox_events (consumer, event_id, workspace_id, processed_at)
      SELECT $2 || substr(consumer, length($1) + 1), event_id, workspace_id, processed_at FROM moved ON CONFLICT DO NOTHING)
    SELECT count(*)::int AS count FROM moved`;
  let count = rowsPerStatement;
  while (count === rowsPerStatement) count = (await query<{ count: number }>(text, [from, to]))[0]?.count ?? 0;
}
