import { jobRetentionMs } from "@offergraph/service/long-jobs/limits";
import { claimJobRetention, deleteOldJobs, postponeJobRetention, readWorkspacesWithOldJobs } from "../db/jobs.js";
import { defineJob } from "../tx.js";

const hourMs = 3_600_000;
const batchSize = 1_000;

/** Deletes jobs from the registry 30 days after their last change. The service that processed a job deletes its own record. */
export const deleteOldJobsJob = defineJob({
  name: "delete old jobs",
  everyMs: 10_000,
  emits: [],
  findWorkspaces: readWorkspacesWithOldJobs,
  async run(tx) {
    if (!(await claimJobRetention(tx))) return false;
    const isMore = (await deleteOldJobs(tx, new Date(tx.now.getTime() - jobRetentionMs), batchSize)) === batchSize;
    if (!isMore) await postponeJobRetention(tx, new Date(tx.now.getTime() + hourMs));
    return isMore;
  },
});
