// Measures the same requests with 10,000 to 10,000,000 rows. Further parts measure small workspaces next to a large workspace, many
// connections, several processes, and orders with partitions. --orders is the number of orders in the table with partitions.
//   npm run bench -- scale [--short] [--data <folder>] [--codes 10000,1000000] [--orders 1000000]
//     [--parts statements,growth,small,connections,processes,partitions]
// --data keeps the rows for the next run. Without --short, the command replaces the measured parts of bench/results/scale.json.
import path from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../e2e/src/start-system.js";
import { measureConnections } from "./scale/connections.js";
import { measureGrowth } from "./scale/growth.js";
import { findExcesses } from "./scale/limits.js";
import { measurePartitions } from "./scale/partitions.js";
import { measureProcesses } from "./scale/processes.js";
import { type Parts, printParts, saveParts } from "./scale/report.js";
import { measureSmallWorkspaces } from "./scale/small-workspaces.js";
import { measureStatements } from "./scale/statements.js";
import { type ScaleSystem, startScaleSystem } from "./scale/system.js";

const { values: options } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    data: { type: "string" },
    codes: { type: "string" },
    orders: { type: "string", default: "1000000" },
    parts: { type: "string", default: "statements,growth,small,connections,processes,partitions" },
  },
});
const isShort = options.short;
const sizes = (options.codes ?? (isShort ? "1000,20000" : "10000,100000,1000000,10000000")).split(",").map(Number);
const parts = isShort ? ["statements"] : options.parts.split(",");
const plan = { rounds: 5, reads: 400, writes: 60 };
const smallWorkspaces = 1_000;
/** Inserts into the table of orders are slow, because the table has 22 indexes. */
const maxOrders = 1_000_000;

const measured: Parts = {};
const systems: ScaleSystem[] = [];
try {
  const isWanted = (part: string) => parts.includes(part);
  if (isWanted("growth") || isWanted("small") || isWanted("connections"))
    for (const codes of sizes) {
      const size = { codes, orders: Math.min(codes, maxOrders), smallWorkspaces };
      const dataDirectory = options.data ? path.join(options.data, String(codes)) : undefined;
      systems.push(await startScaleSystem(size, dataDirectory ? { dataDirectory } : {}));
      console.log(`started a system with ${codes} codes`);
    }
  if (isWanted("growth")) measured.growth = await measureGrowth(systems, plan);
  if (isWanted("small")) measured.small = await measureSmallWorkspaces(systems, plan);
  const [smallest] = systems;
  if (isWanted("connections") && smallest)
    measured.connections = await measureConnections(smallest, [10, 100, 1_000], { rounds: 3, reads: 2_000 });
} finally {
  for (const { running } of systems) await running.stop();
}
if (parts.includes("statements")) measured.statements = await measureStatements(sizes, maxOrders, options.data);
if (parts.includes("processes"))
  measured.processes = await measureProcesses([1, 2, 4], { codes: 10_000, orders: 10, smallWorkspaces: 0 }, { rounds: 5, reads: 1_000 });
if (parts.includes("partitions")) measured.partitions = await measurePartitions(Number(options.orders), 30);

printParts(measured);
if (!isShort) await saveParts(path.join(repository, "bench/results/scale.json"), measured);
const excesses = findExcesses(measured);
for (const text of excesses) console.log(`TOO HIGH ${text}`);
console.log(excesses.length === 0 ? "All within their limits." : `${excesses.length} over their limit.`);
if (excesses.length > 0) process.exitCode = 1;
