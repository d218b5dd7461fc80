// Sends different operations through the gateway to the discounts service, and measures the memory of both processes.
//   npm run bench -- operations [--short]
import { graphqlClient } from "../e2e/src/client.js";
import { distinctQuery, readFieldNames } from "./src/distinct-query.js";
import { readResidentBytes } from "./src/resident-memory.js";
import { createReport } from "./src/results/report.js";
import { startTestSystem } from "./src/system/test-system.js";

const isShort = process.argv.includes("--short");
const [count, steps] = isShort ? [400, 2] : [10_000, 10];
const concurrency = 8;
const report = createReport(
  {
    name: "operations",
    title: "Different operations",
    description: [
      `${count.toLocaleString("en")} operations, all different, go through the gateway to the discounts service. Both processes prepare and cache each operation, so their memory shows whether the caches are bounded.`,
    ],
  },
  isShort,
);

const system = await startTestSystem({ codes: 200, orders: 1 });
try {
  const { baseUrl, secretKey, pids } = system.file;
  const client = graphqlClient(baseUrl, secretKey);
  const names = await readFieldNames(client);
  const watched = { gateway: pids.gateway, discounts: pids.discounts };
  const memory: Record<keyof typeof watched, number[]> = { gateway: [], discounts: [] };
  const labels: string[] = [];
  let next = 0;
  const send = async (end: number) => {
    for (let index = next++; index < end; index = next++) await client.data(distinctQuery(index, names));
  };
  for (let step = 0; step <= steps; step += 1) {
    const end = Math.round((count * step) / steps);
    await Promise.all(Array.from({ length: concurrency }, () => send(end)));
    next = end;
    labels.push(String(end));
    for (const name of ["gateway", "discounts"] as const)
      memory[name].push(Math.round((await readResidentBytes(watched[name])) / 1024 / 1024));
  }
  report.table({
    title: "Memory in MiB after a number of different operations",
    columns: ["operations", "gateway", "discounts"],
    rows: labels.map((label, index) => [label, String(memory.gateway[index]), String(memory.discounts[index])]),
  });
  report.chart({
    ...{ file: "operations.svg", title: "Memory after a number of different operations", kind: "lines", unit: "MiB", xLabel: "operations" },
    labels,
    series: Object.entries(memory).map(([name, values]) => ({ name, values })),
  });
  for (const name of ["gateway", "discounts"] as const) {
    const [values, half] = [memory[name], memory[name][Math.floor(steps / 2)] ?? Number.NaN];
    report.limit({ text: `peak memory of ${name}`, unit: "MiB", value: Math.max(...values), atMost: 450, short: 450 });
    const growth = Math.max(...values) / half;
    report.limit({ text: `growth of the memory of ${name} in the second half of the operations`, unit: "×", value: growth, atMost: 1.2 });
  }
  await report.finish();
} finally {
  await system.stop();
}
