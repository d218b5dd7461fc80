import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Tx } from "../tx/tx.js";
import type { ClaimedJob, JobError } from "./rows.js";

/** Result of a step. `cursor` is passed to the next step. */
export interface Progress {
  /** The number of records that the step has processed. */
  done: number;
  errors?: readonly JobError[];
  cursor: unknown;
  isFinished: boolean;
  /** The number of records to process, if the step has counted them. */
  total?: number | null;
  /** The number of parts of the result file. Set by the last step of a job with a file. */
  resultParts?: number;
  /** The number of bytes that the step has added to the result file. */
  resultBytes?: number;
}

/**
 * Processes one batch of a job in one transaction: its records and the cursor are committed together, so a step never runs twice. The size
 * of the batch is `batchOf`.
 */
export type JobStep<Prisma, Events extends EventDefinition> = (tx: Tx<Prisma, Events>, job: ClaimedJob) => Promise<Progress>;

/**
 * Returns the number of records that a step processes. After a failed attempt, the number is smaller, because the previous batch may have
 * been too slow or too large.
 */
export const batchOf = ({ batchDivisor }: Pick<ClaimedJob, "batchDivisor">, size: number): number =>
  Math.max(1, Math.floor(size / batchDivisor));

/** The job cannot continue. The message is shown to the caller. */
export class JobFailed extends Error {
  constructor(
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}
