import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { App } from "../../../packages/dev-stack/src/supervisor/apps.js";
import { post } from "../client.js";
import type { Verdict } from "../proofs/verdict.js";
import { waitUntil } from "../wait-until.js";
import type { Fleet, RunningProcess } from "./fleet.js";
import { type Load, startLoad } from "./load.js";
import { proveRefusals } from "./prove-refusals.js";

export interface Rolling {
  /** Number of mixed requests per second. */
  perSecond: number;
  /** Names of the subgraphs to replace. */
  only: readonly string[];
  /** Maximum time in milliseconds from the readiness of a new version until the gateway serves the version's additional field. */
  maxDelayMs: number;
  /** Maximum latency of a request in milliseconds. */
  maxLatencyMs: number;
}

type Ask = (query: string) => Promise<{ data?: Record<string, unknown> | null; errors?: object[] }>;

const appVersion = fileURLToPath(new URL("app-version.mjs", import.meta.url));
const settings = { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PUBLIC: "0" };
const calmMs = 2_000;
/** The first requests of a process are slow, because the process compiles code. The proof counts completed requests after the warm-up. */
const warmUpMs = 5_000;
/** Minimum number of successful requests in a period, as a share of the offered requests. The other requests may still be in flight. */
const minCompleted = 0.9;

/**
 * While requests arrive, replaces each subgraph by a new version with an additional field. Then tries to replace the forms service by
 * versions with bad schemas.
 */
export async function proveRolling(fleet: Fleet, { perSecond, only, maxDelayMs, maxLatencyMs }: Rolling, verdict: Verdict): Promise<void> {
  const { subgraphs } = fleet;
  const replaced = subgraphs.filter(({ name }) => only.includes(name));
  const old = new Map(await Promise.all(subgraphs.map(async (app) => [app.name, await startVersion(fleet, app, "1.0.0")] as const)));
  const gateway = await fleet.startGateway({ ...settings, SUBGRAPHS: subgraphs.map(({ name }) => name).join(",") });
  const key = await fleet.createKey();
  const ask: Ask = async (query) => (await post(`${gateway.url}/graphql/v1`, { query }, { authorization: `Bearer ${key}` })).body;
  const mutations = replaced.map(mutationOf);
  const load = await startLoad({ baseUrl: gateway.url, key, perSecond, mutations, maxLatencyMs });
  const all: number[] = [];
  const check = (what: string) => all.push(...checkPeriod(what, load, maxLatencyMs, verdict));
  await sleep(warmUpMs);
  all.push(...load.take().latencies);
  const running = [gateway, ...[...old].filter(([name]) => !only.includes(name)).map(([, process]) => process)];
  for (const app of replaced) {
    const next = await startVersion(fleet, app, "1.1.0", queryOf(app));
    running.push(next);
    const delayMs = await replace(old.get(app.name), next, () => answers(ask, queryOf(app)), verdict.log);
    verdict.atMost(`${app.name}: time until the gateway serves the new version`, delayMs, maxDelayMs, " ms");
    await sleep(calmMs);
    check(app.name);
  }
  verdict.nothing("effects of bad schemas", await proveRefusals(fleet, gateway.url, verdict.log));
  await sleep(calmMs);
  check("bad schemas");
  await load.stop();
  all.push(...load.take().latencies);
  verdict.nothing("fields that do not answer at the end", await unanswered(ask, replaced.map(queryOf)));
  all.sort((one, other) => one - other);
  const at = (share: number) => (all[Math.floor(all.length * share)] ?? 0).toFixed(0);
  verdict.log(`latency: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  verdict.atMost("longest request of all", all.at(-1) ?? 0, maxLatencyMs, " ms");
  verdict.nothing(`failed requests, of ${all.length}`, load.failures);
  if (load.failures.length > 0) for (const line of gateway.troubles.slice(0, 20)) verdict.log(line);
  await Promise.all(running.map((process) => process.stop()));
}

const mutationOf = ({ name }: App): string => `slow_${name}`;
const queryOf = ({ name }: App): string => `next_${name}`;

function startVersion(fleet: Fleet, app: App, version: string, query?: string): Promise<RunningProcess> {
  const words = [appVersion, app.directory, path.join(fleet.folder, `${app.name}-${version}`), mutationOf(app), ...(query ? [query] : [])];
  return fleet.start(app, { SERVICE_VERSION: version }, words);
}

/**
 * Stops the old process as soon as the new process is ready, as in a rollout. Returns the time in milliseconds from the readiness of the
 * new process until `isServed`.
 */
async function replace(
  old: RunningProcess | undefined,
  next: RunningProcess,
  isServed: () => Promise<boolean>,
  log: (text: string) => void,
): Promise<number> {
  const served = waitUntil("the new version is served", isServed, 60).then(() => performance.now());
  const stopping = performance.now();
  await old?.stop();
  const stopMs = performance.now() - stopping;
  const servedAt = await served;
  log(`the old process stopped in ${stopMs.toFixed(0)} ms`);
  return servedAt - next.readyAt;
}

/** Checks the requests since the last check. Returns their latencies. */
function checkPeriod(what: string, load: Load, maxLatencyMs: number, verdict: Verdict): number[] {
  const { offered, completed, latencies } = load.take();
  verdict.atLeast(`${what}: successful requests, of ${offered}`, completed, Math.floor(minCompleted * offered));
  verdict.atMost(`${what}: longest request`, Math.max(0, ...latencies), maxLatencyMs, " ms");
  return latencies;
}

const answers = async (ask: Ask, field: string): Promise<boolean> => (await ask(`{ ${field} }`)).data?.[field] === "next";

async function unanswered(ask: Ask, fields: readonly string[]): Promise<string[]> {
  const results = await Promise.all(fields.map((field) => answers(ask, field)));
  return fields.filter((_, index) => !results[index]);
}
