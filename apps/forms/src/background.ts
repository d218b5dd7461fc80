import { startConsumer } from "@offergraph/shared/events/consume";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { keepReferences, referenceEvents } from "./events/consumers/keep-references.js";
import { learnFromResponses, outcomeEvents } from "./events/consumers/learn-from-responses.js";
import type { Prisma } from "./generated/prisma/client.js";
import { learnerInThread } from "./insights/in-thread.js";

/** Starts what runs beside the server. */
export function startBackground({ pool, nats, writer, log, clock }: ServiceParts<ServiceSettings, Prisma.TransactionClient>): Background {
  const learner = learnerInThread();
  const common = { pool, nats, service: "forms", write: writer.write, log, clock };
  const consumers = [
    startConsumer({ ...common, name: "keep-references", definitions: referenceEvents, handle: keepReferences }),
    startConsumer({ ...common, name: "learn-from-responses", definitions: outcomeEvents, handle: learnFromResponses(learner) }),
  ];
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await learner.stop();
    },
  };
}
