import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { outboxInsert, type PendingEvent, pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import { startProxy } from "@offergraph/testkit/proxy";
import { type ResponseEvent, responseOf } from "@offergraph/testkit/responses";
import { signedEvent } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { vi } from "vitest";
import { responseStatuses } from "../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "./fixture.js";
import type { Form } from "./forms.js";
import { addResponse } from "./responses.js";

export interface OutcomesFixture extends Fixture {
  /** Writes events to the service's outbox and waits until the service has processed the events. */
  emitEvent(...events: PendingEvent[]): Promise<void>;
  /** Publishes an event to NATS again, without the outbox. */
  deliverAgain(event: PendingEvent): Promise<void>;
  /** Disconnects the service from NATS while `effect` runs. */
  whileNatsIsAway(effect: () => Promise<void>): Promise<void>;
  /** Waits until the response has insights. */
  isLearnt(responseId: string): Promise<void>;
}

const consumer = "learn-from-responses";

export async function startOutcomesFixture(adminUrl: string): Promise<OutcomesFixture> {
  const nats = await startOwnNats();
  const way = await startProxy(nats.url);
  const fixture = await startFixture(adminUrl, { NATS_URL: way.url });
  const { database, relay, nats: link } = fixture.running.parts;
  const found = (text: string, values: unknown[]) =>
    vi.waitFor(async () => {
      const { rowCount } = await fixture.admin.query(text, values);
      if (rowCount === 0) throw new Error("No insights yet.");
    }, polling);
  const learnt = ({ event }: PendingEvent) => found("SELECT FROM inbox_events WHERE consumer = $1 AND event_id = $2", [consumer, event.id]);
  return {
    ...fixture,
    async emitEvent(...events) {
      for (const event of events) await database.transaction({ workspaceId: event.workspaceId }, (tx) => tx.sql(outboxInsert([event])));
      relay.notify();
      await Promise.all(events.map(learnt));
    },
    async deliverAgain({ event }) {
      const { connection } = await link.waitForConnection(new AbortController().signal);
      const { body, headers } = signedEvent(event);
      connection.publish(event.type, body, { headers });
      await connection.flush();
    },
    async whileNatsIsAway(effect) {
      way.cut();
      try {
        await effect();
      } finally {
        way.mend();
      }
    },
    isLearnt: (responseId) => found("SELECT FROM insight_answers WHERE response_id = $1", [responseId]),
    async stop() {
      await fixture.stop();
      await way.close();
      await nats.stop();
    },
  };
}

/** Values of a response with an outcome. */
export interface Responding {
  answers: Record<string, unknown>;
  status?: "COMPLETE" | "SKIPPED";
  customer?: { customerId: string; customerRef: string; customerName: string | null };
  visitorId?: string;
  completedAt?: string;
}

/** Inserts a response with an outcome, without checks. Returns the outcome's event, but does not publish the event. */
export async function respond(fixture: Fixture, client: Client, form: Form, responding: Responding): Promise<PendingEvent> {
  const { answers, status = "COMPLETE", customer, visitorId = "visitor 1", completedAt = fixture.clock.now().toISOString() } = responding;
  const formVariantId = form.publishedVariantId ?? form.rowId;
  const rowId = await addResponse(fixture, client, {
    status: responseStatuses.indexOf(status),
    form_id: form.rowId,
    form_variant_id: formVariantId,
    visitor_id: visitorId,
    customer_id: customer?.customerId,
    customer_ref: customer?.customerRef,
    customer_name: customer?.customerName,
    completed_at: completedAt,
    answers,
  });
  const definition = status === "COMPLETE" ? formResponseCompleted : formResponseSkipped;
  const known = { rowId, createdAt: completedAt, completedAt, status, formId: form.rowId, formVariantId, visitorId };
  return outcomeEvent(definition, client, responseOf({ ...known, ...customer }));
}

/**
 * Creates the event that is emitted when a response's customer becomes known. The second argument is the event of the response's outcome.
 */
export const identified = (client: Client, { event }: PendingEvent, customer: NonNullable<Responding["customer"]>): PendingEvent =>
  outcomeEvent(formResponseCustomerIdentified, client, { ...(event.data as ResponseEvent), ...customer });

const outcomeEvent = <Data extends { rowId: string }>(
  definition: EventDefinition<Data>,
  { workspaceId }: Client,
  data: Data,
): PendingEvent => pendingEvent(definition, { workspaceId, recordId: data.rowId, data, actor: null, time: new Date() });
