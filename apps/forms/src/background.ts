import { startConsumer } from "@offergraph/shared/events/consume";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { keepReferences, referenceEvents } from "./events/consumers/keep-references.js";
import type { Prisma } from "./generated/prisma/client.js";

/** Starts what runs beside the server. */
export function startBackground({ pool, nats, writer, log, clock }: ServiceParts<ServiceSettings, Prisma.TransactionClient>): Background {
  const consumers = [
    startConsumer({
      pool,
      nats,
      service: "forms",
      name: "keep-references",
      definitions: referenceEvents,
      handle: keepReferences,
      write: writer.write,
      log,
      clock,
    }),
  ];
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}
