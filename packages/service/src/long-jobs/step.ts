import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Finding } from "@offergraph/shared/errors/warning";
import type { Tx } from "../tx/tx.js";
import type { ClaimedJob, JobError } from "./rows.js";

/** Result of a step. The next step gets `cursor`. */
export interface Progress {
  /** The number of records that the step has processed. */
  done: number;
  errors?: readonly JobError[];
  /** Warnings about the records that the step has written. The job stores one warning of each code. */
  warnings?: readonly Finding[];
  cursor: unknown;
  isFinished: boolean;
  /** The number of records that the job must process, if the step has counted the records. */
  total?: number | null;
  /** The number of parts of the result file. Only the last step sets this number. */
  resultParts?: number;
  /** The number of bytes that the step has added to the result file. */
  resultBytes?: number;
}

/**
 * Processes one batch of a job in one transaction. The records and the cursor are committed together, so no record is processed twice.
 * `batchOf` returns the size of the batch.
 */
export type JobStep<Prisma, Events extends EventDefinition> = (tx: Tx<Prisma, Events>, job: ClaimedJob) => Promise<Progress>;

/** Returns the number of records that a step processes, which is smaller after a failed attempt. */
export const batchOf = ({ batchDivisor }: Pick<ClaimedJob, "batchDivisor">, size: number): number =>
  Math.max(1, Math.floor(size / batchDivisor));

/** Error for a job that cannot continue. Clients see the error's message. */
export class JobFailed extends Error {
  constructor(
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}
