// Measures the latency of a reward: the duration of the PATCH that sends the outcome of a form response and returns the minted code.
// All requests go through the gateway's public port. Each form response has a new customer and starts after the previous form response.
//   npx tsx --conditions=source bench/grants.ts [--short]        (`npm run build` first)
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { graphqlClient } from "../e2e/src/client.js";
import { hostedForm } from "../e2e/src/hosted-form.js";
import { offerReward } from "../e2e/src/offer-reward.js";
import { startSystem } from "../e2e/src/start-system.js";
import { waitUntil } from "../e2e/src/wait-until.js";

const isShort = process.argv.includes("--short");
const [warmUp, count] = isShort ? [20, 50] : [50, 200];
/**
 * Maximum latency of a reward in milliseconds. Without --short, the maximum assumes an idle machine with 2 cores. With --short, the maximum
 * assumes a busy machine.
 */
const most = isShort ? 2_000 : 300;
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
   * Returns two durations in milliseconds: until the response to the PATCH, and until the code is issued. If the response to the PATCH
   * contains the code, both durations are equal.
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
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
  const before = load();
  const times: { answered: number; issued: number }[] = [];
  for (let index = 0; index < count; index += 1) times.push(await respond());
  const issued = times.map((time) => time.issued).sort((one, other) => one - other);
  const percentile = (share: number) => issued[Math.ceil(share * issued.length) - 1] ?? Number.NaN;
  const within = times.filter((time) => time.issued === time.answered).length;
  const figures = [50, 95, 99].map((share) => `p${share} ${percentile(share / 100).toFixed(0)} ms`);
  console.log(`answered form to unique code, ${count} responses after ${warmUp}: ${figures.join(", ")}; ${before} before, ${load()} after`);
  console.log(`${within} of ${count} PATCH responses contained the code`);
  const isWithin = percentile(0.95) <= most;
  console.log(isWithin ? `within bounds: p95 at most ${most} ms` : `NOT within bounds: p95 at most ${most} ms`);
  process.exitCode = isWithin ? 0 : 1;
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
