import type { NatsConnection } from "@nats-io/transport-node";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { ManualClock } from "@offergraph/shared/time/clock";
import type pg from "pg";
import { vi } from "vitest";
import { signedEvent } from "./signed-event.js";
import { polling } from "./timeouts.js";

/** Publishes an event with its producer's signature, and waits until the service under test has processed the event. */
export type PublishEvent = <Data>(
  definition: EventDefinition<Data>,
  workspaceId: string,
  recordId: string,
  data: Data,
  time?: Date,
) => Promise<void>;

/**
 * Publishes events to the NATS server of a service under test. The NATS stream of the events must exist.
 * @param consumer the consumer that must process the events (default: any consumer)
 */
export function eventPublisher(
  connection: NatsConnection,
  { admin, clock }: { admin: pg.Client; clock: ManualClock },
  consumer: string | null = null,
): PublishEvent {
  return async (definition, workspaceId, recordId, data, time = clock.now()) => {
    const { event } = pendingEvent(definition, { workspaceId, recordId, data, actor: null, time });
    const { body, headers } = signedEvent(event);
    connection.publish(definition.subject, body, { headers });
    await vi.waitFor(async () => {
      const { rowCount } = await admin.query("SELECT FROM inbox_events WHERE event_id = $1 AND consumer = coalesce($2, consumer)", [
        event.id,
        consumer,
      ]);
      if (rowCount === 0) throw new Error(`The service has not processed ${definition.subject}.`);
    }, polling);
  };
}
