import type { RetentionList } from "../db/retention.js";
import { defineJob, type Tx } from "../tx.js";

const hourMs = 3_600_000;
const batchSize = 1_000;

interface RetentionJob {
  name: string;
  list: RetentionList;
  /** Deletes at most `max` old rows of the workspace. Returns the number of deleted rows. */
  deleteBatch(tx: Tx, max: number): Promise<number>;
}

/** Creates a job that deletes old rows in batches, every hour for each workspace in the list. */
export const retentionJob = ({ name, list, deleteBatch }: RetentionJob) =>
  defineJob({
    name,
    everyMs: 10_000,
    emits: [],
    findWorkspaces: list.findDue,
    async run(tx) {
      if (!(await list.claim(tx))) return false;
      const isMore = (await deleteBatch(tx, batchSize)) === batchSize;
      if (!isMore) await list.postpone(tx, new Date(tx.now.getTime() + hourMs));
      return isMore;
    },
  });
