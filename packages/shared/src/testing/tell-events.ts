import type { NatsConnection } from "@nats-io/transport-node";
import type pg from "pg";
import { vi } from "vitest";
import type { EventDefinition } from "../events/define.js";
import { pendingEvent } from "../outbox/add.js";
import type { ManualClock } from "../time/clock.js";
import { patient } from "./patient.js";
import { signedEvent } from "./signed-event.js";

/** Tells an event as the service that owns the record does, and waits until the service under test has taken it. */
export type TellEvent = <Data>(
  definition: EventDefinition<Data>,
  workspaceId: string,
  recordId: string,
  data: Data,
  time?: Date,
) => Promise<void>;

/**
 * What tells events over a connection to the NATS server of a service under test; the event's stream has to be there. `consumer`: which of
 * the service's consumers has to have taken an event, where there are several that do; any one, unless given.
 */
export function eventTeller(
  connection: NatsConnection,
  { admin, clock }: { admin: pg.Client; clock: ManualClock },
  consumer: string | null = null,
): TellEvent {
  return async (definition, workspaceId, recordId, data, time = clock.now()) => {
    const { event } = pendingEvent(definition, { workspaceId, recordId, data, actor: null, time });
    const { body, headers } = signedEvent(event);
    connection.publish(definition.subject, body, { headers });
    await vi.waitFor(async () => {
      const { rowCount } = await admin.query("SELECT FROM inbox_events WHERE event_id = $1 AND consumer = coalesce($2, consumer)", [
        event.id,
        consumer,
      ]);
      if (rowCount === 0) throw new Error(`The service has not taken ${definition.subject}.`);
    }, patient);
  };
}
