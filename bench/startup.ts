// Measures the time from the start of a gateway's process to its first answer. The subgraphs are already running.
//   npm run bench -- startup [--short]
import { readOperations } from "./src/operations.js";
import { startGrafbase } from "./src/peers/grafbase.js";
import { startHive } from "./src/peers/hive.js";
import { startStock } from "./src/peers/stock.js";
import { readProcessorTime } from "./src/processor-time.js";
import { createReport } from "./src/results/report.js";
import { type Start, startLimit, startTable, withCacheFile } from "./src/start-figures.js";
import { startOwnGateway } from "./src/system/own-gateway.js";
import { startHop, startTestSystem } from "./src/system/test-system.js";
import type { StartedTarget } from "./src/target.js";

const isShort = process.argv.includes("--short");
const rounds = isShort ? 1 : 5;
const report = createReport(
  {
    name: "startup",
    title: "Cold start",
    description: [
      "The time from the start of a gateway's process until its first answer to a list of 50 codes, and the CPU time of the process until then. The subgraphs are already running. This gateway fetches the schemas of the subgraphs and composes the supergraph, unless it has a cache file. The other gateways read the schemas or the supergraph from a file.",
    ],
  },
  isShort,
);

const system = await startTestSystem({ codes: 200, orders: 20 });
try {
  const hop = await startHop(system, false);
  const subgraphs = hop.answer.urls;
  const { list } = readOperations(system.seeded);
  const { file, cacheFolder } = { file: system.file, cacheFolder: system.dataDirectory };
  const starts: Record<string, () => Promise<StartedTarget>> = {
    "this gateway": () => startOwnGateway({ name: "this gateway", file, subgraphs }),
    [withCacheFile]: () => startOwnGateway({ name: "this gateway", file, subgraphs, cacheFolder }),
    ...(!isShort && {
      "@apollo/gateway": () => startStock(subgraphs),
      "Hive Gateway": () => startHive(subgraphs),
      Grafbase: () => startGrafbase(subgraphs),
    }),
  };
  const found: Record<string, Start[]> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const [name, start] of Object.entries(starts)) {
      const measured = await measure(start).catch((error: Error) => {
        console.log(`${name} is not available: ${error.message}`);
        return { failure: error.message.split("\n").at(-1) ?? "" };
      });
      found[name] = [...(found[name] ?? []), measured];
    }
  await hop.stop();
  report.table(startTable(found, rounds));
  report.limit(startLimit(found));
  await report.finish();

  async function measure(start: () => Promise<StartedTarget>): Promise<{ ms: number; cpu: number }> {
    const started = performance.now();
    const target = await start();
    try {
      const headers = { "content-type": "application/json", ...target.headers(0) };
      const answer = await (await fetch(target.url, { method: "POST", headers, body: list.body(0) })).text();
      if (answer.includes('"errors"')) throw new Error(answer.slice(0, 300));
      const ms = performance.now() - started;
      const { gateway = Number.NaN } = await readProcessorTime({ gateway: target.pid });
      return { ms, cpu: gateway * 1_000 };
    } finally {
      await target.stop();
    }
  }
} finally {
  await system.stop();
}
