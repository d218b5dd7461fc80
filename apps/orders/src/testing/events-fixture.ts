import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import { createLogger } from "@offergraph/shared/log/logger";
import { eventPublisher, type PublishEvent } from "@offergraph/testkit/publish-events";
import { type Fixture, startFixture } from "./fixture.js";

export interface EventsFixture extends Fixture {
  /** Emits an event of discounts or forms and waits until orders has processed it. */
  emitEvent: PublishEvent;
}

/** Starts orders with its own NATS server, to which tests publish events of discounts and forms. */
export async function startEventsFixture(adminUrl: string): Promise<EventsFixture> {
  const nats = await startOwnNats();
  const link = connectNats({ url: nats.url, name: "others", log: createLogger("test", "silent") });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  for (const service of ["discounts", "forms"]) await ensureStream(connection, service);
  const fixture = await startFixture(adminUrl, { NATS_URL: nats.url });
  return {
    ...fixture,
    emitEvent: eventPublisher(connection, fixture),
    async stop() {
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}
