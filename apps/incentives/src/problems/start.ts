import { startJobPoller } from "@offergraph/shared/subgraph/job-poller";
import type { BackgroundTask, ServiceDeps } from "@offergraph/shared/subgraph/run";
import { runAsSystem } from "@offergraph/shared/subgraph/run-as-system";
import { readCheckedWorkspaces } from "../data/incentive-checks.js";
import type { IncentivesSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { checkBatch } from "./check-batch.js";

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
