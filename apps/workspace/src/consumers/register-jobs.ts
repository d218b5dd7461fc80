import { upsertJob } from "../db/jobs.js";
import { jobEvents } from "../services/jobs/job-events.js";
import { defineConsumer } from "../tx.js";

/** Consumers that store jobs, one for each service that processes jobs. */
export const registerJobs = Object.entries(jobEvents).map(([service, { jobCreated, jobProgressed, jobFinished }]) =>
  defineConsumer({
    name: `register-jobs-${service}`,
    events: [jobCreated, jobProgressed, jobFinished],
    emits: [],
    handle: (tx, { data }) => upsertJob(tx, service, data),
  }),
);
