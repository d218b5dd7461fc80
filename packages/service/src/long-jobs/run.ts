import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Job, OpenTx } from "../tx/job.js";
import type { Tx } from "../tx/tx.js";
import { begin, fail, type JobLimits, type JobSteps, runStep } from "./attempt.js";
import { maxAttempts, maxConcurrency, maxResultBytes, stepTimeoutMs } from "./limits.js";
import { claimJob, readWorkspacesWithDueJobs } from "./rows.js";
import { JobFailed } from "./step.js";
import { isTimeout } from "./timeout.js";

interface Options<Prisma, Emitted extends readonly EventDefinition[]> extends Omit<JobSteps<Prisma, Emitted[number]>, "limits"> {
  /** All events that the steps emit, and the events in `events`. */
  emits: Emitted;
  log: Logger;
  /** Replaces limits of limits.ts. */
  limits?: Partial<JobLimits>;
}

/**
 * Returns the poller that processes a service's long-running jobs. Each step is one batch of one job. The workspaces take turns, and several
 * run at the same time, so a slow step does not delay other workspaces. A workspace has one running step, of its oldest job.
 */
export function longJobs<Prisma, const Emitted extends readonly EventDefinition[]>(
  options: Options<Prisma, Emitted>,
): Job<Prisma, Emitted> {
  const { emits, log } = options;
  const given: JobSteps<Prisma, Emitted[number]> = {
    ...options,
    limits: { maxAttempts, stepTimeoutMs, maxResultBytes, ...options.limits },
  };
  type StepTx = Tx<Prisma, Emitted[number]>;

  return {
    name: "run long jobs",
    emits,
    concurrency: maxConcurrency,
    findWorkspaces: readWorkspacesWithDueJobs,
    async runInSteps(open: OpenTx<Prisma, Emitted[number]>, workspaceId: string) {
      let claimed: string | undefined;
      const claim = async (tx: StepTx) => {
        const job = await claimJob(tx);
        claimed = job?.rowId;
        return job;
      };
      try {
        const begun = await open(async (tx) => {
          const job = await claim(tx);
          if (job) await begin(given, tx, job);
          return job !== undefined;
        });
        if (!begun) return false;
        await open(async (tx) => {
          const job = await claim(tx);
          // A step runs only if its attempt is stored. Another replica may have run the step in the meantime.
          if (job && job.finishedAt === null && job.attempts > 0) await runStep(given, tx, job);
        });
      } catch (error) {
        const rowId = claimed;
        if (rowId === undefined) throw error;
        logFailure(log, error, { workspaceId, recordIds: [rowId] });
        await open((tx) => fail(given, tx, { rowId, error }));
      }
      return true;
    },
  };
}

function logFailure(log: Logger, error: unknown, of: { workspaceId: string; recordIds: string[] }): void {
  if (error instanceof JobFailed) return;
  if (isTimeout(error)) log.info(of, "A batch of a job took too long");
  else log.error({ err: error, ...of }, "Failed to process a batch of a job");
}
