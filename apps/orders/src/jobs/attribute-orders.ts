import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { readDueWorkspaces } from "../db/due-attributions.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { attributeDue } from "../services/attribution/attribute-due.js";

type Parts = Pick<ServiceDeps<OrdersSettings, Prisma.TransactionClient>, "settings" | "pool" | "writer" | "relay" | "log" | "clock">;

const maxOrders = 500;
const pollMs = 250;

/** Re-attributes orders after a late code, response or rate. Safe on several replicas. */
export function startAttribution({ settings, pool, writer, relay, log, clock }: Parts): BackgroundTask {
  return startJobPoller({
    name: "orders attributed anew",
    findWorkspacesWithWork: () => readDueWorkspaces(pool),
    async work(workspaceId) {
      const reportingCurrency = settings.REPORTING_CURRENCY;
      const { orders, more } = await attributeDue({ writer, workspaceId, now: clock.now(), reportingCurrency, maxOrders });
      if (more) relay.notify();
      if (orders > 0) log.info({ workspaceId, actor: null, orders }, "Orders re-attributed");
      return more;
    },
    log,
    pollMs,
  });
}
