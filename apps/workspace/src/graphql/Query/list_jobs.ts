import { readJobPage } from "../../db/jobs.js";
import type { QueryField } from "../context.js";

export const list_jobs: QueryField<"list_jobs"> = (_source, given, context) => readJobPage(context, given);
