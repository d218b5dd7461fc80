import { exportStep, exportTimeoutAdvice } from "@offergraph/service/long-jobs/export";
import { longJobs } from "@offergraph/service/long-jobs/run";
import { jobCreated, jobFinished, jobProgressed } from "@offergraph/shared/contracts/events/orders";
import type { Prisma } from "../generated/prisma/client.js";
import { orderExport } from "../services/orders/export.js";
import type { Deps } from "../tx.js";

export const longRunningJobs = ({ log, settings }: Pick<Deps, "log" | "settings">) =>
  longJobs<Prisma.TransactionClient, readonly [typeof jobProgressed, typeof jobFinished]>({
    events: { created: jobCreated, progressed: jobProgressed, finished: jobFinished },
    emits: [jobProgressed, jobFinished],
    steps: { EXPORT_ORDERS: exportStep(orderExport) },
    timeoutAdvice: { EXPORT_ORDERS: exportTimeoutAdvice },
    log,
    databasePool: settings.DATABASE_POOL,
  });
