import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { lockAttribution } from "../db/attribution.js";
import { keepReportingSetting, moveReporting, readOtherwiseReported } from "../db/reporting-currency.js";
import { writeOrders } from "../db/write.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";

type Parts = Pick<ServiceDeps<OrdersSettings, Prisma.TransactionClient>, "settings" | "pool" | "writer" | "log" | "clock">;

const pollMs = 1_000;

/** Stores the reporting currency once, and queues orders in other currencies for recalculation. Safe on several replicas. */
export function startReporting({ settings, pool, writer, log, clock }: Parts): BackgroundTask {
  let isSaid = false;
  return startJobPoller({
    name: "orders reported in another currency",
    async findWorkspacesWithWork() {
      if (!isSaid) await keepReportingSetting(pool, settings.REPORTING_CURRENCY);
      isSaid = true;
      return readOtherwiseReported(pool);
    },
    async work(workspaceId) {
      const currency = await writeOrders(writer, { workspaceId, now: clock.now(), actor: null }, async (write) => {
        await lockAttribution(write);
        return moveReporting(write);
      });
      if (currency !== undefined) log.info({ workspaceId, actor: null, currency }, "Reporting currency changed");
      return false;
    },
    log,
    pollMs,
  });
}
