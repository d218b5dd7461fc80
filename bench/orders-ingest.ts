// Sends the same orders twice, as NDJSON through the public port. Measures rows per second and the memory of the orders service.
//   npx tsx --conditions=source bench/orders-ingest.ts [--short]        (`npm run build` first)
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { repository, startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";
import { sendOrders, sendPlan } from "../packages/sandbox-store/src/send-records.js";

const isShort = process.argv.includes("--short");
const count = isShort ? 10_000 : 100_000;
// Maximum duration of one ingest run in seconds. A run with --short gets more time per order, because the run includes JIT compilation and
// the machine may be busy.
const maxSeconds = isShort ? 20 : 60;
const maxBytes = 300 * 1024 * 1024;
const execute = promisify(execFile);

const system = await startSystem();
try {
  const { baseUrl, pids, workspaceId } = await system.read();
  const admin = async <Answer>(...words: string[]): Promise<Answer> => {
    const env = { ...process.env, DATA_DIR: system.dataDirectory };
    const { stdout } = await execute("node", [path.join(repository, "scripts/offergraph.mjs"), "admin", ...words, "--json"], { env });
    return JSON.parse(stdout) as Answer;
  };
  const { connectionId } = await admin<{ connectionId: string }>("connection", "add", "--name", "Bench");
  const { key } = await admin<{ key: string }>("key", "create", "--workspace", workspaceId, "--connection", connectionId);
  await waitUntil("orders know of the connection", async () => {
    const records = {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: '{"records":[]}',
    };
    return (await fetch(`${baseUrl}/v1/ingest/orders`, records)).ok;
  });
  const most = { bytes: 0, gatewayBytes: 0 };
  const watch = setInterval(async () => {
    most.bytes = Math.max(most.bytes, await residentBytes(pids.orders));
    most.gatewayBytes = Math.max(most.gatewayBytes, await residentBytes(pids.gateway));
  }, 100);
  console.log(`memory before ingest: orders ${Math.round((await residentBytes(pids.orders)) / 1024 / 1024)} MiB`);
  const plan = sendPlan.parse({ baseUrl, key, orders: count, codes: ["SPRING", "SUMMER", "AUTUMN"] });
  let isWithin = true;
  for (const title of ["new", "again"]) {
    const started = performance.now();
    const sent = await sendOrders(plan);
    const seconds = (performance.now() - started) / 1000;
    console.log(`${title}: ${JSON.stringify(sent)} in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} orders per second`);
    isWithin &&= seconds <= maxSeconds;
  }
  clearInterval(watch);
  const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
  console.log(`peak memory: orders ${mebibytes(most.bytes)}, gateway ${mebibytes(most.gatewayBytes)}`);
  isWithin &&= most.bytes < maxBytes;
  console.log(isWithin ? "within bounds" : `NOT within bounds: ${maxSeconds} s, ${mebibytes(maxBytes)}`);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await system.stop();
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
