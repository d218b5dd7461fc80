import type { PendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { type Statement, sql } from "../db/statement.js";
import { readIn } from "../db/write.js";

export { type PendingEvent, pendingEvent } from "@offergraph/shared/contracts/cloud-event";

/** A Tx, or a former transaction; see `readIn`. */
export type RawTransaction = object;

/**
 * Builds the statement that inserts events if the condition holds. Sends them as one JSON string: escaping every quote for a PostgreSQL
 * array takes three times the CPU.
 */
export function outboxInsert(events: readonly PendingEvent[], condition: Statement = sql`true`): Statement {
  const [bodies, headers] = [JSON.stringify(events.map(({ event }) => event)), JSON.stringify(events.map((event) => event.headers))];
  return sql`
    INSERT INTO outbox_events (id, workspace_id, subject, event, headers, created_at)
    SELECT (one.event->>'id')::uuid, (one.event->>'workspaceid')::uuid, one.event->>'type', one.event, one.headers, now()
    FROM ROWS FROM (jsonb_array_elements(${bodies}::jsonb), jsonb_array_elements(${headers}::jsonb))
      WITH ORDINALITY AS one(event, headers, position)
    WHERE ${condition}
    ORDER BY one.position`;
}

/**
 * Writes events to the outbox in the change's transaction with one statement (decisions.md 6). Call it after the change, so that the
 * record's row lock orders its events. Call the relay's `poke()` after the commit.
 */
export async function addToOutbox(transaction: object, events: readonly PendingEvent[]): Promise<void> {
  if (events.length > 0) await readIn(transaction, outboxInsert(events));
}
