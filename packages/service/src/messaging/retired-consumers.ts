import { JetStreamApiError } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { noSuchConsumer } from "./ordered-consumer.js";
import { durableOf } from "./permissions.js";
import { isWithoutStream, managerOf, streamOf } from "./streams.js";

/** Consumers of earlier versions by service, with the producers of their events. Services have no permission to delete consumers. */
const retired = [{ service: "forms", name: "keep-time-zone", producer: "workspace" }] as const;

/** Deletes the durable consumers that no service uses any more. Their unread events would otherwise count as lag. */
export async function deleteRetiredConsumers(connection: NatsConnection): Promise<void> {
  const { consumers } = await managerOf(connection);
  for (const { service, name, producer } of retired)
    await consumers.delete(streamOf(producer), durableOf(service, name)).catch((error: unknown) => {
      const isGone = error instanceof JetStreamApiError && error.code === noSuchConsumer;
      if (!isGone && !isWithoutStream(error)) throw error;
    });
}
