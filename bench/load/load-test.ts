import { setTimeout as delay } from "node:timers/promises";
import { type Api, createApi } from "./api.js";
import { type Client, createClient } from "./client.js";
import { describeRemaining, notesOf } from "./notes.js";
import { createProgress, type Output } from "./progress.js";
import { brokenReason, rampThresholds, ratesOf, runRamp } from "./ramp.js";
import { describeRun, type Remaining, type Result, stageResult } from "./result.js";
import { LoadError, type Settings } from "./settings.js";
import { runStage, type Stage } from "./stage.js";
import { judge, p99Of, type Verdict } from "./thresholds.js";
import { createWorkload } from "./workloads/create.js";
import type { Workload } from "./workloads/workload.js";
import type { Writes } from "./workloads/writes.js";

/**
 * Runs the warm-up and the measurement, and deletes the created records. If the records cannot be deleted, the result describes the
 * remaining records.
 */
export async function runLoadTest(settings: Settings, output: Output, stop: AbortSignal): Promise<Result> {
  const progress = createProgress(output);
  const api = await connect(settings, progress.line);
  const run = describeRun(settings);
  const { workload, writes } = await createWorkload(settings, api);
  progress.line(`Load test of ${settings.url} with the workload ${settings.workload}.`);
  if (writes) progress.line(`The test creates discount codes that start with ${writes.prefix}, and deletes them at the end.`);
  const client = createClient(settings);
  let measured: Measured;
  let remaining: Remaining | undefined;
  try {
    measured = await measure(settings, workload, client, progress, stop);
  } finally {
    await client.close();
    if (writes) remaining = await deleteRecords(writes, api, progress.line);
  }
  const stages = measured.stages.map(stageResult);
  const notes = [...workload.notes, ...notesOf({ ...run, ...measured, stages }), ...(remaining ? [describeRemaining(remaining)] : [])];
  return { ...run, ...measured, stages, ...(remaining && { remaining }), notes };
}

/** Checks the keys, because an invalid key would look like a failing service. */
async function connect({ url, keys }: Settings, line: (text: string) => void): Promise<Api> {
  const [api, ...others] = keys.map((key) => createApi(url, key, line));
  if (!api) throw new Error("Invariant violated: settings without a key.");
  const workspaceId = await api.workspaceId();
  for (const other of others)
    if ((await other.workspaceId()) !== workspaceId)
      throw new LoadError("The keys belong to different workspaces. Use keys of one workspace.");
  return api;
}

type Measured = Pick<Result, "highestRate" | "endReason" | "verdicts"> & { stages: Stage[] };

async function measure(
  settings: Settings,
  workload: Workload,
  client: Client,
  { line, sample }: ReturnType<typeof createProgress>,
  stop: AbortSignal,
): Promise<Measured> {
  const { ramp, rate = 0, seconds, warmUpSeconds } = settings;
  const run = (each: number, length: number) => runStage({ rate: each, seconds: length, client, workload, stop, onSample: sample });
  if (warmUpSeconds > 0) {
    line(`Warm-up: ${warmUpSeconds} s at ${ramp?.from ?? rate} requests per second. Its results do not count.`);
    await run(ramp?.from ?? rate, warmUpSeconds);
  }
  line(`Measurement: ${seconds} s${ramp ? " per step" : ""}.`);
  if (!ramp) {
    const stage = await run(rate, seconds);
    return { stages: [stage], verdicts: judge(stage.recorder.total, settings) };
  }
  const thresholds = rampThresholds(settings);
  const runStep = async (each: number) => {
    const stage = await run(each, seconds);
    line(`${each} requests per second: ${brokenReason(stage, thresholds) ?? `p99 is ${p99Of(stage.recorder.total).toFixed(1)} ms`}.`);
    return stage;
  };
  const { stages, highest, reason } = await runRamp(ratesOf(ramp), runStep, thresholds);
  const first: Verdict = {
    ...{ name: "highest rate", limit: `at least ${ramp.from}`, actual: String(highest ?? "none"), isMet: highest !== undefined },
  };
  return { stages, highestRate: highest ?? null, endReason: reason, verdicts: [first] };
}

/** Deletes the created records. If the deletion fails, returns the remaining records, so that the result is not lost. */
async function deleteRecords(writes: Writes, api: Api, line: (text: string) => void): Promise<Remaining | undefined> {
  // After a timeout, a service may still process the request.
  await delay(1000);
  try {
    const deleted = await writes.deleteAll(api);
    line(`Deleted the ${deleted} discount codes that start with ${writes.prefix}.`);
    return undefined;
  } catch (error) {
    const remaining = { prefix: writes.prefix, cause: (error as Error).message };
    line(describeRemaining(remaining));
    return remaining;
  }
}
