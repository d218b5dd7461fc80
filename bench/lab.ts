// Compares the CPU time of gateways within minutes. The subgraph responses are recorded, so that only the gateways work.
//   npm run bench -- lab [--rounds 5] [--amount 3000] [--only list,get,join] [--peers grafbase,stock,hive]
//     --gateway-node <path or major version>   also runs this project's gateway on another Node binary (24: installed from npm)
//     --checkout <folder>                      also runs the gateway of another built checkout
//     --record                                 records the result for docs/performance.md
import { parseArgs } from "node:util";
import { compare, type Figures, figuresOf } from "./src/compare.js";
import { own } from "./src/gateway-limits.js";
import { readOperations } from "./src/operations.js";
import { startGrafbase } from "./src/peers/grafbase.js";
import { startHive } from "./src/peers/hive.js";
import { installNode } from "./src/peers/install.js";
import { startStock } from "./src/peers/stock.js";
import { readResidentBytes } from "./src/resident-memory.js";
import { createReport } from "./src/results/report.js";
import { startOwnGateway } from "./src/system/own-gateway.js";
import { startHop, startTestSystem } from "./src/system/test-system.js";
import type { StartedTarget } from "./src/target.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    amount: { type: "string", default: "3000" },
    only: { type: "string", default: "list,get,join" },
    peers: { type: "string", default: "grafbase" },
    "gateway-node": { type: "string" },
    checkout: { type: "string" },
    record: { type: "boolean", default: false },
  },
});
const [rounds, amount] = [Number(values.rounds), Number(values.amount)];
const report = createReport(
  {
    name: "lab",
    title: "Gateways in front of recorded responses",
    description: [
      "Only the gateway's own process counts. A separate process replays the recorded responses of the subgraphs, so no service and no database is measured.",
    ],
  },
  !values.record,
);

const system = await startTestSystem({ codes: 2_000, orders: 2_000 });
const started: { stop(): Promise<void> }[] = [system];
try {
  const targets: StartedTarget[] = [];
  /**
   * Starts a gateway with its own hop, the process that signs the requests to the subgraphs. Gateways must not share connections to the
   * subgraphs.
   */
  const add = async (start: (subgraphs: Record<string, string>) => Promise<StartedTarget>) => {
    const hop = await startHop(system, true);
    started.unshift(hop);
    const target = await start(hop.answer.urls);
    started.unshift(target);
    targets.push(target);
  };
  const { file } = system;
  const { "gateway-node": node, checkout } = values;
  await add((subgraphs) => startOwnGateway({ name: own, file, subgraphs }));
  if (node) {
    const binary = /^\d+$/.test(node) ? await installNode(node) : node;
    await add((subgraphs) => startOwnGateway({ name: "this gateway, other Node", file, subgraphs, node: binary }));
  }
  if (checkout) await add((subgraphs) => startOwnGateway({ name: "other checkout", file, subgraphs, checkout }));
  const peers = { grafbase: startGrafbase, stock: startStock, hive: startHive };
  for (const [name, start] of Object.entries(peers))
    if (values.peers.split(",").includes(name))
      await add(start).catch((error: Error) => console.log(`${name} is not available: ${error.message}`));

  for (const [name, operation] of Object.entries(readOperations(system.seeded))) {
    if (!values.only.split(",").includes(name)) continue;
    const contenders = targets.map((target) => ({ target, operation, pids: { gateway: target.pid } }));
    const found = await compare(contenders, { rounds, amount, warmUp: amount * 2 });
    const figures = Object.fromEntries([...found].map(([target, all]) => [target, figuresOf(all)]));
    report.table(tableOf(operation.name, figures));
    report.limit({
      text: `gateway CPU of a ${name} in the lab, compared with Grafbase`,
      ...{ unit: "×", atMost: 1 },
      value: (figures[own]?.cpu.gateway ?? Number.NaN) / (figures.Grafbase?.cpu.gateway ?? Number.NaN),
    });
  }
  const memory = targets.map(async ({ name, version, pid }) => {
    return [name, version, String(Math.round((await readResidentBytes(pid)) / 1024 / 1024))];
  });
  report.table({ title: "Memory", columns: ["gateway", "version", "RSS MiB"], rows: await Promise.all(memory) });
  await report.finish();
} finally {
  for (const { stop } of started) await stop();
}

function tableOf(name: string, figures: Readonly<Record<string, Figures>>) {
  const reference = figures[own]?.cpu.gateway ?? Number.NaN;
  return {
    title: `${name}: ${rounds} rounds of ${amount} requests`,
    columns: ["gateway", "CPU µs per request", "range", "ratio", "req/s", "p50 ms", "p99 ms"],
    rows: Object.entries(figures).map(([target, { cpu, range, requestsPerSecond, p50, p99 }]) => [
      ...[target, cpu.gateway.toFixed(0), range.map((value) => value.toFixed(0)).join("-"), (cpu.gateway / reference).toFixed(2)],
      ...[requestsPerSecond, p50, p99].map((value) => value.toFixed(0)),
    ]),
  };
}
