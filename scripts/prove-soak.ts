// `npm run prove -- soak [--minutes 30] [--share 0.7] [--slow 200]` sends requests at 70 % of the capacity while slow connections are open.
// After a warm-up of a third of the time, the memory of each process must grow by less than 1 MB per minute, and no process may collect
// files, sockets or database connections.
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { pace } from "../bench/load/pace.js";
import { addSamples, countDatabaseConnections, growthOf, type Samples, slopeOf } from "../bench/soak/process-samples.js";
import { holdSlowConnections } from "../bench/soak/slow-headers.js";
import { sendRequests } from "../bench/src/driver.js";
import { createOperation, readOperations } from "../bench/src/operations.js";
import { startTestSystem } from "../bench/src/system/test-system.js";
import type { Operation } from "../bench/src/target.js";
import { Verdict } from "../e2e/src/proofs/verdict.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    share: { type: "string", default: "0.7" },
    slow: { type: "string", default: "200" },
  },
});
const [minutes, share, slow] = [values.minutes, values.share, values.slow].map(Number) as [number, number, number];
const [capacityRequests, connections, sampleMs] = [2_000, 50, 5_000];
const measuredMinutes = (minutes * 2) / 3;
/** Maximum growth of the memory in MB per minute. In a short run, the limit is higher, because garbage collection hides slow growth. */
const maxSlope = Math.max(1, 20 / measuredMinutes);
const maxHandles = 10;

const verdict = new Verdict((text) => console.log(text));
const system = await startTestSystem({ codes: 2_000, orders: 500 });
try {
  const { file, seeded } = system;
  const { list, get, join } = readOperations(seeded);
  const turn = [createOperation, get, list, get, join, get, list, get, join, get];
  const mixed: Operation = { name: "mixed", body: (index) => turn[index % turn.length]?.body(index) ?? "" };
  const url = `${file.baseUrl}/graphql/v1`;
  const headers = { "content-type": "application/json", authorization: `Bearer ${file.secretKey}` };
  const slowConnections = holdSlowConnections(file.baseUrl, slow);
  const target = { name: "gateway", url, pid: file.pids.gateway, headers: () => headers };
  await sendRequests(target, mixed, capacityRequests);
  const rate = (await sendRequests(target, mixed, capacityRequests)).requestsPerSecond * share;
  verdict.log(`${rate.toFixed(0)} requests per second for ${minutes} minutes, ${slowConnections.open()} slow connections`);

  // The resident memory of PostgreSQL contains its shared cache, which fills up to a fixed size.
  const { postgres: _postgres, ...pids } = file.pids;
  const samples: Samples = new Map();
  const databaseConnections: number[] = [];
  const failures: string[] = [];
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 60_000;
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling.then(async () => {
      if (elapsed() < minutes - measuredMinutes) return;
      await addSamples(samples, pids, elapsed());
      databaseConnections.push(await countDatabaseConnections(file.databaseUrls.workspace ?? ""));
    });
  }, sampleMs);
  const pool = new Pool(file.baseUrl, { connections });
  const running = new Set<Promise<void>>();
  let sent = 0;
  await pace({
    ...{ rate, seconds: minutes * 60 },
    continues: () => failures.length < 1_000,
    send() {
      const one: Promise<void> = request(pool, mixed.body(sent++)).finally(() => running.delete(one));
      running.add(one);
    },
  });
  await Promise.all(running);
  clearInterval(timer);
  await sampling;
  await pool.close();
  verdict.nothing(`failed requests, of ${sent}`, failures);
  verdict.atMost("missing slow connections at the end", slow - slowConnections.open(), slow / 2);
  slowConnections.stop();
  for (const [name, all] of samples) {
    const slope = slopeOf(all.map(({ minutes: x, megabytes: y }) => ({ x, y })));
    verdict.log(`${name}: ${all[0]?.megabytes.toFixed(0)} MB after the warm-up, ${all.at(-1)?.megabytes.toFixed(0)} MB at the end`);
    verdict.atMost(`${name}: slope of the memory`, slope, maxSlope, " MB/min");
    verdict.atMost(`${name}: growth of files and sockets`, growthOf(all.map(({ handles }) => handles)), maxHandles);
  }
  verdict.atMost("growth of database connections", growthOf(databaseConnections), maxHandles);

  async function request(pool: Pool, body: string): Promise<void> {
    try {
      const answer = await pool.request({ method: "POST", path: "/graphql/v1", headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || text.includes('"errors"')) failures.push(`${answer.statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
} finally {
  await system.stop();
}
verdict.finish();
