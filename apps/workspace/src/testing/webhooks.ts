import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { durableOf } from "@offergraph/service/messaging/permissions";
import { ensureStream, managerOf, streamOf } from "@offergraph/service/messaging/streams";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { createLogger } from "@offergraph/shared/log/logger";
import { startServiceFixture } from "@offergraph/testkit/fixture";
import { signedEvent } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { vi } from "vitest";
import { serviceWith } from "../service.js";
import { testWorkspace } from "./workspaces.js";

export type WebhookFixture = Awaited<ReturnType<typeof startWebhookFixture>>;

/**
 * Starts the service with a separate NATS server, short intervals, and webhooks to loopback addresses. `timeoutMs` is the timeout of a
 * webhook request. The default is long, so that a pause of the machine does not fail a request.
 */
export async function startWebhookFixture(adminUrl: string, timeoutMs = polling.timeout) {
  const nats = await startOwnNats();
  const link = connectNats({ url: nats.url, name: "others", log: createLogger("test", "silent") });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  for (const service of ["discounts", "forms", "incentives", "orders", "workspace"]) await ensureStream(connection, service);
  const service = serviceWith({ timeoutMs, probe: { firstMs: 20, maxMs: 100 }, pollMs: 50 });
  const fixture = await startServiceFixture(service, adminUrl, { NATS_URL: nats.url, OUTBOUND_ALLOW_PRIVATE: "1" });
  return {
    ...fixture,
    /** Publishes an event with its service's signature. Returns the event's id. */
    publish<Data>(definition: EventDefinition<Data>, workspaceId: string, recordId: string, data: Data, time = fixture.clock.now()) {
      const { event } = pendingEvent(definition, { workspaceId, recordId, data, actor: null, time });
      const { body, headers } = signedEvent(event);
      connection.publish(definition.subject, body, { headers });
      return event.id;
    },
    async processed(eventId: string) {
      await vi.waitFor(async () => {
        const { rowCount } = await fixture.admin.query("SELECT FROM inbox_events WHERE event_id = $1", [eventId]);
        if (rowCount === 0) throw new Error(`Event ${eventId} is not processed.`);
      }, polling);
    },
    /**
     * Waits until the service has acknowledged an event. If no endpoint receives an event, the service acknowledges the event without an
     * inbox record.
     */
    async skipped({ service: producer, subject }: EventDefinition, eventId: string) {
      const { streams, consumers } = await managerOf(connection);
      await vi.waitFor(async () => {
        const last = await streams.getMessage(streamOf(producer), { last_by_subj: subject });
        const { ack_floor } = await consumers.info(streamOf(producer), durableOf("workspace", `queue-webhooks-${producer}`));
        if (last?.json<{ id: string }>().id !== eventId || ack_floor.stream_seq < last.seq)
          throw new Error(`Event ${eventId} is not acknowledged.`);
      }, polling);
    },
    async stop() {
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}

export interface Delivery {
  rowId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  recordId: string;
  state: string;
  attempts: number;
  nextAttemptAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
  deliveredAt: string | null;
  payload: Record<string, unknown>;
}

export interface Endpoint {
  rowId: string;
  state: string;
  disabledReason: string | null;
  failingSince: string | null;
}

const deliveryFields =
  "rowId endpointId eventId eventType recordId state attempts nextAttemptAt lastStatus lastError deliveredAt payload endpoint { rowId }";

/** Creates a workspace with helpers for webhook operations. */
export async function webhookWorkspace(fixture: Parameters<typeof testWorkspace>[0]) {
  const workspace = await testWorkspace(fixture);
  const client = workspace.as(workspace.owner);
  const list = async <Row>(name: string, filter: object, fields: string): Promise<Row[]> => {
    const type = name === "list_webhook_endpoints" ? "WebhookEndpointFilter" : "WebhookDeliveryFilter";
    const query = `query ($filter: ${type}) { list: ${name}(filter: $filter, orderBy: [CREATED_AT_ASC], first: 1000) { nodes { ${fields} } } }`;
    return (await client.data<{ list: { nodes: Row[] } }>(query, { variables: { filter } })).list.nodes;
  };
  return {
    ...workspace,
    client,
    async create(input: object): Promise<{ id: string; secret: string }> {
      const mutation =
        "mutation ($input: CreateWebhookEndpointInput!) { create_webhook_endpoint(input: $input) { webhookEndpoint { rowId } secret userErrors { message } } }";
      const { create_webhook_endpoint: made } = await client.data<{
        create_webhook_endpoint: { webhookEndpoint: { rowId: string } | null; secret: string; userErrors: object[] };
      }>(mutation, { variables: { input } });
      if (!made.webhookEndpoint) throw new Error(JSON.stringify(made.userErrors));
      return { id: made.webhookEndpoint.rowId, secret: made.secret };
    },
    deliveries: (filter: object = {}) => list<Delivery>("list_webhook_deliveries", filter, deliveryFields),
    async endpoint(id: string) {
      const fields = "rowId state disabledReason failingSince";
      return (await list<Endpoint>("list_webhook_endpoints", { rowId: { equalTo: id } }, fields))[0];
    },
  };
}

export type WebhookWorkspace = Awaited<ReturnType<typeof webhookWorkspace>>;
