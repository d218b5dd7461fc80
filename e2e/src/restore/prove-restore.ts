import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { countRows } from "../chaos/database.js";
import { environment, findMismatches, type Proven, waitUntilIdle } from "../chaos/prove-grants.js";
import { createRandom } from "../chaos/random.js";
import { planResponses, respond } from "../chaos/visitors.js";
import { type RunningSystem, repository, startSystem } from "../start-system.js";
import { waitUntil } from "../wait-until.js";
import { changedTables } from "./changed-tables.js";

const execute = promisify(execFile);

export interface RestoreProof {
  seed: number;
  /** Number of responses whose events wait for stopped consumers during the backup. */
  responses: number;
  /** A folder for the backups, and for the data of the restored system. */
  folder: string;
  log(text: string): void;
}

/** Files of DATA_DIR that a backup does not contain. The sandbox store stands for a store outside of Offergraph. */
const keptFiles = ["signing-key", "demo.json", "sandbox-store"];
const concurrency = 8;

/**
 * Backs up a system while events wait for stopped consumers, stops the system and removes its data. Restores the backup with new servers.
 * Compares all tables with the backup, and later all grants, codes and credits with the incentives' rules. Returns the differences.
 */
export async function proveRestore(
  system: RunningSystem,
  { plan, responses: processed }: Pick<Proven, "plan" | "responses">,
  { seed, responses: count, folder, log }: RestoreProof,
): Promise<string[]> {
  const started = performance.now();
  const step = (text: string) => log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`);
  const [backup, check, data] = [path.join(folder, "backup"), path.join(folder, "check"), path.join(folder, "new")];
  const waiting = planResponses(plan, count, createRandom(seed));
  const responses = [...processed, ...waiting];
  const frozen = await sendUnprocessed(system, waiting);
  step(`${count} responses are sent while the consumers are stopped`);
  step(await offergraph(["backup", backup], system.dataDirectory));
  const stopped = system.stop();
  for (const pid of frozen) process.kill(pid, "SIGKILL");
  await stopped;
  for (const file of keptFiles) await cp(path.join(system.dataDirectory, file), path.join(data, file), { recursive: true });
  await rm(system.dataDirectory, { recursive: true });
  step(await offergraph(["restore", backup], data));
  await offergraph(["backup", check], data);
  const changed = await changedTables(backup, check);
  const restored = await startSystem({ env: environment, dataDirectory: data });
  try {
    await waitUntilIdle(restored, plan, responses);
    step("the restored system is idle");
    return [...changed, ...(await findMismatches(await restored.read(), plan, responses, step))];
  } finally {
    await restored.stop();
  }
}

async function sendAll(system: RunningSystem, responses: readonly Parameters<typeof respond>[1][]): Promise<void> {
  const { baseUrl } = await system.read();
  const waiting = [...responses];
  const visit = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await respond(baseUrl, next);
  };
  await Promise.all(Array.from({ length: concurrency }, visit));
}

/**
 * Freezes the services that consume the events of forms, and sends responses. The events are published, but not processed. Returns the
 * process ids of the frozen services.
 */
async function sendUnprocessed(system: RunningSystem, responses: readonly Parameters<typeof respond>[1][]): Promise<number[]> {
  const file = await system.read();
  const pids: Record<string, number> = file.pids;
  const frozen = ["incentives", "incentives-2", "discounts"].flatMap((name) => pids[name] ?? []);
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  await sendAll(system, responses);
  await waitUntil("the outbox of forms is empty", async () => (await countRows(file, "forms", "outbox_events")) === 0);
  return frozen;
}

/** Runs `npm run offergraph -- <words>` for the system of a data directory. Returns the last line of its output. */
async function offergraph(words: readonly string[], dataDirectory: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDirectory };
  const { stdout } = await execute("node", ["scripts/offergraph.mjs", ...words], { cwd: repository, env });
  return stdout.trim().split("\n").at(-1) ?? "";
}
