import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import type { SystemFile } from "../../start-system.js";
import { waitUntil } from "../../wait-until.js";
import { signal } from "../processes.js";
import type { Verdict } from "../verdict.js";
import type { Balancer } from "./balancer.js";
import type { Open } from "./client.js";
import { clients, startLoad } from "./load.js";

const calmMs = 1_500;
const minInFlight = 2;

interface Kill {
  read(): Promise<SystemFile>;
  balancer: Balancer;
  verdict: Verdict;
}

/**
 * Kills a process under load, and waits for its restart. Only requests that were in flight in this process may fail. Exception: a client
 * may send one request over its connection to a killed gateway, because the client has not yet noticed the end of the connection.
 */
export async function proveKill({ read, balancer, verdict }: Kill, name: string, url: string): Promise<void> {
  const { pids, secretKey } = await read();
  const { [name as "gateway"]: pid } = pids;
  // Opens new connections. After the kill of a gateway, all earlier connections lead to the other gateway.
  const load = startLoad(balancer.url, secretKey);
  const app = name.replace(/-\d+$/, "");
  const isGateway = app === "gateway";
  const isOfProcess = ({ kind, port }: Open) => (isGateway ? balancer.targetOf(port) === url : kind === app);
  await sleep(calmMs);
  const before = load.take();
  verdict.equals(`${name}: gateways that got requests`, new Set(before.map(({ port }) => balancer.targetOf(port))).size, 2);
  verdict.nothing(
    `${name}: failed requests before the kill, of ${before.length}`,
    before.flatMap(({ failure }) => failure ?? []),
  );
  await waitUntil("several requests are in flight", async () => load.open().filter(isOfProcess).length >= minInFlight, 60);
  const killedAt = performance.now();
  signal(pid, "SIGKILL");
  const diedAt = await waitForDeath(pid);
  await waitUntil(`${name} is ready again`, async () => (await read()).pids[name as "gateway"] !== pid && (await isReady(url)), 60);
  await sleep(calmMs);
  await load.stop();
  const sent = load.take();
  const failed = sent.filter(({ failure }) => failure !== undefined);
  const inFlight = sent.filter((one) => one.endedAt >= killedAt && one.startedAt <= diedAt && isOfProcess(one));
  const own = failed.filter((one) => inFlight.includes(one));
  const late = isGateway ? failed.filter((one) => one.startedAt > diedAt && isOfProcess(one)) : [];
  const others = failed.filter((one) => !own.includes(one) && !late.includes(one));
  verdict.log(`${name} killed: ${own.length} of ${inFlight.length} requests in flight failed, ${late.length} on closed connections`);
  verdict.atLeast(`${name} killed: requests in flight`, inFlight.length, minInFlight);
  verdict.nothing(
    `${name} killed: other failed requests, of ${sent.length}`,
    others.map(({ kind, startedAt, failure }) => `${kind} ${(startedAt - killedAt).toFixed(1)} ms after the kill: ${failure}`),
  );
  // A client can send at most one request before it notices the end of its connection.
  verdict.atMost(`${name} killed: failed requests on closed connections`, late.length, clients);
}

/** Returns the time at which a killed process has ended. On a busy machine, the kernel ends the process and closes its connections late. */
export async function waitForDeath(pid: number): Promise<number> {
  for (; ; await sleep(1)) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    // The main thread can end before the other threads, which keep the connections open.
    if (stat === "" || (/\) [ZX] /.test(stat) && threads.length <= 1)) return performance.now();
  }
}

export async function isReady(url: string): Promise<boolean> {
  const answer = await request(new URL("/health/ready", url)).catch(() => undefined);
  await answer?.body.dump();
  return answer?.statusCode === 200;
}
