import * as discounts from "@offergraph/shared/contracts/events/discounts";
import * as orders from "@offergraph/shared/contracts/events/orders";
import { upsertJob } from "../db/jobs.js";
import { defineConsumer } from "../tx.js";

/** One consumer per service that processes jobs. Each consumer stores the records of its service's jobs. */
export const registerJobs = Object.entries({ discounts, orders }).map(([service, { jobCreated, jobProgressed, jobFinished }]) =>
  defineConsumer({
    name: `register-jobs-${service}`,
    events: [jobCreated, jobProgressed, jobFinished],
    emits: [],
    handle: (tx, { data }) => upsertJob(tx, service, data),
  }),
);
