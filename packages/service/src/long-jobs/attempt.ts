import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { JobEvents } from "@offergraph/shared/contracts/job-events";
import type { Tx } from "../tx/tx.js";
import { batchReduction, maxBatchDivisor } from "./limits.js";
import { beginAttempt, type ClaimedJob, claimJob, countResultBytes, postponeJob } from "./rows.js";
import { endJob, save, withFailure, withProgress } from "./save.js";
import { JobFailed, type JobStep } from "./step.js";
import { isTimeout, limitStatements } from "./timeout.js";

/** Pause after a failed deletion of a result file. */
const deletionPauseMs = 60_000;
const timeoutPauseMs = 1_000;

export interface JobLimits {
  maxAttempts: number;
  stepTimeoutMs: number;
  maxResultBytes: number;
}

export interface JobSteps<Prisma, Events extends EventDefinition = EventDefinition> {
  events: JobEvents;
  steps: Readonly<Record<string, JobStep<Prisma, Events>>>;
  /** Input field and advice by kind, for jobs whose steps are too slow even with small batches. */
  timeoutAdvice?: Readonly<Record<string, { field: string; advice: string }>>;
  limits: JobLimits;
}

/** Stores the attempt before its step runs, so that a step that kills its process does not repeat without end. */
export async function begin<Prisma>({ events, limits }: JobSteps<Prisma>, tx: Tx<Prisma, EventDefinition>, job: ClaimedJob): Promise<void> {
  if (job.finishedAt !== null) return endJob(tx, job.rowId, job.finishedAt);
  if (job.attempts >= limits.maxAttempts) {
    const message = `The job failed because the service stopped ${job.attempts} times in a row while it processed the next records.`;
    return save(tx, withFailure(job, message), events);
  }
  const batchDivisor = job.attempts > 0 ? Math.min(maxBatchDivisor, job.batchDivisor * batchReduction) : job.batchDivisor;
  await beginAttempt(tx, job.rowId, { attempts: job.attempts + 1, batchDivisor });
}

/** Runs the next step of a job and stores its progress. */
export async function runStep<Prisma>(
  { events, steps, limits }: JobSteps<Prisma>,
  tx: Tx<Prisma, EventDefinition>,
  job: ClaimedJob,
): Promise<void> {
  const run = steps[job.kind];
  if (!run) throw new Error(`Invariant violated: job ${job.rowId} has the unknown kind ${job.kind}.`);
  await limitStatements(tx, limits.stepTimeoutMs);
  const progress = await run(tx, job);
  const { resultBytes = 0 } = progress;
  if (resultBytes > 0 && (await countResultBytes(tx)) + resultBytes > limits.maxResultBytes)
    throw new JobFailed(
      `The workspace's result files would exceed ${limits.maxResultBytes} bytes in total. Narrow the filter, or wait until older files are deleted, which is 24 hours after their job has finished.`,
    );
  await save(tx, withProgress(job, progress), events);
}

/** Ends the job after a failed attempt, or sets the time of the next attempt. */
export async function fail<Prisma>(
  given: JobSteps<Prisma>,
  tx: Tx<Prisma, EventDefinition>,
  { rowId, error }: { rowId: string; error: unknown },
): Promise<void> {
  const job = await claimJob(tx);
  // Another replica may have taken the job in the meantime.
  if (job?.rowId !== rowId) return;
  const after = (milliseconds: number) => postponeJob(tx, rowId, new Date(tx.now.getTime() + milliseconds));
  // Only the deletion of the result failed. A change of the finished job would store its result for another day.
  if (job.finishedAt !== null) return after(deletionPauseMs);
  const failure = failureOf(given, job, error);
  if (failure) return save(tx, failure, given.events);
  return after(isTimeout(error) ? timeoutPauseMs : 1_000 * 4 ** job.attempts);
}

/** Returns the failed job; undefined if the step can be attempted again. */
function failureOf<Prisma>({ limits, timeoutAdvice = {} }: JobSteps<Prisma>, job: ClaimedJob, error: unknown): ClaimedJob | undefined {
  if (error instanceof JobFailed) return withFailure(job, error.message, error.field);
  if (job.attempts < limits.maxAttempts) return undefined;
  if (!isTimeout(error)) return withFailure(job, "The job failed because of an internal error.");
  const { field, advice } = timeoutAdvice[job.kind] ?? { field: null, advice: "Start the job again later." };
  return withFailure(job, `The job failed because the next records took too long, even in small batches. ${advice}`, field);
}
