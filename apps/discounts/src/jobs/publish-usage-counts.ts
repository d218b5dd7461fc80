import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readChangedWorkspaces } from "../db/order-usages.js";
import type { Prisma } from "../generated/prisma/client.js";
import { publishBatch } from "../services/usages/publish-batch.js";

type Parts = Pick<ServiceDeps<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;

/**
 * Publishes usage counts and availability of codes, at most two events per code and second regardless of the number of orders. `updatedAt`
 * stays, because no client wrote the code.
 */
export function startPublishingUsageCounts({ pool, writer, relay, log, clock }: Parts): BackgroundTask {
  return startJobPoller({
    name: "publish usage counts",
    findWorkspacesWithWork: () => readChangedWorkspaces(pool),
    async work(workspaceId) {
      const { claimed, published } = await runAsSystem(writer, { workspaceId, clock }, (write) => publishBatch(write, batchSize));
      if (published.length > 0) {
        relay.notify();
        log.info({ workspaceId, actor: null, recordIds: published }, "Usage counts published");
      }
      return claimed === batchSize;
    },
    log,
  });
}
