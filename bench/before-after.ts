// Measures the processor time per request, in this checkout and in an older checkout. Sends requests alternately to the systems of both
// checkouts.
//   npx tsx --conditions=source bench/before-after.ts <revision or built checkout> [rounds]        (`npm run build` first)
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import autocannon from "autocannon";
import { repository, startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";
import { codeBody } from "../e2e/src/workspace.js";
import { sendOrders, sendPlan } from "../packages/sandbox-store/src/send-records.js";
import { differenceOf, measureIdleRate, type ProcessorTime, readProcessorTime } from "./src/processor-time.js";
import { waitForBacklog } from "./src/wait-for-consumers.js";

const [against, roundCount = "5"] = process.argv.slice(2);
if (against === undefined) throw new Error("Name the revision to compare with, for example main~20.");

const fields = "rowId code title status valueKind valuePercent usageCount createdAt endsAt";
const list = `query { list_discount_codes(first: 50) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
const create = `mutation ($body: DiscountCodeBody!) {
  create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { field code message } }
}`;

type System = Awaited<ReturnType<typeof prepareSystem>>;
interface Work {
  name: string;
  /** Number of requests or records per round. */
  amount: number;
  run(system: System, round: number): Promise<void>;
}
const works: Work[] = [
  { name: "list of 50", amount: 2_000, run: (system) => send(system, 2_000, list, () => ({})) },
  {
    name: "create_discount_code",
    amount: 500,
    run: (system) => send(system, 500, create, () => ({ body: codeBody({ status: "DRAFT" }) })),
  },
  { name: "order ingested", amount: 5_000, run: ingest },
];

const checkout = existsSync(against) ? path.resolve(against) : await prepareCheckout(against);
const systems = [await prepareSystem("before", checkout), await prepareSystem("after", repository)];
for (const system of systems) system.idle = await measureIdleRate(system.file.pids, 10);
try {
  for (const work of works) {
    const measured = new Map<string, ProcessorTime[]>(systems.map(({ name }) => [name, []]));
    // The first round is a warm-up. The order of the systems alternates.
    for (let round = 0; round <= Number(roundCount); round++)
      for (const system of round % 2 === 0 ? systems : systems.toReversed()) {
        const time = await measure(system, work, round);
        if (round > 0) measured.get(system.name)?.push(time);
      }
    report(work.name, measured.get("before") ?? [], measured.get("after") ?? []);
  }
} finally {
  for (const { running } of systems) await running.stop();
  if (checkout !== path.resolve(against)) await rm(checkout, { recursive: true, force: true });
}

async function prepareCheckout(revision: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "offergraph-before-"));
  const run = (command: string, ...words: string[]) => execFileSync(command, words, { cwd: directory, stdio: "inherit" });
  run("git", "clone", "--quiet", repository, ".");
  run("git", "checkout", "--quiet", execFileSync("git", ["rev-parse", revision], { cwd: repository, encoding: "utf8" }).trim());
  run("npm", "ci");
  run("npm", "run", "build");
  return directory;
}

async function prepareSystem(name: string, directory: string) {
  const limits = { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PUBLIC: "0" };
  const running = await startSystem({ checkout: directory, env: limits });
  const file = await running.read();
  const env = { ...process.env, DATA_DIR: running.dataDirectory };
  // Older revisions without packages/cli have admin commands at the top level.
  const prefix = existsSync(path.join(directory, "packages/cli")) ? ["admin"] : [];
  const admin = (...words: string[]) =>
    JSON.parse(execFileSync("node", ["scripts/offergraph.mjs", ...prefix, ...words, "--json"], { cwd: directory, env, encoding: "utf8" }));
  const { connectionId } = admin("connection", "add", "--name", "Bench");
  const { key: ingestKey } = admin("key", "create", "--workspace", file.workspaceId, "--connection", connectionId);
  const system = { name, running, file, ingestKey: ingestKey as string, idle: {} as ProcessorTime };
  await send(system, 100, create, (index) => ({ body: codeBody({ code: `KEPT-${index}` }) }));
  await waitUntil("orders has the connection", async () => {
    const headers = { authorization: `Bearer ${ingestKey}`, "content-type": "application/json" };
    return (await fetch(`${file.baseUrl}/v1/ingest/orders`, { method: "POST", headers, body: '{"records":[]}' })).ok;
  });
  return system;
}

/** Sends `amount` requests over at most 50 connections. Throws if a response has an error. */
async function send(
  { file }: Pick<System, "file">,
  amount: number,
  query: string,
  variables: (index: number) => Record<string, unknown>,
): Promise<void> {
  let index = 0;
  let failed: string | undefined;
  const setupRequest = (request: autocannon.Request) => ({ ...request, body: JSON.stringify({ query, variables: variables(index++) }) });
  const onResponse = (status: number, body: string) => {
    if (status !== 200 || body.includes('"errors"') || body.includes('"userErrors":[{')) failed ??= `${status} ${body.slice(0, 500)}`;
  };
  await autocannon({
    url: `${file.baseUrl}/graphql/v1`,
    connections: Math.min(50, amount),
    amount,
    requests: [{ method: "POST", setupRequest, onResponse }],
    headers: { "content-type": "application/json", authorization: `Bearer ${file.secretKey}` },
  });
  if (failed) throw new Error(failed);
}

async function ingest({ file, ingestKey }: System, round: number): Promise<void> {
  const codes = ["KEPT-1", "KEPT-2", "KEPT-3"];
  const sent = await sendOrders(sendPlan.parse({ baseUrl: file.baseUrl, key: ingestKey, orders: 5_000, from: round * 5_000, codes }));
  if (sent.accepted !== 5_000) throw new Error(JSON.stringify(sent));
}

/**
 * Returns the processor time per request in milliseconds, by process. Includes event processing, and excludes the processor time of an idle
 * system.
 */
async function measure(system: System, work: Work, round: number): Promise<ProcessorTime> {
  const { pids } = system.file;
  const before = await readProcessorTime(pids);
  const started = performance.now();
  await work.run(system, round);
  if (!(await waitForBacklog(system.file, 0))) throw new Error(`${system.name}: the events of "${work.name}" were not processed.`);
  const seconds = (performance.now() - started) / 1_000;
  const used = Object.entries(differenceOf(await readProcessorTime(pids), before));
  return Object.fromEntries(used.map(([name, time]) => [name, ((time - (system.idle[name] ?? 0) * seconds) / work.amount) * 1_000]));
}

function report(name: string, before: readonly ProcessorTime[], after: readonly ProcessorTime[]): void {
  const processes = Object.keys(before[0] ?? {});
  const median = (times: readonly ProcessorTime[], of: readonly string[]) => {
    const sums = times.map((time) => of.reduce((sum, process) => sum + (time[process] ?? 0), 0)).sort((one, other) => one - other);
    return sums[Math.floor(sums.length / 2)] ?? Number.NaN;
  };
  console.log(`\n${name}: processor ms per request, median of ${before.length} rounds      before    after    ratio`);
  for (const [label, of] of [...processes.map((process) => [process, [process]] as const), ["all", processes] as const]) {
    const [old, now] = [median(before, of), median(after, of)];
    if (Math.max(old, now) >= 0.05)
      console.log(`  ${label.padEnd(14)} ${[old, now, now / old].map((figure) => figure.toFixed(3).padStart(9)).join("")}`);
  }
}
