// Measures the same requests with 10,000 to 10,000,000 rows. Further parts measure small workspaces next to a large workspace, many
// connections, several processes, and orders with partitions. --orders is the number of orders in the table with partitions.
//   npm run bench -- scale [--short] [--data <folder>] [--codes 10000,1000000] [--orders 1000000]
//     [--parts statements,growth,small,connections,processes,partitions]
// --data keeps the rows for the next run. Without --short, the command records each measured part in bench/results/scale-<part>.json.
import path from "node:path";
import { parseArgs } from "node:util";
import { measureConnections } from "./scale/connections.js";
import { measureGrowth } from "./scale/growth.js";
import { measurePartitions } from "./scale/partitions.js";
import {
  connectionsPart,
  growthPart,
  maxCodes,
  partitionsPart,
  partNames,
  processesPart,
  smallPart,
  statementsPart,
} from "./scale/parts.js";
import { measureProcesses } from "./scale/processes.js";
import { reportPart } from "./scale/report.js";
import { measureSmallWorkspaces } from "./scale/small-workspaces.js";
import { measureStatements } from "./scale/statements.js";
import { type ScaleSystem, startScaleSystem } from "./scale/system.js";

const { values: options } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    data: { type: "string" },
    codes: { type: "string" },
    orders: { type: "string", default: "1000000" },
    parts: { type: "string", default: partNames.join() },
  },
});
const isShort = options.short;
const sizes = (options.codes ?? (isShort ? "1000,20000" : "10000,100000,1000000,10000000"))
  .split(",")
  .map(Number)
  .toSorted((one, other) => one - other);
const parts = isShort ? ["statements"] : options.parts.split(",");
const unknown = parts.find((part) => !partNames.includes(part));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Choose from ${partNames.join(", ")}.`);
if (!sizes.every((size) => size > 0 && size <= maxCodes)) throw new Error(`A size must be a number from 1 to ${maxCodes}.`);
const plan = { rounds: 5, reads: 400, writes: 60 };
const smallWorkspaces = 1_000;
/** Inserts into the table of orders are slow, because the table has 25 indexes. */
const maxOrders = 1_000_000;

const systems: ScaleSystem[] = [];
const isWanted = (part: { name: string }) => parts.includes(part.name);
try {
  if (isWanted(growthPart) || isWanted(smallPart) || isWanted(connectionsPart))
    for (const codes of sizes) {
      const size = { codes, orders: Math.min(codes, maxOrders), smallWorkspaces };
      const dataDirectory = options.data ? path.join(options.data, String(codes)) : undefined;
      systems.push(await startScaleSystem(size, dataDirectory ? { dataDirectory } : {}));
      console.log(`started a system with ${codes} codes`);
    }
  if (isWanted(growthPart)) await reportPart(growthPart, isShort, () => measureGrowth(systems, plan));
  if (isWanted(smallPart)) await reportPart(smallPart, isShort, () => measureSmallWorkspaces(systems, plan));
  const [smallest] = systems;
  if (isWanted(connectionsPart) && smallest)
    await reportPart(connectionsPart, isShort, () => measureConnections(smallest, [10, 100, 1_000], { rounds: 3, reads: 2_000 }));
} finally {
  for (const { running } of systems) await running.stop();
}
if (isWanted(statementsPart)) await reportPart(statementsPart, isShort, () => measureStatements(sizes, maxOrders, options.data));
if (isWanted(processesPart))
  await reportPart(processesPart, isShort, () =>
    measureProcesses([1, 2, 4], { codes: 10_000, orders: 10, smallWorkspaces: 0 }, { rounds: 5, reads: 1_000 }),
  );
if (isWanted(partitionsPart)) await reportPart(partitionsPart, isShort, () => measurePartitions(Number(options.orders), 30));
