import { readJob } from "../../db/jobs.js";
import type { QueryField } from "../context.js";

/**
 * Returns the warnings in the job's record. The service that runs the job declares the kinds of the warnings (see `Service.jobWarnings`).
 */
export const get_job: QueryField<"get_job"> = async (_source, { id }, context) => {
  const job = (await readJob(context.read, id)) ?? (await context.findJob(id)) ?? null;
  context.addWarnings("get_job", job?.warnings ?? []);
  return job;
};
