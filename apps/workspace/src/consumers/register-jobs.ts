import { upsertJob } from "../db/jobs.js";
import { jobEvents } from "../services/jobs/job-events.js";
import { defineConsumer } from "../tx.js";

/** One consumer per service that processes jobs. Each consumer stores the records of its service's jobs. */
export const registerJobs = Object.entries(jobEvents).map(([service, { jobCreated, jobProgressed, jobFinished }]) =>
  defineConsumer({
    name: `register-jobs-${service}`,
    events: [jobCreated, jobProgressed, jobFinished],
    emits: [],
    handle: (tx, { data }) => upsertJob(tx, service, data),
  }),
);
