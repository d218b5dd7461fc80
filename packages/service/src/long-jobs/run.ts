import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { JobEvents, JobRecord } from "@offergraph/shared/contracts/job-events";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Job, OpenTx } from "../tx/job.js";
import type { SqlTx, Tx } from "../tx/tx.js";
import { deleteParts } from "./parts.js";
import { type ClaimedJob, claimJob, type JobError, postponeJob, readWorkspacesWithDueJobs, saveJob, unqueueJob } from "./rows.js";

/** Maximum errors that a job keeps; further errors are only counted. */
const maxErrors = 100;
/** Failed attempts of one step after which the job fails. */
const maxAttempts = 8;
const reportMs = 1_000;
/** Time after which a result file is deleted: 24 hours. */
const resultMs = 24 * 3_600_000;
/** Pause after a failed deletion of a result file. */
const deletionPauseMs = 60_000;

/** Result of a step. `cursor` is passed to the next step. */
export interface Progress {
  /** The number of records that the step has processed. */
  done: number;
  errors?: readonly JobError[];
  cursor: unknown;
  isFinished: boolean;
  /** The number of records to process, if the step has counted them. */
  total?: number;
  /** The number of parts of the result file. Set by the last step of a job with a file. */
  resultParts?: number;
}

/** Processes one batch of a job in one transaction: its records and the cursor are committed together, so a step never runs twice. */
export type JobStep<Prisma, Events extends EventDefinition> = (tx: Tx<Prisma, Events>, job: ClaimedJob) => Promise<Progress>;

/** The job cannot continue. The message is shown to the caller. */
export class JobFailed extends Error {
  constructor(
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

interface Options<Prisma, Emitted extends readonly EventDefinition[]> {
  events: JobEvents;
  /** All events that the steps emit, and the events in `events`. */
  emits: Emitted;
  steps: Readonly<Record<string, JobStep<Prisma, Emitted[number]>>>;
  log: Logger;
}

/** Returns the poller that processes a service's long-running jobs: one batch of one job per workspace and round, oldest job first. */
export function longJobs<Prisma, const Emitted extends readonly EventDefinition[]>(
  options: Options<Prisma, Emitted>,
): Job<Prisma, Emitted> {
  const { events, emits, steps, log } = options;
  type StepTx = Tx<Prisma, Emitted[number]>;

  const step = async (tx: StepTx, job: ClaimedJob): Promise<boolean> => {
    const run = steps[job.kind];
    if (!run) throw new Error(`Invariant violated: job ${job.rowId} has the unknown kind ${job.kind}.`);
    const progress = await run(tx, job);
    await save(tx, { ...withProgress(job, progress), attempts: 0 }, events);
    return true;
  };

  const fail = async (tx: StepTx, rowId: string, error: unknown): Promise<void> => {
    const job = await claimJob(tx);
    // Another replica may have taken the job in the meantime.
    if (job?.rowId !== rowId) return;
    // Only the deletion of the result failed. A change of the finished job would store its result for another day.
    if (job.finishedAt !== null) return postponeJob(tx, rowId, new Date(tx.now.getTime() + deletionPauseMs));
    const attempts = job.attempts + 1;
    if (error instanceof JobFailed) return save(tx, failed(job, error.message, error.field), events);
    if (attempts >= maxAttempts) return save(tx, failed(job, "The job failed because of an internal error.", null), events);
    await save(tx, { ...job, attempts }, events);
    await postponeJob(tx, rowId, new Date(tx.now.getTime() + 1_000 * 2 ** attempts));
  };

  return {
    name: "run long jobs",
    emits,
    findWorkspaces: readWorkspacesWithDueJobs,
    async runInSteps(open: OpenTx<Prisma, Emitted[number]>, workspaceId: string) {
      let claimed: string | undefined;
      try {
        return await open(async (tx) => {
          const job = await claimJob(tx);
          claimed = job?.rowId;
          if (!job) return false;
          if (job.finishedAt === null) return step(tx, job);
          await end(tx, job.rowId);
          return true;
        });
      } catch (error) {
        const rowId = claimed;
        if (rowId === undefined) throw error;
        if (!(error instanceof JobFailed)) log.error({ err: error, workspaceId, recordIds: [rowId] }, "Failed to process a batch of a job");
        await open((tx) => fail(tx, rowId, error));
        return true;
      }
    },
  };
}

/** Deletes the input and result of a job and removes the job from the queue, because the job has no more work. */
async function end(tx: SqlTx, jobId: string): Promise<void> {
  await deleteParts(tx, jobId);
  await unqueueJob(tx, jobId);
}

function withProgress(job: ClaimedJob, { done, errors = [], cursor, isFinished, total, resultParts }: Progress): ClaimedJob {
  return {
    ...job,
    ...(total !== undefined && { total }),
    resultParts: resultParts ?? null,
    ...{ done: job.done + done, cursor: JSON.stringify(cursor), state: isFinished ? "SUCCEEDED" : "RUNNING" },
    errorCount: job.errorCount + errors.length,
    errors: [...job.errors, ...errors].slice(0, maxErrors),
  };
}

function failed(job: ClaimedJob, message: string, field: string | null): ClaimedJob {
  const errors = [...job.errors.slice(0, maxErrors - 1), { row: null, field, message }];
  return { ...job, state: "FAILED", resultParts: null, errorCount: job.errorCount + 1, errors };
}

const stateRank = { QUEUED: 0, RUNNING: 1, SUCCEEDED: 2, FAILED: 2 } as const;

/** Writes a changed job. Emits its record if the state has changed, and otherwise at most once per second. */
async function save<Prisma>(tx: Tx<Prisma, EventDefinition>, changed: ClaimedJob, events: JobEvents): Promise<void> {
  const at = tx.now.toISOString();
  const isFinished = stateRank[changed.state] === 2;
  const isDue = tx.now.getTime() - Date.parse(changed.reportedAt) >= reportMs;
  const isReported = isFinished || isDue || changed.startedAt === null;
  const resultExpiresAt = isFinished && changed.resultParts !== null ? new Date(tx.now.getTime() + resultMs) : undefined;
  const job: ClaimedJob = {
    ...{
      ...changed,
      resultExpiresAt: resultExpiresAt?.toISOString() ?? null,
      updatedAt: at,
      startedAt: changed.startedAt ?? at,
      finishedAt: isFinished ? at : null,
    },
    ...(isReported && { sequence: changed.sequence + 1, reportedAt: at }),
  };
  await saveJob(tx, job);
  if (resultExpiresAt) await postponeJob(tx, job.rowId, resultExpiresAt);
  else if (isFinished) await end(tx, job.rowId);
  if (isReported) tx.emit(isFinished ? events.finished : events.progressed, job.rowId, recordOf(job));
}

function recordOf({ workspaceId, parameters, cursor, attempts, reportedAt, resultParts, ...record }: ClaimedJob): JobRecord {
  return record;
}
