import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readDueWorkspaces } from "../db/scheduled-transitions.js";
import type { Prisma } from "../generated/prisma/client.js";
import { moveBatch } from "../services/scheduled-status/move-batch.js";

type Parts = Pick<ServiceDeps<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;

/** Applies scheduled status changes that are due by the injected clock (decisions.md 3). Safe on any number of replicas. */
export function startScheduledStatus({ pool, writer, relay, log, clock }: Parts): BackgroundTask {
  return startJobPoller({
    name: "apply scheduled statuses",
    findWorkspacesWithWork: () => readDueWorkspaces(pool, clock.now()),
    async work(workspaceId) {
      const { claimed, moved } = await runAsSystem(writer, { workspaceId, clock }, (write) => moveBatch(write, batchSize));
      if (moved.length > 0) {
        relay.notify();
        log.info({ workspaceId, actor: null, recordIds: moved }, "Scheduled statuses applied");
      }
      return claimed > 0;
    },
    log,
  });
}
