import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { post } from "../client.js";
import { waitUntil } from "../wait-until.js";
import type { Fleet, RunningProcess } from "./fleet.js";
import { startLoad } from "./load.js";
import { proveRefusals } from "./prove-refusals.js";

export interface Rolling {
  perSecond: number;
  /** Names of the subgraphs to replace. */
  only: readonly string[];
  /** Maximum time in milliseconds from the readiness of a new version until the gateway serves the version's additional field. */
  maxDelayMs: number;
  log(text: string): void;
}

const nextVersion = fileURLToPath(new URL("next-version.mjs", import.meta.url));
const settings = { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PUBLIC: "0" };
const calmMs = 2_000;

/**
 * While requests arrive, replaces each subgraph by a new version with an additional field. Then tries to replace the forms service by
 * versions with bad schemas. Returns the violations.
 */
export async function proveRolling(fleet: Fleet, { perSecond, only, maxDelayMs, log }: Rolling): Promise<string[]> {
  const violations: string[] = [];
  const { subgraphs } = fleet;
  const replaced = subgraphs.filter(({ name }) => only.includes(name));
  const running = new Map<string, RunningProcess>();
  const started = await Promise.all(
    subgraphs.map(async (app) => [app.name, await fleet.start(app, { SERVICE_VERSION: "1.0.0" })] as const),
  );
  for (const [name, process] of started) running.set(name, process);
  const gateway = await fleet.startGateway({ ...settings, SUBGRAPHS: subgraphs.map(({ name }) => name).join(",") });
  const key = await fleet.createKey();
  const ask = async (query: string) =>
    (await post(`${gateway.url}/graphql/v1`, { query }, { authorization: `Bearer ${key}` })).body as {
      data?: Record<string, unknown> | null;
      errors?: { message: string }[];
    };
  const load = await startLoad(gateway.url, key, perSecond);
  await sleep(calmMs);
  for (const app of replaced) {
    const field = `next_${app.name}`;
    const words = [nextVersion, app.directory, path.join(fleet.folder, `next-${app.name}`), field];
    const next = await fleet.start(app, { SERVICE_VERSION: "1.1.0" }, words);
    const answered = answersWithin(() => ask(`{ ${field} }`), field, next.readyAt);
    // The new version is ready, so the old version stops immediately, as in a rollout.
    const stopping = performance.now();
    await running.get(app.name)?.stop();
    const stopMs = performance.now() - stopping;
    running.set(app.name, next);
    const delayMs = await answered;
    log(`${app.name}: field after ${delayMs.toFixed(0)} ms, old version stopped in ${stopMs.toFixed(0)} ms, ${load.count()} requests`);
    if (delayMs > maxDelayMs) violations.push(`The field of ${app.name} answered after ${delayMs.toFixed(0)} ms.`);
    await sleep(calmMs);
  }
  violations.push(...(await proveRefusals(fleet, gateway.url, log)));
  await sleep(calmMs);
  const { failures, latencies } = await load.stop();
  for (const app of replaced)
    if ((await ask(`{ next_${app.name} }`)).errors) violations.push(`The field of ${app.name} does not answer at the end.`);
  latencies.sort((one, other) => one - other);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(0);
  log(`${latencies.length} requests, ${failures.length} failed; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, maximum ${at(0.99999)} ms`);
  for (const line of failures.length > 0 ? [...failures.slice(0, 20), ...gateway.troubles.slice(0, 20)] : []) log(line);
  if (failures.length > 0) violations.push(`${failures.length} requests failed.`);
  await gateway.stop();
  await Promise.all([...running.values()].map((process) => process.stop()));
  return violations;
}

async function answersWithin(ask: () => Promise<{ data?: Record<string, unknown> | null }>, field: string, since: number): Promise<number> {
  await waitUntil(`${field} answers`, async () => (await ask()).data?.[field] === "next", 60);
  return performance.now() - since;
}
