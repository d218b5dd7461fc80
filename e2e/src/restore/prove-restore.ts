import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { countRows } from "../chaos/database.js";
import { findMismatches, setUp, waitUntilIdle } from "../chaos/prove-grants.js";
import { createRandom } from "../chaos/random.js";
import { planResponses, respond } from "../chaos/visitors.js";
import { type RunningSystem, repository, startSystem } from "../start-system.js";
import { waitUntil } from "../wait-until.js";
import { changedTables } from "./changed-tables.js";

const execute = promisify(execFile);

export interface Proof {
  seed: number;
  /** Number of responses. The consumers process the first half before the backup, and the second half after the restore. */
  responses: number;
  log(text: string): void;
}

/** Settings of a system without rate limits. The forms service does not wait for rewards, because the consumers are stopped. */
const environment = {
  ...{ RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0", RATE_LIMIT_PUBLIC: "0" },
  REWARD_WAIT_MS: "0",
};
/** Files of DATA_DIR that a backup does not contain. The sandbox store stands for a store outside of Offergraph. */
const keptFiles = ["signing-key", "demo.json", "sandbox-store"];
const concurrency = 8;

/**
 * Backs up a system while events wait for stopped consumers, and restores the backup with new servers. Compares all tables with the backup,
 * and later all grants, codes and credits with the incentives' rules. Returns the differences.
 */
export async function proveRestore({ seed, responses: count, log }: Proof): Promise<string[]> {
  const started = performance.now();
  const step = (text: string) => log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`);
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-restore-"));
  const [oldData, newData] = [path.join(folder, "old"), path.join(folder, "new")];
  const [backup, check] = [path.join(folder, "backup"), path.join(folder, "check")];
  let system: RunningSystem | undefined;
  try {
    system = await startSystem({ env: environment, dataDirectory: oldData });
    const plan = await setUp(system, count);
    const responses = planResponses(plan, count, createRandom(seed));
    const half = Math.ceil(count / 2);
    await sendAll(system, responses.slice(0, half));
    await waitUntilIdle(system, plan, responses.slice(0, half));
    step(`${half} responses are processed`);
    const frozen = await sendUnprocessed(system, responses.slice(half));
    step(`${count - half} responses are sent while the consumers are stopped`);
    step(await offergraph(["backup", backup], oldData));
    const stopped = system.stop();
    for (const pid of frozen) process.kill(pid, "SIGKILL");
    await stopped;
    for (const file of keptFiles) await cp(path.join(oldData, file), path.join(newData, file), { recursive: true });
    await rm(oldData, { recursive: true });
    step(await offergraph(["restore", backup], newData));
    await offergraph(["backup", check], newData);
    const changed = await changedTables(backup, check);
    system = await startSystem({ env: environment, dataDirectory: newData });
    await waitUntilIdle(system, plan, responses);
    step("the restored system is idle");
    return [...changed, ...(await findMismatches(await system.read(), plan, responses, step))];
  } finally {
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
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
  const frozen = [file.pids.incentives, file.pids.discounts];
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
