// Measures tail latency at 70 % of the capacity. Compares the gateway with a bare node:http server.
//   npm run bench -- latency [--short]
import { Pool } from "undici";
import { startChild } from "./src/child.js";
import { sendRequests } from "./src/driver.js";
import { openLoop } from "./src/open-loop.js";
import { readOperations } from "./src/operations.js";
import { createReport } from "./src/results/report.js";
import { median, percentile } from "./src/statistics.js";
import { startTestSystem } from "./src/system/test-system.js";
import type { Target } from "./src/target.js";

const isShort = process.argv.includes("--short");
const share = 0.7;
const connections = 50;
const [rounds, seconds, amount] = isShort ? [1, 3, 1_000] : [5, 15, 6_000];
const report = createReport(
  {
    name: "latency",
    title: "Latency under load",
    description: [
      "Requests for one discount code arrive at a constant rate, regardless of the responses. The rate is 70 % of the capacity, which is the throughput over 50 connections that wait for each response.",
      "The bare server is a node:http server that reads the request and answers the same bytes. The client and all servers share the machine, so its latencies contain the client's own delays.",
    ],
  },
  isShort,
);

const system = await startTestSystem({ codes: 2_000, orders: 100 });
try {
  const { file, seeded } = system;
  const { get } = readOperations(seeded);
  const headers = { "content-type": "application/json", authorization: `Bearer ${file.secretKey}` };
  const url = `${file.baseUrl}/graphql/v1`;
  const body = await (await fetch(url, { method: "POST", headers, body: get.body(0) })).text();
  const bare = await startChild<{ url: string }>("bare-server.ts", { body });
  const targets: Target[] = [
    { name: "bare node:http server", url: bare.answer.url, pid: bare.pid, headers: () => ({}) },
    { name: "this gateway", url, pid: file.pids.gateway, headers: () => headers },
  ];
  const found = new Map(targets.map(({ name }) => [name, [] as { rate: number; p50: number; p99: number }[]]));
  for (const target of targets) await sendRequests(target, get, amount);
  for (let round = 0; round < rounds; round += 1) for (const target of targets) found.get(target.name)?.push(await measure(target));
  await bare.stop();

  const figures = [...found].map(([name, all]) => {
    const of = (part: "rate" | "p50" | "p99") => median(all.map((one) => one[part]));
    return { name, rate: of("rate"), p50: of("p50"), p99: of("p99"), ratio: median(all.map(({ p50, p99 }) => p99 / p50)) };
  });
  report.table({
    title: `get at ${share * 100} % of the capacity, ${rounds} rounds of ${seconds} s`,
    columns: ["server", "requests per second", "p50 ms", "p99 ms", "p99 / p50"],
    rows: figures.map(({ name, rate, p50, p99, ratio }) => [name, rate.toFixed(0), p50.toFixed(2), p99.toFixed(2), ratio.toFixed(1)]),
  });
  const [lower, own] = figures;
  report.limit({
    text: "p99 / p50 at 70 % of the capacity, compared with a bare node:http server",
    ...{ unit: "×", atMost: 1.5, short: 20 },
    value: (own?.ratio ?? Number.NaN) / (lower?.ratio ?? Number.NaN),
  });
  await report.finish();

  async function measure(target: Target) {
    const { requestsPerSecond } = await sendRequests(target, get, amount);
    const rate = requestsPerSecond * share;
    const { origin, pathname } = new URL(target.url);
    const pool = new Pool(origin, { connections });
    const latencies = await openLoop({
      ...{ rate, seconds },
      async request(index) {
        const answer = await pool.request({ method: "POST", path: pathname, headers, body: get.body(index) });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`${target.name} responded with status ${answer.statusCode}.`);
      },
    });
    await pool.close();
    return { rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
  }
} finally {
  await system.stop();
}
