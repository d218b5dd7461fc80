import type { JobEvents } from "@offergraph/shared/contracts/job-events";
import { newId } from "@offergraph/shared/time/ids";
import type { DataOf, MutationTx } from "../tx/tx.js";
import { maxFiles, maxOpenJobs, maxResultBytes } from "./limits.js";
import { insertParts } from "./parts.js";
import { countJobs, insertJob, type JobRow, type NewJob, readJobs } from "./rows.js";

/**
 * Creates a job in the transaction of its mutation. The job's steps can read `inputParts`. Throws if the transaction has errors or the
 * workspace has too many unfinished jobs or stored files.
 */
export async function createJob<Created extends JobEvents["created"]>(
  tx: MutationTx<unknown, Created>,
  created: Created,
  { makesFile = false, ...job }: Pick<NewJob, "kind" | "total" | "parameters"> & { makesFile?: boolean },
  inputParts: readonly string[] = [],
): Promise<JobRow> {
  tx.check();
  const { open, files, bytes } = await countJobs(tx);
  if (open >= maxOpenJobs)
    tx.errors.add(
      ["input"],
      "LIMIT_EXCEEDED",
      `This workspace has ${maxOpenJobs} unfinished jobs, which is the maximum. Wait until a job is finished.`,
    );
  if (makesFile && files >= maxFiles)
    tx.errors.add(
      ["input"],
      "LIMIT_EXCEEDED",
      `This workspace has ${maxFiles} files of finished jobs, which is the maximum. A file is deleted 24 hours after its job has finished.`,
    );
  if (makesFile && bytes >= maxResultBytes)
    tx.errors.add(
      ["input"],
      "LIMIT_EXCEEDED",
      `The files of this workspace's jobs have ${maxResultBytes} bytes in total, which is the maximum. A file is deleted 24 hours after its job has finished.`,
    );
  tx.check();
  const rowId = newId();
  await insertJob(tx, { ...job, rowId, createdBy: tx.actor?.memberId ?? null });
  if (inputParts.length > 0) await insertParts(tx, rowId, 0, inputParts);
  const [row] = await readJobs(tx.sql, [rowId]);
  if (!row) throw new Error(`Invariant violated: job ${rowId} not found after insert.`);
  const { workspaceId, ...record } = row;
  tx.emit(created, rowId, record as DataOf<Created>);
  return row;
}
