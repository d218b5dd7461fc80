// Records CPU profiles of the processes and workloads whose goals docs/performance-goals.md describes. The inspector uses port 9229.
//   npm run bench -- profiles [--short]
import { waitUntil } from "../e2e/src/wait-until.js";
import { admin as runAdmin } from "../e2e/src/workspace.js";
import { sendOrders, sendPlan } from "../packages/sandbox-store/src/send-records.js";
import { sendRequests } from "./src/driver.js";
import { mcpOperations, readOperations } from "./src/operations.js";
import { recordProfile } from "./src/profile/record-profile.js";
import { sharesOf } from "./src/profile/shares-of.js";
import { createReport } from "./src/results/report.js";
import { startTestSystem } from "./src/system/test-system.js";
import type { Operation, Target } from "./src/target.js";
import { waitForBacklog } from "./src/wait-for-consumers.js";

const isShort = process.argv.includes("--short");
const amount = isShort ? 300 : 4_000;
const orders = isShort ? 1_000 : 10_000;
const shown = 12;
const report = createReport(
  {
    name: "profiles",
    title: "CPU profiles",
    description: [
      "Each table shows where one process spends its CPU time during a workload, as shares of the samples of V8's profiler. The time of a part does not include the parts that it calls.",
    ],
  },
  isShort,
);

const system = await startTestSystem(isShort ? { codes: 2_000, orders: 2_000 } : { codes: 20_000, orders: 20_000 });
try {
  const { file, seeded } = system;
  const pids: Record<string, number> = file.pids;
  const target: Target = {
    ...{ name: "this gateway", url: `${file.baseUrl}/graphql/v1`, pid: file.pids.gateway },
    headers: () => ({ authorization: `Bearer ${file.secretKey}` }),
  };
  const { list, get, join } = readOperations(seeded);
  const mcp = { ...target, url: `${file.baseUrl}/mcp` };
  const read = (to: Target, operation: Operation) => () => sendRequests(to, operation, amount);
  await profile("gateway", list.name, read(target, list));
  await profile("gateway", get.name, read(target, get));
  await profile("gateway", join.name, read(target, join));
  await profile("gateway", "MCP list of 50 × 12 fields", read(mcp, mcpOperations(seeded).list));
  await profile("discounts", list.name, read(target, list));
  await profile("orders", join.name, read(target, join));
  const ingest = await prepareIngest();
  for (const process of ["orders", "incentives", "gateway"]) await profile(process, `ingest of ${orders} orders`, ingest);
  await report.finish();

  /** Runs the workload once as a warm-up, and once with the profiler. */
  async function profile(process: string, workload: string, work: () => Promise<unknown>): Promise<void> {
    console.log(`profiling ${process}: ${workload}`);
    await work();
    const shares = sharesOf(await recordProfile(pids[process] ?? 0, work));
    const rest = shares.slice(shown).reduce((sum, { share }) => sum + share, 0);
    report.table({
      title: `${process}: ${workload}`,
      columns: ["part", "CPU time"],
      rows: [...shares.slice(0, shown), { part: "all other parts", share: rest }].map(({ part, share }) => [
        part,
        `${(share * 100).toFixed(1)} %`,
      ]),
    });
  }

  async function prepareIngest(): Promise<() => Promise<unknown>> {
    const run = <Answer>(...words: string[]) => runAdmin<Answer>(words, system.dataDirectory);
    const { connectionId } = await run<{ connectionId: string }>("connection", "add", "--name", "Profile");
    const { key } = await run<{ key: string }>("key", "create", "--connection", connectionId);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const probe = { method: "POST", headers, body: '{"records":[]}' };
    await waitUntil("orders know of the connection", async () => (await fetch(`${file.baseUrl}/v1/ingest/orders`, probe)).ok);
    let sent = 0;
    return async () => {
      await sendOrders(sendPlan.parse({ baseUrl: file.baseUrl, key, orders, from: sent, codes: ["SPRING"] }));
      sent += orders;
      await waitForBacklog(file, 0);
    };
  }
} finally {
  await system.stop();
}
