import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import type { SystemFile } from "../../start-system.js";
import { waitUntil } from "../../wait-until.js";
import { longest, type Sample, sample, sampleUntil } from "../samples.js";
import type { Verdict } from "../verdict.js";
import { createPartner, subgraphs } from "./operations.js";

export interface DatabaseLimits {
  notReadyMs: number;
  writeMs: number;
  databaseRecoveryMs: number;
}

export interface Outage {
  name: string;
  start(): Promise<unknown>;
  end(): Promise<unknown>;
  /** A write that waits for a suspended server can succeed after the end of the outage. */
  mayWait: boolean;
}

const awayMs = 10_000;

/**
 * Makes the database server unavailable for 10 seconds. Checks that each process reports its health, that writes fail in time, and that the
 * system recovers without a restart.
 */
export async function proveDatabaseAway(
  read: () => Promise<SystemFile>,
  { name, start, end, mayWait }: Outage,
  { notReadyMs, writeMs, databaseRecoveryMs: recoveryMs }: DatabaseLimits,
  verdict: Verdict,
): Promise<void> {
  const before = await read();
  const target = { baseUrl: before.baseUrl, key: before.secretKey };
  const addresses = { gateway: before.baseUrl, ...Object.fromEntries(subgraphs.map((one) => [one, before.urls[one] ?? ""])) };
  let isAway = true;
  await start();
  const started = performance.now();
  const health = Object.entries(addresses).map(([service, url]) => watchHealth(service, url, () => !isAway));
  const writing = sampleUntil(
    () => !isAway,
    250,
    () => sample(target, "create_partner", createPartner),
  );
  await sleep(awayMs);
  isAway = false;
  const watched = await Promise.all(health);
  await end();
  const ended = performance.now();
  const recovered = Object.entries(addresses).map(async ([service, url]) => {
    await waitUntil(`${service} is ready`, async () => (await statusOf(url, "ready")) === 200, 60);
    return performance.now() - ended;
  });
  const written = waitUntil("a write succeeds", async () => (await sample(target, "", createPartner)).code === undefined, 60);
  const writeAgain = written.then(() => performance.now() - ended);
  for (const { service, notReadyAt, deaths } of watched) {
    verdict.atMost(`${name}: ${service} not ready after`, (notReadyAt ?? Number.POSITIVE_INFINITY) - started, notReadyMs, " ms");
    verdict.nothing(`${name}: failed liveness checks of ${service}`, deaths);
  }
  verdict.atMost(`${name}: ready again after`, Math.max(...(await Promise.all(recovered))), recoveryMs, " ms");
  verdict.atMost(`${name}: write accepted again after`, await writeAgain, recoveryMs, " ms");
  checkWrites(name, await writing, ended, { mayWait, writeMs }, verdict);
  const after = await read();
  const restarted = ["gateway", ...subgraphs].filter((one) => before.pids[one as "gateway"] !== after.pids[one as "gateway"]);
  verdict.nothing(`${name}: restarted processes`, restarted);
}

function checkWrites(
  name: string,
  writes: readonly Sample[],
  ended: number,
  { mayWait, writeMs }: { mayWait: boolean; writeMs: number },
  verdict: Verdict,
): void {
  const hasWaited = ({ startedAt, ms }: Sample) => mayWait && startedAt + ms > ended;
  const wrong = writes.filter((one) => one.code === "without code" || (one.code === undefined && !hasWaited(one)));
  verdict.nothing(
    `${name}: writes without an error code, of ${writes.length}`,
    wrong.map(({ text }) => text.slice(0, 200)),
  );
  verdict.atMost(`${name}: longest write`, longest(writes), writeMs, " ms");
}

async function statusOf(url: string, what: "ready" | "live"): Promise<number | undefined> {
  const options = { headersTimeout: 5_000, bodyTimeout: 5_000 };
  const answer = await request(new URL(`/health/${what}`, url), options).catch(() => undefined);
  await answer?.body.dump();
  return answer?.statusCode;
}

async function watchHealth(service: string, url: string, isOver: () => boolean) {
  const deaths: string[] = [];
  let notReadyAt: number | undefined;
  while (!isOver()) {
    const [ready, live] = await Promise.all([statusOf(url, "ready"), statusOf(url, "live")]);
    if (ready === 503) notReadyAt ??= performance.now();
    if (live !== 200) deaths.push(`${live}`);
    await sleep(100);
  }
  return { service, notReadyAt, deaths };
}
