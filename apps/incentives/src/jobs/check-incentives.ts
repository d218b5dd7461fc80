import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { readCheckedWorkspaces } from "../db/incentive-checks.js";
import type { IncentivesSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { checkBatch } from "../services/problems/check-batch.js";

type Parts = Pick<ServiceDeps<IncentivesSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 50;

/** Publishes changed problems of incentives. Safe on several replicas. */
export function startChecks({ pool, writer, relay, log, clock }: Parts): BackgroundTask {
  return startJobPoller({
    name: "problems of incentives",
    findWorkspacesWithWork: () => readCheckedWorkspaces(pool),
    async work(workspaceId) {
      const checked = await runAsSystem(writer, { workspaceId, clock }, (write) => checkBatch(write, batchSize));
      if (checked > 0) relay.notify();
      return checked === batchSize;
    },
    log,
  });
}
