import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { readDueWorkspaces } from "../db/due-grants.js";
import type { IncentivesSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { runDueTasks } from "../services/granting/run-due-tasks.js";

type Parts = Pick<ServiceDeps<IncentivesSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 50;

/** Expires and restores grants and retries requests for codes. Safe on several replicas. */
export function startDueGrants({ pool, writer, relay, log, clock }: Parts): BackgroundTask {
  return startJobPoller({
    name: "grants that are due",
    findWorkspacesWithWork: () => readDueWorkspaces(pool, clock.now()),
    async work(workspaceId) {
      const done = await runAsSystem(writer, { workspaceId, clock }, (write) => runDueTasks(write, batchSize));
      if (done.length > 0) {
        relay.notify();
        log.info({ workspaceId, actor: null, recordIds: done }, "Due grant tasks processed");
      }
      return done.length > 0;
    },
    log,
  });
}
