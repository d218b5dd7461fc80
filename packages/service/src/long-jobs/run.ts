import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Logger } from "@offergraph/shared/log/logger";
import { shareOfPool } from "../db/pool.js";
import type { Job, OpenTx } from "../tx/job.js";
import { begin, fail, type JobLimits, type JobSteps, runStep } from "./attempt.js";
import { claimJob, type Lease } from "./claims.js";
import { maxAttempts, maxConcurrency, maxResultBytes, stepTimeoutMs } from "./limits.js";
import { readWorkspacesWithDueJobs } from "./rows.js";
import { JobFailed } from "./step.js";
import { isLockTimeout, isTimeout } from "./timeout.js";

interface Options<Prisma, Emitted extends readonly EventDefinition[]> extends Omit<JobSteps<Prisma, Emitted[number]>, "limits"> {
  /** All events that the steps emit, including the events in the option `events`. */
  emits: Emitted;
  log: Logger;
  /** Number of connections in the database pool of the process. */
  databasePool: number;
  /** Replaces the default limits (limits.ts). */
  limits?: Partial<JobLimits>;
}

/**
 * Returns the background job that processes a service's long-running jobs. Each step is one batch of one job. Each workspace runs one step
 * at a time. Steps of several workspaces run at once.
 */
export function longJobs<Prisma, const Emitted extends readonly EventDefinition[]>(
  options: Options<Prisma, Emitted>,
): Job<Prisma, Emitted> {
  const { emits, log } = options;
  const given: JobSteps<Prisma, Emitted[number]> = {
    ...options,
    limits: { maxAttempts, stepTimeoutMs, maxResultBytes, ...options.limits },
  };
  return {
    name: "run long jobs",
    emits,
    concurrency: shareOfPool(options.databasePool, maxConcurrency),
    findWorkspaces: readWorkspacesWithDueJobs,
    async runInSteps(open: OpenTx<Prisma, Emitted[number]>, workspaceId: string) {
      let rowId: string | undefined;
      let lease: Lease | undefined;
      try {
        lease = await open(async (tx) => {
          const job = await claimJob(tx);
          rowId = job?.rowId;
          return job && begin(given, tx, job);
        });
        if (rowId === undefined) return false;
        const begun = lease;
        if (begun) await open((tx) => runStep(given, tx, begun));
      } catch (error) {
        const failed = rowId;
        if (failed === undefined) throw error;
        logFailure(log, error, { workspaceId, recordIds: [failed] });
        await open((tx) => fail(given, tx, { rowId: failed, lease, error }));
      }
      return true;
    },
  };
}

function logFailure(log: Logger, error: unknown, of: { workspaceId: string; recordIds: string[] }): void {
  if (error instanceof JobFailed) return;
  if (isTimeout(error)) log.info(of, "A batch of a job took too long");
  else if (isLockTimeout(error)) log.info(of, "A batch of a job waited too long for a lock");
  else log.error({ err: error, ...of }, "Failed to process a batch of a job");
}
