import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import type { Reference } from "@offergraph/service/replicas/kinds";
import { type AnswerOptions, startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { eventPublisher, type PublishEvent } from "@offergraph/testkit/publish-events";
import { publishEvents, publishedEvents } from "@offergraph/testkit/streams";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { lookupTimeoutMs, polling } from "@offergraph/testkit/timeouts";
import { vi } from "vitest";
import { type Fixture, startFixture } from "./fixture.js";

/** Records of a workspace that other services own. */
interface Records {
  connections: Reference<"connection">[];
  discountCodes: Reference<"discount_code">[];
  forms: Reference<"form">[];
}

export interface EmittedEvent {
  what: string;
  recordId: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data depends on the event.
  data: any;
}

export interface OtherServicesFixture extends Fixture {
  /** Emits an event of another service and waits until it is processed. */
  emitEvent: PublishEvent;
  /** Emits the events in order and waits until all are processed. */
  emitEvents(events: readonly CloudEvent[]): Promise<void>;
  /** Returns the published events of a workspace, in order. */
  emitted(workspaceId: string): Promise<EmittedEvent[]>;
  /** Records that other services return for lookups. */
  recordsIn(workspaceId: string): Records;
}

/** Starts the incentives service with its own NATS server and simulated other services. */
export async function startOtherServicesFixture(adminUrl: string): Promise<OtherServicesFixture> {
  const nats = await startOwnNats();
  const log = createLogger("test", "silent");
  const link = connectNats({ url: nats.url, name: "others", log });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  for (const service of ["discounts", "forms", "orders", "workspace"]) await ensureStream(connection, service);
  const fixture = await startFixture(adminUrl, { NATS_URL: nats.url }, { replicaMs: lookupTimeoutMs });
  const known = new Map<string, Records>();
  const recordsIn = (workspaceId: string) => {
    const records = known.get(workspaceId) ?? { connections: [], discountCodes: [], forms: [] };
    known.set(workspaceId, records);
    return records;
  };
  const answer = (service: string, answers: AnswerOptions["answers"]) =>
    startReplicaResponder({ nats: link, service, signingKey: testSigningKey, log, clock: fixture.clock, answers });
  const answering = [
    answer("discounts", {
      connection: async (workspaceId, { id }) => recordsIn(workspaceId).connections.filter(({ rowId }) => rowId === id),
      discount_code: async (workspaceId, wanted) =>
        recordsIn(workspaceId).discountCodes.filter(({ rowId }) => "id" in wanted && rowId === wanted.id),
    }),
    answer("forms", {
      form: async (workspaceId, wanted) =>
        recordsIn(workspaceId).forms.filter(({ rowId, formSlug, title }) =>
          "id" in wanted ? rowId === wanted.id : [formSlug, title].includes(wanted.name),
        ),
    }),
  ];
  return {
    ...fixture,
    recordsIn,
    emitEvent: eventPublisher(connection, fixture),
    async emitEvents(events) {
      await publishEvents(connection, events, newId);
      const ids = events.map(({ id }) => id);
      await vi.waitFor(
        async () => {
          const { rows } = await fixture.admin.query(
            "SELECT count(DISTINCT event_id)::int AS taken FROM inbox_events WHERE event_id = ANY($1)",
            [ids],
          );
          if (rows[0].taken < new Set(ids).size) throw new Error("Incentives has not processed all events.");
        },
        { ...polling, timeout: polling.timeout + 100 * events.length },
      );
    },
    async emitted(workspaceId) {
      await vi.waitFor(async () => {
        const { rowCount } = await fixture.admin.query("SELECT FROM outbox_events WHERE workspace_id = $1", [workspaceId]);
        if (rowCount !== 0) throw new Error("The outbox is not empty.");
      }, polling);
      const events = await publishedEvents(connection, "incentives");
      return events
        .filter((event) => event.workspaceid === workspaceId)
        .map(({ type, subject, data }) => ({ what: type.split(".").slice(2, 4).join("."), recordId: subject, data }));
    },
    async stop() {
      await Promise.all(answering.map((one) => one.stop()));
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}
