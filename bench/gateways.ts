// Compares this project's gateway with other gateways: CPU time of every process per request, latency, throughput and memory.
//   npm run bench -- gateways [--short] [--amount 2000] [--node 24]
// --amount is the number of requests in a round. --node runs the whole system on another Node binary.
import path from "node:path";
import { parseArgs } from "node:util";
import { startChild } from "./src/child.js";
import { compare, figuresOf } from "./src/compare.js";
import type { Round } from "./src/driver.js";
import { differenceOfPasses, gatewayLimits, type Measured, noteOfMissing, own } from "./src/gateway-limits.js";
import { processorChart, processorTable } from "./src/gateway-tables.js";
import { gatewayWorkloads, type Workload } from "./src/gateway-workloads.js";
import { installNode } from "./src/peers/install.js";
import { peerNames, startPeers } from "./src/peers/start-peers.js";
import { measureQuietRate } from "./src/processor-time.js";
import { readResidentBytes } from "./src/resident-memory.js";
import { createReport } from "./src/results/report.js";
import { addKeys } from "./src/system/keys.js";
import { startHop, startTestSystem } from "./src/system/test-system.js";
import type { Target } from "./src/target.js";

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, amount: { type: "string" }, node: { type: "string" } },
});
const isShort = values.short;
const amount = Number(values.amount ?? (isShort ? 400 : 2_000));
const node = values.node && (/^\d+$/.test(values.node) ? await installNode(values.node) : values.node);
const report = createReport(
  {
    name: "gateways",
    title: "Gateways",
    description: [
      "Each gateway gets the same requests over 50 connections, in front of the same services and the same rows. The rounds alternate between the gateways, and the figures are medians of the rounds.",
      "The CPU time of a process is its user and system time per request. The time that services and servers use while the system is idle does not count.",
      "The other gateways check no key, count no request limit, weigh no cost and write no log. A separate process signs their requests, because the services accept only signed requests. The CPU time of this process does not count.",
      "PostGraphile reads the same rows directly from PostgreSQL, with the same row-level security and without services.",
      "The client of a plain prepared statement runs the statement of the list: the same columns, order, page size and offsets. It runs one statement at a time on each connection, and opens as many connections as the pool of the discounts service. It does not convert the texts of PostgreSQL.",
    ],
  },
  isShort,
);

const system = await startTestSystem(
  isShort ? { codes: 2_000, orders: 2_000 } : { codes: 200_000, orders: 20_000 },
  node ? { PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` } : {},
);
const started: { stop(): Promise<void> }[] = [system];
const rounds: Record<string, Record<string, Round[]>> = {};
try {
  const { file } = system;
  const hop = await startHop(system, false);
  started.unshift(hop);
  const peers = await startPeers(isShort ? ["@apollo/gateway"] : peerNames, system, hop.answer.urls);
  started.unshift(...peers.started);
  const key = { authorization: `Bearer ${file.secretKey}` };
  const ours: Target = { name: own, url: `${file.baseUrl}/graphql/v1`, pid: file.pids.gateway, headers: () => key };
  const direct: Target = { name: "no gateway", url: hop.answer.urls.discounts ?? "", pid: file.pids.discounts, headers: () => ({}) };
  const keys = await addKeys(file, 1_000);
  const { gateway: _gateway, ...behind } = file.pids;
  const idle = await measureQuietRate(behind, isShort ? 1 : 5);
  const { reads, others } = gatewayWorkloads({ system, ours, direct, peers: peers.started, keys, idle, amount, isShort });
  const passes = [await run(reads)];
  if (!isShort) {
    await run(others);
    passes.push(await run(reads, 0));
  }
  const measured = Object.fromEntries(Object.entries(rounds).map(([name, targets]) => [name, summarize(targets)]));
  for (const [name, figures] of Object.entries(measured)) {
    const title = { ...reads, ...others }[name]?.title ?? name;
    report.table(processorTable(title, figures));
    if (Object.keys(figures).length > 1) report.chart(processorChart(name, title, figures));
  }
  const targets = [{ ...ours, version: `Node ${values.node ?? process.version}` }, ...peers.started];
  const memory = targets.map(async ({ name, version, pid }) => {
    return [name, version, String(Math.round((await readResidentBytes(pid)) / 1024 / 1024))];
  });
  report.table({ title: "Memory after all workloads", columns: ["gateway", "version", "RSS MiB"], rows: await Promise.all(memory) });
  for (const limit of gatewayLimits(measured, peers.unavailable)) report.limit(limit);
  const statement = await startChild<{ cpuMicroseconds: number }>("bare-statement.ts", {
    connectionString: file.databaseUrls.discounts,
    workspaceId: file.workspaceId,
    amount: isShort ? 600 : 6_000,
  });
  await statement.stop();
  report.limit({
    text: "CPU of a list in the discounts service, compared with the client of a plain prepared statement",
    ...{ unit: "×", atMost: 2, short: 8 },
    value: (measured.list?.[direct.name]?.cpu.gateway ?? Number.NaN) / statement.answer.cpuMicroseconds,
  });
  const [first, second] = passes;
  if (first && second)
    report.limit({
      text: "difference between two runs in the ratio of gateway CPU to Grafbase's",
      unit: "%",
      value: differenceOfPasses([first, second], "Grafbase") * 100,
      atMost: 15,
      ...noteOfMissing("Grafbase", peers.unavailable),
    });
  await report.finish();
} finally {
  for (const { stop } of started) await stop();
}

/** Measures the workloads and returns the medians. Adds each round to `rounds`. */
async function run(workloads: Readonly<Record<string, Workload>>, warmUp?: number): Promise<Measured> {
  const measured: Measured = {};
  for (const [name, { title, contenders, comparison }] of Object.entries(workloads)) {
    console.log(`measuring: ${title}`);
    const found = Object.fromEntries(await compare(contenders, { ...comparison, ...(warmUp !== undefined && { warmUp }) }));
    measured[name] = summarize(found);
    const all = rounds[name] ?? {};
    rounds[name] = Object.fromEntries(Object.entries(found).map(([target, added]) => [target, [...(all[target] ?? []), ...added]]));
  }
  return measured;
}

function summarize(targets: Readonly<Record<string, Round[]>>): Measured[string] {
  return Object.fromEntries(Object.entries(targets).map(([target, all]) => [target, figuresOf(all)]));
}
