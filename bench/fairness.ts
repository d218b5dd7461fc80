// Measures the delay until an order of a small workspace is attributed to its discount code. The first measurement uses an idle system.
// During the second measurement, another workspace runs imports and bulk changes. The third measurement is the processor time of a status
// change of 1,000 codes.
//   npx tsx --conditions=source bench/fairness.ts [--short]        (`npm run build` first)
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { graphqlClient } from "../e2e/src/client.js";
import { startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";
import { admin, newWorkspace } from "../e2e/src/workspace.js";
import { sendOrders, sendPlan } from "../packages/sandbox-store/src/send-records.js";
import { type Probe, type ProbeTarget, probeAttribution, probeUntil } from "./src/attribution-probe.js";
import { changeStatuses, listCodeIds, writeCodesFile } from "./src/bulk-writes.js";
import { differenceOf, measureIdleRate, type ProcessorTime, readProcessorTime, totalOf } from "./src/processor-time.js";
import { waitForBacklog, waitUntilIdle } from "./src/wait-for-consumers.js";

const isShort = process.argv.includes("--short");
const sizes = isShort ? { codes: 2_000, orders: 5_000, quiet: 12 } : { codes: 20_000, orders: 100_000, quiet: 60 };
/**
 * Upper limits for the measured values. Without --short, the limits assume an idle machine with 2 cores. With --short, the limits assume a
 * busy machine.
 */
const bounds = isShort ? { worstMs: 10_000, processorSeconds: 5 } : { worstMs: 2_000, processorSeconds: 3 };
const intervalMs = 250;
const maxProbeMs = 900_000;
/**
 * Bulk work counts as processed when at most this number of events is pending. The number is not 0, because the probes also emit events.
 */
const maxProbeEvents = 50;
const changedCodes = 1_000;

const system = await startSystem({ env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PUBLIC: "0" } });
const csv = path.join(tmpdir(), `offergraph-fairness-${process.pid}.csv`);
try {
  const file = await system.read();
  const run = <Result>(...words: string[]) => admin<Result>(words, system.dataDirectory);
  const big = graphqlClient(file.baseUrl, file.secretKey);
  const { connectionId } = await run<{ connectionId: string }>("connection", "add", "--name", "Big");
  const { key: bigKey } = await run<{ key: string }>("key", "create", "--connection", connectionId);
  const small = await newWorkspace(system.dataDirectory);
  const own = await run<{ connectionId: string }>("connection", "add", "--workspace", small.workspaceId, "--name", "Small");
  const target: ProbeTarget = { client: small.client, baseUrl: file.baseUrl, key: small.key, connectionId: own.connectionId };
  await waitUntil("an order is accepted", () => probeAttribution(target, maxProbeMs).catch(() => false), 60);
  await sleep(2_000);

  const idle = await measureIdleRate(file.pids, isShort ? 3 : 10);
  const quiet = await probeFor(target, sizes.quiet);
  report("quiet", quiet);

  await writeCodesFile(csv, "BULK", sizes.codes);
  const isSettled: boolean[] = [];
  const probeDuring = async (what: string, work: () => Promise<void>) => {
    let isOver = false;
    const started = performance.now();
    const working = work().then(async () => {
      console.log(`  ${what}: written after ${seconds(started)} s`);
      isSettled.push(await waitForBacklog(file, maxProbeEvents));
      console.log(`  ${what}: consumers idle after ${seconds(started)} s`);
    });
    const probes = probeUntil(target, () => isOver, intervalMs, maxProbeMs);
    await working.finally(() => {
      isOver = true;
    });
    const results = await probes;
    report(`during ${what}`, results);
    return results;
  };
  const imported = await probeDuring(`an import of ${sizes.codes} codes`, () => run<void>("import", "discounts", csv));
  await waitUntilIdle(file, idle);
  const ids = await listCodeIds(big, sizes.codes);
  const changed = await probeDuring(`a status change of ${ids.length} codes and an import of ${sizes.orders} orders`, async () => {
    const plan = sendPlan.parse({ baseUrl: file.baseUrl, key: bigKey, orders: sizes.orders, codes: ["BULK-1", "BULK-2", "BULK-3"] });
    await Promise.all([changeStatuses(big, ids, "DRAFT"), sendOrders(plan)]);
  });

  await waitUntilIdle(file, idle);
  const idleAfter = await measureIdleRate(file.pids, isShort ? 3 : 10);
  const before = await readProcessorTime(file.pids);
  const started = performance.now();
  await changeStatuses(big, ids.slice(0, changedCodes), "ACTIVE");
  const written = seconds(started);
  isSettled.push(await waitUntilIdle(file, idleAfter));
  const elapsed = (performance.now() - started) / 1_000;
  const used = differenceOf(await readProcessorTime(file.pids), before);
  const net = Object.fromEntries(Object.entries(used).map(([name, time]) => [name, Math.max(0, time - (idleAfter[name] ?? 0) * elapsed)]));
  console.log(`status change of ${changedCodes} codes: written after ${written} s, consumers idle after ${elapsed.toFixed(1)} s`);
  console.log(`  processor seconds: ${shown(net)}, total ${totalOf(net).toFixed(2)} (including idle load: ${totalOf(used).toFixed(2)})`);

  const worst = Math.max(...[...imported, ...changed].map(({ attributed }) => attributed));
  const isWithin = worst <= bounds.worstMs && totalOf(net) <= bounds.processorSeconds && isSettled.every(Boolean);
  const limits = `worst attribution at most ${bounds.worstMs} ms, at most ${bounds.processorSeconds} processor seconds for ${changedCodes} codes`;
  console.log(isWithin ? `within bounds: ${limits}` : `NOT within bounds: ${limits}`);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await rm(csv, { force: true });
  await system.stop();
}

function probeFor(target: ProbeTarget, count: number): Promise<Probe[]> {
  let begun = 0;
  return probeUntil(target, () => begun++ >= count, intervalMs, maxProbeMs);
}

function report(when: string, probes: readonly Probe[]): void {
  console.log(`${when}: ${probes.length} orders`);
  for (const figure of ["attributed", "accepted", "counted", "create"] as const) {
    const sorted = probes.map((probe) => probe[figure]).sort((one, other) => one - other);
    const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(0);
    console.log(`  ${figure}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms`);
  }
}

function shown(time: ProcessorTime): string {
  return Object.entries(time)
    .filter(([, seconds]) => seconds >= 0.005)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`)
    .join(", ");
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1);
}
