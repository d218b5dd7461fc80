import { setTimeout as delay } from "node:timers/promises";
import type { Api, Tool } from "../api/mcp.js";
import { CommandError } from "../errors.js";
import { progressText } from "../output/progress.js";
import type { Terminal } from "../terminal.js";
import { parametersOf, positionalOf } from "./parameters.js";

interface Job {
  rowId: string;
  state: string;
  done?: number;
  total?: number | null;
  errors?: { row?: number | null; field?: string | null; message: string }[];
}

const unfinished = new Set(["QUEUED", "RUNNING"]);

/** Returns the job in a mutation's result, if any. */
export function jobOf(result: unknown): Job | undefined {
  const { job } = (typeof result === "object" && result !== null ? result : {}) as { job?: Partial<Job> | null };
  return job?.rowId === undefined || job.state === undefined ? undefined : (job as Job);
}

/** Waits until a job has ended, and shows the job's progress. Throws a CommandError with the job's errors if the job failed. */
export async function waitForJob(
  api: Pick<Api, "call">,
  getJob: Tool,
  started: Job,
  terminal: Pick<Terminal, "progress" | "error" | "stop" | "pauseMs">,
): Promise<Job> {
  const path = positionalOf(parametersOf(getJob))?.path ?? [];
  const given = path.reduceRight<unknown>((value, name) => ({ [name]: value }), started.rowId) as object;
  let job = started;
  while (unfinished.has(job.state)) {
    terminal.progress(progressText(job.done ?? 0, job.total, "records"));
    await delay(terminal.pauseMs, undefined, { signal: terminal.stop });
    const { result } = await api.call(getJob.name, given);
    if (result === null) throw new CommandError(`The job ${started.rowId} does not exist anymore.`);
    job = result as Job;
  }
  terminal.progress("");
  const problems = (job.errors ?? []).map(({ row, field, message }) =>
    [row != null && `line ${row}`, field, message].filter(Boolean).join("  "),
  );
  if (job.state === "FAILED") throw new CommandError(["The job failed.", ...problems].join("\n"));
  for (const problem of problems) terminal.error(problem);
  return job;
}
