// Compares the CPU time of gateways in minutes. Each gateway runs in front of recorded subgraph responses, so that it does all the work.
//   npm run bench -- lab [--rounds 5] [--amount 3000] [--only list,get,join] [--peers grafbase,stock]
//     --gateway-node <path or major version>   also runs this project's gateway on another Node binary (24: installed from npm)
//     --checkout <folder>                      also runs the gateway of another built checkout
import { parseArgs } from "node:util";
import { measureRound, type Round, sendRequests } from "./src/driver.js";
import { readOperations } from "./src/operations.js";
import { startGrafbase } from "./src/peers/grafbase.js";
import { installNode } from "./src/peers/install.js";
import { startStock } from "./src/peers/stock.js";
import { readResidentBytes } from "./src/resident-memory.js";
import { median } from "./src/statistics.js";
import { startOwnGateway } from "./src/system/own-gateway.js";
import { startHop, startTestSystem } from "./src/system/test-system.js";
import type { Operation, StartedTarget } from "./src/target.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    amount: { type: "string", default: "3000" },
    only: { type: "string", default: "list,get,join" },
    peers: { type: "string", default: "grafbase" },
    "gateway-node": { type: "string" },
    checkout: { type: "string" },
  },
});
const [rounds, amount] = [Number(values.rounds), Number(values.amount)];

const system = await startTestSystem({ codes: 2_000, orders: 2_000 });
const started: { stop(): Promise<void> }[] = [system];
try {
  const targets: StartedTarget[] = [];
  const add = async (starting: Promise<StartedTarget>) => {
    const target = await starting;
    started.unshift(target);
    targets.push(target);
  };
  const newHop = async () => {
    const hop = await startHop(system, true);
    started.unshift(hop);
    return hop.answer.urls;
  };
  const { file } = system;
  await add(startOwnGateway({ name: "this gateway", file, subgraphs: await newHop() }));
  const { "gateway-node": node, checkout } = values;
  if (node) {
    const binary = /^\d+$/.test(node) ? await installNode(node) : node;
    await add(startOwnGateway({ name: `this gateway, other Node`, file, subgraphs: await newHop(), node: binary }));
  }
  if (checkout) await add(startOwnGateway({ name: "other checkout", file, subgraphs: await newHop(), checkout }));
  const peers = values.peers.split(",");
  if (peers.includes("grafbase")) await add(startGrafbase(await newHop()));
  if (peers.includes("stock")) await add(startStock(await newHop()));

  const operations = Object.entries(readOperations(system.seeded)).filter(([name]) => values.only.split(",").includes(name));
  for (const [, operation] of operations) await compare(targets, operation);
  for (const { name, version, pid } of targets)
    console.log(`${name} (${version}): ${Math.round((await readResidentBytes(pid)) / 1024 / 1024)} MiB of memory`);
} finally {
  for (const { stop } of started) await stop();
}

async function compare(targets: readonly StartedTarget[], operation: Operation): Promise<void> {
  for (const target of targets) await sendRequests(target, operation, amount * 2);
  const measured = new Map<string, Round[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      measured.get(target.name)?.push(await measureRound(target, operation, amount, { gateway: target.pid }));
  const cpuOf = (name: string) => median((measured.get(name) ?? []).map(({ cpu }) => cpu.gateway ?? Number.NaN));
  const reference = cpuOf("this gateway");
  console.log(`\n${operation.name}: ${rounds} rounds of ${amount} requests, median (minimum-maximum)`);
  console.log(`${"".padEnd(26)}${["CPU µs", "", "ratio", "req/s", "p50 ms", "p99 ms"].map((text) => text.padStart(10)).join("")}`);
  for (const [name, all] of measured) {
    const times = all.map(({ cpu }) => cpu.gateway ?? Number.NaN);
    const figures = [
      cpuOf(name).toFixed(0),
      `(${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)})`,
      (cpuOf(name) / reference).toFixed(2),
      ...(["requestsPerSecond", "p50", "p99"] as const).map((figure) => median(all.map((round) => round[figure])).toFixed(0)),
    ];
    console.log(`${name.padEnd(26)}${figures.map((figure) => figure.padStart(10)).join("")}`);
  }
}
