import { type Statement, sql } from "../database/statement.js";
import { type PrismaTransaction, readIn } from "../database/write.js";
import type { PendingEvent } from "../events/cloud-event.js";

export { type PendingEvent, pendingEvent } from "../events/cloud-event.js";

/** What writing and remembering events needs of a Prisma transaction. */
export type RawTransaction = Pick<PrismaTransaction, "$executeRawUnsafe">;

/**
 * The one statement that writes these events, where the condition holds. They travel as one JSON text: in a PostgreSQL array each quote of
 * each event would be escaped, which costs this process three times as much.
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
 * Writes events in the transaction of the change they tell of (decisions.md 6): both are committed, or neither.
 * One statement, however many events. Call it after the change itself, so that the record's row lock orders its events.
 * After the commit call the relay's `poke()`.
 */
export async function addToOutbox(transaction: PrismaTransaction, events: readonly PendingEvent[]): Promise<void> {
  if (events.length > 0) await readIn(transaction, outboxInsert(events));
}
