import { type SystemFile, startSystem } from "../../start-system.js";
import { waitUntil } from "../../wait-until.js";
import { newKey, newWorkspace } from "../../workspace.js";
import { signal } from "../processes.js";
import type { Verdict } from "../verdict.js";
import { type Balancer, startBalancer } from "./balancer.js";
import { isReady, proveKill, waitForDeath } from "./kills.js";
import { burst, checkExact, passedOf } from "./limits.js";
import { startSharedStore } from "./shared-store.js";

const apps = ["gateway", "discounts", "forms", "incentives", "orders", "workspace"];
const [addressLimit, keyLimit] = [60, 100];
const environment = {
  OFFERGRAPH_REPLICAS: apps.map((app) => `${app}:2`).join(","),
  ...{ RATE_LIMIT_PER_IP: String(addressLimit), RATE_LIMIT_PER_KEY: "0", TRUSTED_PROXIES: "loopback" },
};

/** Runs two processes of each app behind a balancer. Checks that limits are exact, then kills each process in turn under load. */
export async function proveTwoOfEverything(verdict: Verdict): Promise<void> {
  const store = await startSharedStore();
  const system = await startSystem({ env: { ...environment, REDIS_URL: store.url } });
  let balancer: Balancer | undefined;
  try {
    const { urls, baseUrl } = await system.read();
    const gateways = [baseUrl, secondGateway(baseUrl)];
    balancer = await startBalancer(gateways);
    await proveLimits(system, balancer, verdict);
    const kill = { read: system.read, balancer, verdict };
    for (const [index, url] of gateways.entries()) await proveKill(kill, index === 0 ? "gateway" : "gateway-2", url);
    for (const name of apps.slice(1).flatMap((app) => [app, `${app}-2`])) await proveKill(kill, name, urls[name] ?? "");
  } catch (error) {
    verdict.log(system.output().slice(-2_000));
    throw error;
  } finally {
    await system.stop();
    await balancer?.close();
    await store.stop();
  }
}

/** `npm start` gives replicas of the gateway successive ports. */
function secondGateway(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.port = String(Number(url.port) + 1);
  return url.origin;
}

async function proveLimits(
  system: { dataDirectory: string; read(): Promise<SystemFile> },
  balancer: Balancer,
  verdict: Verdict,
): Promise<void> {
  const { workspaceId, memberId, key } = await newWorkspace(system.dataDirectory);
  const limited = () => newKey(workspaceId, memberId, ["--level", "READ", "--limit", String(keyLimit)], system.dataDirectory);
  const [one, other] = [await limited(), await limited()];
  const elsewhere = (index: number) => `192.0.2.${index % 250}`;
  await waitUntil("both gateways use the store", async () => passedOf(await burst(balancer, key, 2, () => "203.0.113.1")) === 2);
  checkExact("limit of an address", await burst(balancer, key, 2.5 * addressLimit, () => "198.51.100.7"), addressLimit, balancer, verdict);
  checkExact("limit of a key", await burst(balancer, one.key, 2.5 * keyLimit, elsewhere), keyLimit, balancer, verdict);
  const before = passedOf(await burst(balancer, other.key, keyLimit / 2, elsewhere));
  const { pids } = await system.read();
  signal(pids.gateway, "SIGKILL");
  // A dying gateway can still count a request to which it does not respond.
  await waitForDeath(pids.gateway);
  const after = passedOf(await burst(balancer, other.key, keyLimit, elsewhere));
  verdict.equals("limit of a key, with a kill of one gateway: passed", before + after, keyLimit);
  await waitUntil("the gateway is ready again", async () => {
    const { pids: now, baseUrl } = await system.read();
    return now.gateway !== pids.gateway && (await isReady(baseUrl));
  });
}
