import { readJob } from "../../db/jobs.js";
import type { QueryField } from "../context.js";

export const get_job: QueryField<"get_job"> = async (_source, { id }, { read, findJob }) =>
  (await readJob(read, id)) ?? (await findJob(id)) ?? null;
