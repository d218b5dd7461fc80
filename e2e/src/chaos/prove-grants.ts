import { customerIdOf } from "../../../packages/shared/src/schema/customer-id.js";
import { graphqlClient } from "../client.js";
import { requestWithRetry } from "../request-with-retry.js";
import type { RunningSystem, SystemFile } from "../start-system.js";
import { waitUntil } from "../wait-until.js";
import { admin } from "../workspace.js";
import { countRows } from "./database.js";
import { decideHeldGrants, keepDeciding } from "./decide-held-grants.js";
import { findGrantMismatches } from "./expected-grants.js";
import { killProcesses, planKills } from "./kill-processes.js";
import { countDeadLetters, findPendingWork } from "./pending-work.js";
import type { Plan, PlannedResponse } from "./plan.js";
import { createRandom } from "./random.js";
import { describeGrant, readGrants, readVisitorGrants, scoredResponses } from "./read-grants.js";
import { reconcileRecords } from "./reconcile.js";
import { createIncentives } from "./setup.js";
import { planResponses, respond } from "./visitors.js";

export interface Proof {
  seed: number;
  responses: number;
  kills: number;
  log(text: string): void;
}

/** The responses that were sent, and the differences between the grants and the rules. */
export interface Proven {
  plan: Plan;
  responses: PlannedResponse[];
  mismatches: string[];
}

/** Settings of a system without rate limits and with two replicas of the incentives service. */
export const environment = {
  ...{ RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0", RATE_LIMIT_PUBLIC: "0" },
  OFFERGRAPH_REPLICAS: "incentives:2",
};
const concurrency = 16;

/**
 * Sends responses to the public port, and kills processes at the same time. When the system is idle, compares all grants, codes and credits
 * with the incentives' rules. If two runs have the same seed, their responses and kills are the same, but their ids differ.
 */
export async function proveGrants(system: RunningSystem, { seed, responses: count, kills, log }: Proof): Promise<Proven> {
  const random = createRandom(seed);
  const plan = await setUp(system, count);
  const responses = planResponses(plan, count, random);
  const planned = planKills(kills, count, random);
  const { baseUrl } = await system.read();
  let done = 0;
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const killing = killProcesses(
    system,
    planned,
    () => done,
    (text) => log(`${seconds()}: ${text}`),
  );
  let isOver = false;
  const deciding = keepDeciding(() => isOver, await system.read(), plan, responses);
  const waiting = [...responses];
  const visit = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await respond(baseUrl, next);
      done += 1;
    }
  };
  const visiting = Promise.all([killing, ...Array.from({ length: concurrency }, visit)]);
  await Promise.all([
    visiting.finally(() => {
      isOver = true;
    }),
    deciding,
  ]);
  log(`${seconds()}: ${count} responses and ${kills} kills are done`);
  await waitUntilIdle(system, plan, responses);
  log(`${seconds()}: the system is idle`);
  return { plan, responses, mismatches: await findMismatches(await system.read(), plan, responses, log) };
}

/** Creates a store, forms, incentives, and customers with orders. Waits until the services have processed the events. */
export async function setUp(system: RunningSystem, count: number): Promise<Plan> {
  const file = await system.read();
  const { workspaceId, baseUrl, secretKey } = file;
  const words = ["connection", "add", "--workspace", workspaceId, "--name", "Shop", "--sandbox"];
  const { connectionId } = await admin<{ connectionId: string }>(words, system.dataDirectory);
  const regulars = new Set(Array.from({ length: Math.ceil(count / 20) }, (_, index) => `regular-${index}`));
  const time = new Date(Date.now() - 86_400_000).toISOString();
  const common = { connectionId, providerUpdatedAt: time, placedAt: time, currencyId: "EUR", totalPrice: "12.00", discountCodes: [] };
  const statuses = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "FULFILLED" };
  const records = [...regulars].map((customerRef, index) => ({ ...common, ...statuses, externalRef: `order-${index}`, customerRef }));
  const headers = { authorization: `Bearer ${secretKey}` };
  const { results } = await requestWithRetry<{ results: { outcome: string; errors?: object[] }[] }>(
    "POST",
    `${baseUrl}/v1/ingest/orders`,
    { records },
    { headers },
  );
  const rejected = results.find(({ outcome }) => outcome !== "accepted");
  if (rejected) throw new Error(`Ingest rejected an order: ${JSON.stringify(rejected)}`);
  const plan = await createIncentives(graphqlClient(baseUrl, secretKey), {
    ...{ workspaceId, connectionId, regulars },
    poolSize: Math.ceil(count / 10),
  });
  await waitUntil("incentives and forms have received orders, stores and rewards", async () => {
    const known = await countRows(file, "incentives", "order_references");
    return known === regulars.size && Object.keys(await findPendingWork(file)).length === 0;
  });
  return plan;
}

export async function waitUntilIdle(system: RunningSystem, plan: Plan, responses: readonly PlannedResponse[]): Promise<void> {
  let pending: Record<string, number> = {};
  const isIdle = async () => {
    pending = await findPendingWork(await system.read()).catch((error: Error) => ({ [error.message]: 1 }));
    if (Object.keys(pending).length > 0) return false;
    // Decisions cause new events, so the system is not idle after a decision.
    return (await decideHeldGrants(await system.read(), plan, responses)) === 0;
  };
  await waitUntil("the system is idle", isIdle, 300).catch(() => {
    throw new Error(`Work is still pending after 300 s: ${JSON.stringify(pending)}`);
  });
}

export async function findMismatches(
  file: SystemFile,
  plan: Plan,
  responses: readonly PlannedResponse[],
  log: (text: string) => void,
): Promise<string[]> {
  const { grants, responses: found } = await readGrants(file, plan);
  const { mismatches, scored } = scoredResponses(responses, found, (ref) => customerIdOf(plan.workspaceId, ref));
  mismatches.push(...findGrantMismatches(plan, scored, grants));
  mismatches.push(
    ...findGrantMismatches(
      plan,
      scored,
      found.flatMap((response) => response.grants),
    ).map((mismatch) => `of the response: ${mismatch}`),
  );
  mismatches.push(...(await reconcileRecords(file, plan, grants)));
  const letters = await countDeadLetters(file.natsUrl);
  if (letters > 0) mismatches.push(`${letters} events are dead letters`);
  const own = new Map<string, string[]>();
  for (const { formResponseId, kindSlug, state, code } of grants)
    own.set(formResponseId, [...(own.get(formResponseId) ?? []), describeGrant(kindSlug, state, state === "ISSUED" ? code : null)]);
  for (const { id, form } of responses) {
    const [is, expected] = [await readVisitorGrants(file.baseUrl, form, id), (own.get(id) ?? []).sort().join()];
    if (is !== expected) mismatches.push(`response ${id}: its visitor sees ${is} instead of ${expected}`);
  }
  const counts = new Map<string, number>();
  for (const { kindSlug, state } of grants) counts.set(`${kindSlug} ${state}`, (counts.get(`${kindSlug} ${state}`) ?? 0) + 1);
  log(
    `${grants.length} grants: ${[...counts]
      .sort()
      .map(([what, number]) => `${what} ${number}`)
      .join(", ")}`,
  );
  return mismatches;
}
