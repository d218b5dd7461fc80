import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { JobEvents, JobRecord } from "@offergraph/shared/contracts/job-events";
import { mergeFindings } from "@offergraph/shared/errors/warning";
import type { SqlTx, Tx } from "../tx/tx.js";
import { leaseJob } from "./claims.js";
import { batchReduction, jobRetentionMs, maxBatchDivisor, maxErrors } from "./limits.js";
import { deleteParts } from "./parts.js";
import { type ClaimedJob, clearParameters, deleteJob, postponeJob, resultMs, saveJob } from "./rows.js";
import type { Progress } from "./step.js";

const reportMs = 1_000;

/**
 * Deletes the input and result of a finished job, and the job itself after `jobRetentionMs`. Also deletes the job's parameters, because a
 * filter can contain personal data.
 */
export async function endJob(tx: SqlTx & Pick<Tx<unknown>, "now">, jobId: string, finishedAt: string): Promise<void> {
  const deletedAt = new Date(Date.parse(finishedAt) + jobRetentionMs);
  if (deletedAt <= tx.now) return deleteJob(tx, jobId);
  await deleteParts(tx, jobId);
  await clearParameters(tx, jobId);
  await postponeJob(tx, jobId, deletedAt);
}

export function withProgress(job: ClaimedJob, progress: Progress): ClaimedJob {
  const { done, errors = [], warnings = [], cursor, isFinished, total, resultParts, resultBytes = 0 } = progress;
  return {
    ...job,
    ...(total !== undefined && { total }),
    resultParts: resultParts ?? null,
    resultBytes: job.resultBytes + resultBytes,
    ...{ done: job.done + done, cursor: JSON.stringify(cursor), state: isFinished ? "SUCCEEDED" : "RUNNING", attempts: 0 },
    errorCount: job.errorCount + errors.length,
    errors: [...job.errors, ...errors].slice(0, maxErrors),
    warnings: mergeFindings([...(job.warnings ?? []), ...warnings]),
  };
}

/** Returns the job with a smaller batch size. */
export const withReduction = <Given extends Pick<ClaimedJob, "batchDivisor">>(job: Given): Given => ({
  ...job,
  batchDivisor: Math.min(maxBatchDivisor, job.batchDivisor * batchReduction),
});

/** Returns the job with a larger batch, up to the usual batch size. */
export const withRecovery = <Given extends Pick<ClaimedJob, "batchDivisor">>(job: Given): Given => ({
  ...job,
  batchDivisor: Math.max(1, Math.floor(job.batchDivisor / 2)),
});

export function withFailure(job: ClaimedJob, message: string, field: string | null = null): ClaimedJob {
  const errors = [...job.errors.slice(0, maxErrors - 1), { row: null, field, message }];
  return { ...job, state: "FAILED", resultParts: null, resultBytes: 0, errorCount: job.errorCount + 1, errors };
}

const stateRank = { QUEUED: 0, RUNNING: 1, SUCCEEDED: 2, FAILED: 2 } as const;

/** Writes a changed job, and emits an event with the job's record. If the state has not changed, emits at most one event per second. */
export async function save<Prisma>(tx: Tx<Prisma, EventDefinition>, changed: ClaimedJob, events: JobEvents): Promise<void> {
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
  else if (isFinished) await endJob(tx, job.rowId, at);
  else await leaseJob(tx, job.rowId, null);
  if (isReported) tx.emit(isFinished ? events.finished : events.progressed, job.rowId, recordOf(job));
}

function recordOf(job: ClaimedJob): JobRecord {
  const { workspaceId, parameters, cursor, attempts, leasedUntil, batchDivisor, reportedAt, resultParts, resultBytes, ...record } = job;
  return record;
}
