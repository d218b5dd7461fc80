import type { PendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { type Statement, sql } from "../db/statement.js";

export { type PendingEvent, pendingEvent } from "@offergraph/shared/contracts/cloud-event";

/**
 * Returns the statement that inserts events into the outbox. The parameters are JSON texts, because array parameters take three times as
 * much CPU time.
 */
export function outboxInsert(events: readonly PendingEvent[]): Statement {
  const [bodies, headers] = [JSON.stringify(events.map(({ event }) => event)), JSON.stringify(events.map((event) => event.headers))];
  return sql`
    INSERT INTO outbox_events (id, workspace_id, subject, event, headers, created_at)
    SELECT (one.event->>'id')::uuid, (one.event->>'workspaceid')::uuid, one.event->>'type', one.event, one.headers, now()
    FROM ROWS FROM (jsonb_array_elements(${bodies}::jsonb), jsonb_array_elements(${headers}::jsonb))
      WITH ORDINALITY AS one(event, headers, position)
    ORDER BY one.position`;
}
