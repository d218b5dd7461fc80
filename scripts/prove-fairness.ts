// `npm run prove -- fairness [--codes 100000] [--orders 100000] [--max-ms 2000] [--max-minutes 20]` measures the time from an order of a small
// workspace to its attribution, while another workspace imports codes and receives orders. Every order must be attributed in time.
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Probe, type ProbeTarget, probeAttribution, probeUntil } from "../bench/src/attribution-probe.js";
import { writeCodesFile } from "../bench/src/bulk-writes.js";
import { percentile } from "../bench/src/statistics.js";
import { waitForBacklog } from "../bench/src/wait-for-consumers.js";
import { Verdict } from "../e2e/src/proofs/verdict.js";
import { startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";
import { admin, newWorkspace } from "../e2e/src/workspace.js";
import { sendOrders, sendPlan } from "../packages/sandbox-store/src/send-records.js";

const { values } = parseArgs({
  options: {
    codes: { type: "string", default: "100000" },
    orders: { type: "string", default: "100000" },
    "max-ms": { type: "string", default: "2000" },
    "max-minutes": { type: "string", default: "20" },
  },
});
const [codes, orders, maxMs, maxMinutes] = [values.codes, values.orders, values["max-ms"], values["max-minutes"]].map(Number) as [
  number,
  number,
  number,
  number,
];
const maxSeconds = maxMinutes * 60;
const intervalMs = 250;
/** The probes also emit events, so the import and the orders count as processed when at most this number of events wait. */
const maxProbeEvents = 50;
const quietProbes = 20;

const verdict = new Verdict((text) => console.log(text));
const system = await startSystem({ env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PUBLIC: "0" } });
const csv = path.join(tmpdir(), `offergraph-fairness-${process.pid}.csv`);
try {
  const file = await system.read();
  const run = <Result>(...words: string[]) => admin<Result>(words, system.dataDirectory);
  const { connectionId } = await run<{ connectionId: string }>("connection", "add", "--name", "Big");
  const { key } = await run<{ key: string }>("key", "create", "--connection", connectionId);
  const small = await newWorkspace(system.dataDirectory);
  const own = await run<{ connectionId: string }>("connection", "add", "--workspace", small.workspaceId, "--name", "Small");
  const target: ProbeTarget = { client: small.client, baseUrl: file.baseUrl, key: small.key, connectionId: own.connectionId };
  await waitUntil("an order is accepted", () => probeAttribution(target, maxSeconds * 1_000).catch(() => false), 60);
  await writeCodesFile(csv, "BULK", codes);

  let begun = 0;
  report("quiet", await probeUntil(target, () => begun++ >= quietProbes, intervalMs, maxSeconds * 1_000));
  let isOver = false;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  const plan = sendPlan.parse({ baseUrl: file.baseUrl, key, orders, codes: ["BULK-1", "BULK-2", "BULK-3"] });
  const working = Promise.all([run<void>("import", "discounts", csv), sendOrders(plan)]).then(async ([, sent]) => {
    verdict.log(`${codes} codes and ${sent.accepted} orders written after ${seconds().toFixed(1)} s`);
    return waitForBacklog(file, maxProbeEvents, Math.max(1, maxSeconds - seconds()));
  });
  const late = new AbortController();
  const timeout = sleep(maxSeconds * 1_000, false, { signal: late.signal }).catch(() => false);
  const settled = Promise.race([working, timeout]).finally(() => {
    isOver = true;
    late.abort();
  });
  const [isSettled, probes] = await Promise.all([settled, probeUntil(target, () => isOver, intervalMs, maxSeconds * 1_000)]);
  report("during the import and the orders", probes);
  verdict.nothing("unfinished work at the end", isSettled ? [] : [`events are pending after ${seconds().toFixed(0)} s`]);
  verdict.atMost("longest time from an order to its attribution", Math.max(...probes.map(({ attributed }) => attributed)), maxMs, " ms");
} finally {
  await rm(csv, { force: true });
  await system.stop();
}
verdict.finish();

function report(when: string, probes: readonly Probe[]): void {
  for (const figure of ["accepted", "attributed", "counted"] as const) {
    const all = probes.map((probe) => probe[figure]);
    const at = (share: number) => percentile(all, share).toFixed(0);
    verdict.log(`${when}: ${all.length} orders ${figure}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
  }
}
