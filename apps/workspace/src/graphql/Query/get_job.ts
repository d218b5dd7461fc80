import { readJob } from "../../db/jobs.js";
import type { QueryField } from "../context.js";

/** Returns the job, and adds the job's warnings to the response. `Service.jobWarnings` declares the warning kinds. */
export const get_job: QueryField<"get_job"> = async (_source, { id }, context) => {
  const job = (await readJob(context.read, id)) ?? (await context.findJob(id)) ?? null;
  context.addWarnings("get_job", job?.warnings ?? []);
  return job;
};
