import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats, type NatsClient } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import { createLogger } from "@offergraph/shared/log/logger";
import { eventPublisher, type PublishEvent } from "@offergraph/testkit/publish-events";
import { type Fixture, startFixture } from "./fixture.js";

export interface EventsFixture extends Fixture {
  /** NATS connection through which tests publish events of other services. */
  others: NatsClient;
  /** Publishes an event of another service, and waits until it is processed. */
  emitEvent: PublishEvent;
}

/** Starts the orders service with a NATS server for events of other services. */
export async function startEventsFixture(adminUrl: string): Promise<EventsFixture> {
  const nats = await startOwnNats();
  const link = connectNats({ url: nats.url, name: "others", log: createLogger("test", "silent") });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  for (const service of ["discounts", "forms", "incentives"]) await ensureStream(connection, service);
  const fixture = await startFixture(adminUrl, { NATS_URL: nats.url });
  return {
    ...fixture,
    others: link,
    emitEvent: eventPublisher(connection, fixture),
    async stop() {
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}
