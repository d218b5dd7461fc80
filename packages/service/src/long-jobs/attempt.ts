import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { JobEvents } from "@offergraph/shared/contracts/job-events";
import type { Tx } from "../tx/tx.js";
import { claimJob, claimLeased, type Lease, leaseJob, saveAttempts } from "./claims.js";
import { leaseMs, quickRetries } from "./limits.js";
import { type ClaimedJob, countResultBytes, postponeJob } from "./rows.js";
import { endJob, save, withFailure, withProgress, withRecovery, withReduction } from "./save.js";
import { JobFailed, type JobStep } from "./step.js";
import { isLockTimeout, isTimeout, limitStatements } from "./timeout.js";

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
  /** Maps a job's kind to the field and the advice in the error of a job that failed because of timeouts. */
  timeoutAdvice?: Readonly<Record<string, { field: string; advice: string }>>;
  limits: JobLimits;
}

/**
 * Stores the attempt before the step, because the step may kill the process. Returns the lease of the attempt, or undefined if no step is
 * due.
 */
export async function begin<Prisma>(
  { events, limits }: JobSteps<Prisma>,
  tx: Tx<Prisma, EventDefinition>,
  job: ClaimedJob,
): Promise<Lease | undefined> {
  const { rowId, finishedAt, attempts } = job;
  if (finishedAt !== null) return void (await endJob(tx, rowId, finishedAt));
  if (attempts >= limits.maxAttempts) {
    const message = `The job failed after ${attempts} attempts to process the next records. The last attempt ended without a result, because the service stopped or lost its database connection. Start the job again later.`;
    return void (await save(tx, withFailure(job, message), events));
  }
  // An attempt without a result may have killed its process, so the next batch is smaller. After other failures, `fail` reduces the batch.
  const { batchDivisor } = job.leasedUntil === null ? job : withReduction(job);
  await saveAttempts(tx, { rowId, attempts: attempts + 1, batchDivisor });
  const until = new Date(tx.now.getTime() + leaseMs).toISOString();
  await leaseJob(tx, rowId, until);
  return { rowId, until };
}

/** Runs the next step of a job and stores its progress. Does nothing if another process has begun a later attempt. */
export async function runStep<Prisma>(
  { events, steps, limits }: JobSteps<Prisma>,
  tx: Tx<Prisma, EventDefinition>,
  lease: Lease,
): Promise<void> {
  await limitStatements(tx, limits.stepTimeoutMs);
  const job = await claimLeased(tx, lease);
  if (!job) return;
  const run = steps[job.kind];
  if (!run) throw new Error(`Invariant violated: job ${job.rowId} has the unknown kind ${job.kind}.`);
  const startedAt = performance.now();
  const progress = await run(tx, job);
  // After a quick step, a batch of twice the size still fits into the timeout.
  const wasQuick = performance.now() - startedAt < limits.stepTimeoutMs / 4;
  const { resultBytes = 0 } = progress;
  if (resultBytes > 0 && (await countResultBytes(tx)) + resultBytes > limits.maxResultBytes)
    throw new JobFailed(
      `The workspace's result files would exceed ${limits.maxResultBytes} bytes in total. Narrow the filter, or wait until older files are deleted. A file is deleted 24 hours after its job has finished.`,
    );
  await save(tx, withProgress(wasQuick ? withRecovery(job) : job, progress), events);
}

/** Ends the job after a failed attempt, or sets the time of the next attempt. */
export async function fail<Prisma>(
  given: JobSteps<Prisma>,
  tx: Tx<Prisma, EventDefinition>,
  { rowId, lease, error }: { rowId: string; lease: Lease | undefined; error: unknown },
): Promise<void> {
  const job = lease ? await claimLeased(tx, lease) : await claimJob(tx);
  // Does nothing if another replica has claimed the job since the failed attempt.
  if (job?.rowId !== rowId) return;
  const after = (milliseconds: number) => postponeJob(tx, rowId, new Date(tx.now.getTime() + milliseconds));
  // If only the deletion of the result file failed, does not call `save`, which would keep the file for another day.
  if (job.finishedAt !== null) return after(deletionPauseMs);
  const failure = failureOf(given, job, error);
  if (failure) return save(tx, failure, given.events);
  if (!isLockTimeout(error)) await saveAttempts(tx, withReduction(job));
  return after(isTimeout(error) && job.attempts <= quickRetries ? timeoutPauseMs : 1_000 * 4 ** job.attempts);
}

/** Returns the failed job, or undefined if the step can be attempted again. */
function failureOf<Prisma>({ limits, timeoutAdvice = {} }: JobSteps<Prisma>, job: ClaimedJob, error: unknown): ClaimedJob | undefined {
  if (error instanceof JobFailed) return withFailure(job, error.message, error.field);
  if (job.attempts < limits.maxAttempts) return undefined;
  if (isLockTimeout(error))
    return withFailure(job, "The job failed because other changes locked the next records for too long. Start the job again later.");
  if (!isTimeout(error))
    return withFailure(job, "The job failed because of an internal error. Search the service log for the id of the job.");
  const { field, advice } = timeoutAdvice[job.kind] ?? { field: null, advice: "Start the job again later." };
  return withFailure(job, `The job failed because the next records took too long, even in small batches. ${advice}`, field);
}
