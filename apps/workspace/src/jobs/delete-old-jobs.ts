import { jobRetentionMs } from "@offergraph/service/long-jobs/limits";
import { deleteOldJobs } from "../db/jobs.js";
import { jobRetention } from "../db/retention.js";
import { retentionJob } from "./retention-job.js";

/** Deletes jobs from the registry 30 days after their last change. Each service deletes its own jobs. */
export const deleteOldJobsJob = retentionJob({
  name: "delete old jobs",
  list: jobRetention,
  deleteBatch: (tx, max) => deleteOldJobs(tx, new Date(tx.now.getTime() - jobRetentionMs), max),
});
