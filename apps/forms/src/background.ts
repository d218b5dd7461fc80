import { startConsumer } from "@offergraph/shared/events/consume";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import type { FormsSettings } from "./env.js";
import { keepReferences, referenceEvents } from "./events/consumers/keep-references.js";
import { learnFromResponses, outcomeEvents } from "./events/consumers/learn-from-responses.js";
import type { Prisma } from "./generated/prisma/client.js";
import { learnerInThread } from "./insights/in-thread.js";
import { surveysOf } from "./surveys/of-service.js";

/** Starts what runs beside the server. */
export function startBackground(parts: ServiceParts<FormsSettings & ServiceSettings, Prisma.TransactionClient>): Background {
  const { pool, nats, writer, log, clock } = parts;
  const learner = learnerInThread();
  const common = { pool, nats, service: "forms", write: writer.write, log, clock };
  const consumers = [
    startConsumer({ ...common, name: "keep-references", definitions: referenceEvents, handle: keepReferences }),
    startConsumer({ ...common, name: "learn-from-responses", definitions: outcomeEvents, handle: learnFromResponses(learner) }),
  ];
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await Promise.all([learner.stop(), surveysOf(parts).stop()]);
    },
  };
}
