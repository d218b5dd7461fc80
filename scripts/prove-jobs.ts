// `npm run prove -- jobs [--jobs 10] [--count 10000]` generates codes with jobs and exports all codes. The script kills the discounts
// service during the first job and during the export, and prints times and memory. The script fails if a code is missing or duplicated.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { graphqlClient } from "../e2e/src/client.js";
import { startSystem } from "../e2e/src/start-system.js";

const { values } = parseArgs({ options: { jobs: { type: "string", default: "10" }, count: { type: "string", default: "10000" } } });
const [jobs, count] = [Number(values.jobs), Number(values.count)];

const system = await startSystem({ env: { RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PER_IP: "0" } });
const { baseUrl, secretKey } = await system.read();
const client = graphqlClient(baseUrl, secretKey);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pidOf = async () => (await system.read()).pids.discounts;

/** Returns the peak resident memory of the discounts process in MB. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${await pidOf()}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

interface Job {
  state: string;
  done: number;
  errors: object[];
  resultUrl: string | null;
  startedAt: string;
  finishedAt: string;
}
const get = async (id: string) =>
  (
    await client.data<{ get_job: Job | null }>(
      `{ get_job(id: "${id}") { state done total errors { message } resultUrl startedAt finishedAt } }`,
    )
  ).get_job;

async function start(operation: string, input: string): Promise<string> {
  const answer = await client.data<Record<string, { job: { rowId: string } | null; userErrors: object[] }>>(
    `mutation { ${operation}(input: ${input}) { job { rowId } userErrors { message } } }`,
  );
  const id = answer[operation]?.job?.rowId;
  if (id === undefined) throw new Error(JSON.stringify(answer));
  if (!(await get(id))) throw new Error("get_job does not return the new job.");
  return id;
}

/** Waits until a job has finished. Kills the service when the job has processed `killAt` records. */
async function finish(id: string, killAt = Number.POSITIVE_INFINITY): Promise<Job> {
  for (let isKilled = false; ; await wait(50)) {
    const job = await get(id).catch(() => null);
    if (job?.state === "SUCCEEDED") return job;
    if (job?.state === "FAILED") throw new Error(JSON.stringify(job.errors));
    if (isKilled || !job || job.done < killAt) continue;
    process.kill(await pidOf(), "SIGKILL");
    isKilled = true;
    console.log(`killed the discounts service after ${job.done} records`);
  }
}
const secondsOf = ({ startedAt, finishedAt }: Job) => ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1);

try {
  const body =
    '{ title: "Proof", value_kind: percent, value_percent: 5, value_amount: null, usage_limit: null, start_at: null, ends_at: null, status: DRAFT }';
  const generate = () => start("generate_discount_codes", `{ count: ${count}, pattern: "PROOF-########", body: ${body} }`);
  const killed = await finish(await generate(), 1);
  console.log(`generate ${count} codes, with one kill of the service: ${secondsOf(killed)} s`);
  for (let index = 1; index < jobs; index += 1) {
    const job = await finish(await generate());
    if (index === 1) console.log(`generate ${count} codes: ${secondsOf(job)} s, peak memory ${await peak()} MB`);
  }
  const filter = 'filter: { code: { includesInsensitive: "proof-" } }';
  for (const [format, killAt] of [
    ["CSV", 1],
    ["NDJSON", undefined],
  ] as const) {
    const job = await finish(await start("export_records", `{ recordType: DISCOUNT_CODE, format: ${format}, ${filter} }`), killAt);
    const text = await (await fetch(job.resultUrl ?? "")).text();
    const lines = text
      .trimEnd()
      .split("\n")
      .slice(format === "CSV" ? 1 : 0);
    const codes = new Set(lines.map((line) => (format === "CSV" ? line.split(",")[3] : JSON.parse(line).code)));
    console.log(
      `export ${lines.length} codes to ${format}${killAt ? " with a kill" : ""}: ${secondsOf(job)} s, ${Math.round(text.length / 2 ** 20)} MiB, peak memory ${await peak()} MB`,
    );
    if (lines.length !== jobs * count || codes.size !== jobs * count)
      throw new Error(`FAILED: the file has ${lines.length} lines and ${codes.size} different codes; both numbers must be ${jobs * count}`);
  }
  console.log("each code exists once, and each file contains each code once");
} finally {
  await system.stop();
}
