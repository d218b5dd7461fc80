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

interface Measured {
  rate: number;
  p50: number;
  p99: number;
}

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
      "At 70 % of its own capacity, the bare server gets several times the requests of the gateway, and its latencies contain more of these delays. A further row shows the bare server at the rate of the gateway. This row has no goal.",
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
  const bareServer: Target = { name: "bare node:http server", url: bare.answer.url, pid: bare.pid, headers: () => ({}) };
  const gateway: Target = { name: "this gateway", url, pid: file.pids.gateway, headers: () => headers };
  for (const target of [bareServer, gateway]) await sendRequests(target, get, amount);
  const all: { bare: Measured[]; own: Measured[]; bareAtOwnRate: Measured[] } = { bare: [], own: [], bareAtOwnRate: [] };
  for (let round = 0; round < rounds; round += 1) {
    all.bare.push(await measure(bareServer, await rateOf(bareServer)));
    const rate = await rateOf(gateway);
    all.own.push(await measure(gateway, rate));
    all.bareAtOwnRate.push(await measure(bareServer, rate));
  }
  await bare.stop();

  const [lower, own] = [summarize(bareServer.name, all.bare), summarize(gateway.name, all.own)];
  const figures = [lower, own, summarize(`${bareServer.name} at the rate of ${gateway.name}`, all.bareAtOwnRate)];
  report.table({
    title: `get at ${share * 100} % of the capacity, ${rounds} rounds of ${seconds} s`,
    columns: ["server", "requests per second", "p50 ms", "p99 ms", "p99 / p50"],
    rows: figures.map(({ name, rate, p50, p99, ratio }) => [name, rate.toFixed(0), p50.toFixed(2), p99.toFixed(2), ratio.toFixed(1)]),
  });
  report.limit({
    text: "p99 / p50 at 70 % of the capacity, compared with a bare node:http server",
    ...{ unit: "×", atMost: 1.5, short: 20 },
    value: own.ratio / lower.ratio,
  });
  await report.finish();

  /** Returns a share of the target's capacity in requests per second. */
  async function rateOf(target: Target): Promise<number> {
    return (await sendRequests(target, get, amount)).requestsPerSecond * share;
  }

  async function measure(target: Target, rate: number): Promise<Measured> {
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

function summarize(name: string, rounds: readonly Measured[]): Measured & { name: string; ratio: number } {
  const of = (part: keyof Measured) => median(rounds.map((round) => round[part]));
  return { name, rate: of("rate"), p50: of("p50"), p99: of("p99"), ratio: median(rounds.map(({ p50, p99 }) => p99 / p50)) };
}
