import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { lockAttribution } from "../db/attribution.js";
import { readWorkspacesToConvert, storeReportingCurrency, switchReportingCurrency } from "../db/reporting-currency.js";
import { inTransaction } from "../db/tx.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";

type Parts = Pick<ServiceDeps<OrdersSettings, Prisma.TransactionClient>, "settings" | "pool" | "writer" | "log" | "clock">;

const pollMs = 1_000;

/** Stores the reporting currency once, and queues orders in other currencies for recalculation. Safe on several replicas. */
export function startReporting({ settings, pool, writer, log, clock }: Parts): BackgroundTask {
  let isStored = false;
  return startJobPoller({
    name: "orders reported in another currency",
    async findWorkspacesWithWork() {
      if (!isStored) await storeReportingCurrency(pool, settings.REPORTING_CURRENCY);
      isStored = true;
      return readWorkspacesToConvert(pool);
    },
    async work(workspaceId) {
      const currency = await inTransaction(writer, { workspaceId, now: clock.now(), actor: null }, async (write) => {
        await lockAttribution(write);
        return switchReportingCurrency(write);
      });
      if (currency !== undefined) log.info({ workspaceId, actor: null, currency }, "Reporting currency changed");
      return false;
    },
    log,
    pollMs,
  });
}
