import { startConsumer } from "@offergraph/service/messaging/consume";
import { applyReplicaEvents, type ReferenceEvent, referenceEvents, replicaKeeps } from "@offergraph/service/replicas/replica-events";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { legacySqlTx } from "@offergraph/service/tx/legacy";
import { startReferenceAnswers } from "./consumers/answer-lookups.js";
import { codeValueEvents, codeValueKeeps, keepCodeValues } from "./consumers/keep-code-values.js";
import { incentiveEvents, keepIncentives } from "./consumers/keep-incentives.js";
import { learnFromResponses, outcomeEvents } from "./consumers/learn-from-responses.js";
import type { FormsSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { startAbandonment } from "./jobs/abandon-responses.js";
import { grantWatchOf } from "./services/grants/watch.js";
import { createInsightsWorker } from "./services/insights/insights-worker.js";
import { surveysOf } from "./services/surveys/of-service.js";

/** Starts the background tasks. */
export function startBackground(parts: ServiceDeps<FormsSettings & ServiceSettings, Prisma.TransactionClient>): BackgroundTask {
  const { pool, nats, signer, writer, log, clock } = parts;
  const insights = createInsightsWorker();
  const watch = grantWatchOf(parts);
  const common = { pool, nats, signer, service: "forms", write: writer.write, log, clock };
  const running = [
    startAbandonment(parts),
    startReferenceAnswers(parts),
    startConsumer<Prisma.TransactionClient, (typeof referenceEvents)[number]>({
      ...common,
      name: "keep-references",
      definitions: referenceEvents,
      handle: (transaction, event: ReferenceEvent) => applyReplicaEvents(legacySqlTx(transaction, event.workspaceId), [event]),
      handleBatch: (transaction, events) => applyReplicaEvents(legacySqlTx(transaction, events[0]?.workspaceId ?? ""), events),
      keeps: replicaKeeps,
    }),
    startConsumer<Prisma.TransactionClient, (typeof codeValueEvents)[number]>({
      ...common,
      name: "keep-code-values",
      definitions: codeValueEvents,
      handle: (transaction, event) => keepCodeValues(transaction, [event]),
      handleBatch: keepCodeValues,
      keeps: codeValueKeeps,
    }),
    startConsumer<Prisma.TransactionClient, (typeof incentiveEvents)[number]>({
      ...common,
      name: "keep-incentives",
      definitions: incentiveEvents,
      handle: keepIncentives,
      async write(workspaceId, effect) {
        const result = await writer.write(workspaceId, effect);
        watch.ring(workspaceId);
        return result;
      },
    }),
    startConsumer({ ...common, name: "learn-from-responses", definitions: outcomeEvents, handle: learnFromResponses(insights) }),
  ];
  return {
    async stop() {
      watch.stop();
      await Promise.all(running.map((one) => one.stop()));
      await Promise.all([insights.stop(), surveysOf(parts).stop()]);
    },
  };
}
