// Sends the same orders twice, as NDJSON through the public port. Measures the time, the CPU time of all processes and the memory.
//   npm run bench -- ingest [--short]
import { startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";
import { admin as runAdmin } from "../e2e/src/workspace.js";
import { sendOrders, sendPlan } from "../packages/sandbox-store/src/send-records.js";
import { differenceOf, readProcessorTime, totalOf } from "./src/processor-time.js";
import { readResidentBytes } from "./src/resident-memory.js";
import { createReport } from "./src/results/report.js";
import { waitForBacklog } from "./src/wait-for-consumers.js";

const isShort = process.argv.includes("--short");
const count = isShort ? 10_000 : 100_000;
const report = createReport(
  {
    name: "ingest",
    title: "Order ingest",
    description: [
      `One request sends ${count.toLocaleString("en")} orders as NDJSON, and a second request sends the same orders again. The time ends with the last line of the response. The time with events and the CPU time also include the processing of the events after the response.`,
    ],
  },
  isShort,
);

const system = await startSystem();
try {
  const file = await system.read();
  const { baseUrl, pids, workspaceId } = file;
  const admin = <Answer>(...words: string[]) => runAdmin<Answer>(words, system.dataDirectory);
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
  const peak = { orders: 0, gateway: 0 };
  const watch = setInterval(async () => {
    for (const name of ["orders", "gateway"] as const) peak[name] = Math.max(peak[name], await readResidentBytes(pids[name]));
  }, 100);
  const plan = sendPlan.parse({ baseUrl, key, orders: count, codes: ["SPRING", "SUMMER", "AUTUMN"] });
  const runs: { name: string; seconds: number; withEvents: number; cpu: Record<string, number> }[] = [];
  for (const name of ["new orders", "the same orders again"]) {
    const before = await readProcessorTime(pids);
    const started = performance.now();
    const sent = await sendOrders(plan);
    const elapsed = () => (performance.now() - started) / 1_000;
    const seconds = elapsed();
    if (sent.rejected > 0 || sent.stale > 0) throw new Error(`${name}: ${JSON.stringify(sent)}`);
    await waitForBacklog(file, 0);
    const withEvents = elapsed();
    runs.push({ name, seconds, withEvents, cpu: differenceOf(await readProcessorTime(pids), before) });
  }
  clearInterval(watch);
  const processes = ["gateway", "orders", "forms", "incentives", "discounts", "postgres", "nats"];
  report.table({
    title: `Ingest of ${count.toLocaleString("en")} orders`,
    columns: ["", "seconds", "with events", "orders per second", ...processes.map((name) => `${name} CPU s`), "all CPU s"],
    rows: runs.map(({ name, seconds, withEvents, cpu }) => [
      ...[name, seconds.toFixed(1), withEvents.toFixed(1), (count / seconds).toFixed(0)],
      ...[...processes.map((one) => cpu[one] ?? 0), totalOf(cpu)].map((used) => used.toFixed(1)),
    ]),
  });
  const mebibytes = (bytes: number) => bytes / 1024 / 1024;
  report.limit({ text: "ingest of new orders", unit: "s", value: runs[0]?.seconds ?? null, atMost: 20, short: 60 });
  report.limit({
    text: "CPU of all processes per 1,000 new orders",
    ...{ unit: "s", atMost: 1.5, short: 3 },
    value: runs[0] ? totalOf(runs[0].cpu) / (count / 1_000) : null,
  });
  report.limit({ text: "peak memory of orders during the ingest", unit: "MiB", value: mebibytes(peak.orders), atMost: 300, short: 300 });
  report.limit({
    text: "peak memory of the gateway during the ingest",
    unit: "MiB",
    value: mebibytes(peak.gateway),
    atMost: 300,
    short: 400,
  });
  await report.finish();
} finally {
  await system.stop();
}
