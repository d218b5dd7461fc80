import { exportStep, exportTimeoutAdvice } from "@offergraph/service/long-jobs/export";
import { longJobs } from "@offergraph/service/long-jobs/run";
import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import {
  campaignAssigned,
  discountCodeCreated,
  jobCreated,
  jobFinished,
  jobProgressed,
  tagRecolored,
} from "@offergraph/shared/contracts/events/discounts";
import type { PickNumber } from "../domain/grant-codes.js";
import type { DiscountsSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { discountCodeExport } from "../services/jobs/export.js";
import { generateBatch } from "../services/jobs/generate.js";
import { importBatch } from "../services/jobs/import.js";

export const longRunningJobs = (
  { log, settings }: Pick<ServiceDeps<DiscountsSettings, Prisma.TransactionClient>, "log" | "settings">,
  pick: PickNumber,
) =>
  longJobs<
    Prisma.TransactionClient,
    readonly [typeof jobProgressed, typeof jobFinished, typeof discountCodeCreated, typeof tagRecolored, typeof campaignAssigned]
  >({
    events: { created: jobCreated, progressed: jobProgressed, finished: jobFinished },
    emits: [jobProgressed, jobFinished, discountCodeCreated, tagRecolored, campaignAssigned],
    steps: {
      GENERATE_DISCOUNT_CODES: (tx, job) => generateBatch(tx, job, pick),
      IMPORT_DISCOUNT_CODES: importBatch,
      EXPORT_RECORDS: exportStep(discountCodeExport),
    },
    timeoutAdvice: { EXPORT_RECORDS: exportTimeoutAdvice },
    log,
    databasePool: settings.DATABASE_POOL,
  });
