import { customerIdOf } from "../../../packages/shared/src/schema/customer-id.js";
import { graphqlClient } from "../client.js";
import type { RunningSystem, SystemFile } from "../start-system.js";
import { until } from "../until.js";
import { admin } from "../world.js";
import { faultsOfBooks } from "./books.js";
import { decideOnHeld, keepDeciding } from "./decide.js";
import { drawer } from "./draw.js";
import { faultsOfGrants } from "./expected.js";
import { kill, planKills } from "./killer.js";
import type { Plan, PlannedResponse } from "./plan.js";
import { promiseAll } from "./promise.js";
import { readGrants, scoredResponses, told, toldTo } from "./read-grants.js";
import { retried } from "./retried.js";
import { deadLetterCount, onTheirWay } from "./settled.js";
import { countOf } from "./stored.js";
import { planResponses, respond } from "./visitors.js";

export interface Proof {
  seed: number;
  responses: number;
  kills: number;
  log(text: string): void;
}

/** With limits high enough not to meet them, and two replicas of who grants. */
export const environment = {
  ...{ RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0", RATE_LIMIT_PUBLIC: "0" },
  OFFERGRAPH_REPLICAS: "incentives:2",
};
const atOnce = 16;

/**
 * Sends responses through the public port while processes of the system are killed, waits until all is quiet, and compares every grant, code
 * and credit with what the rules say. Gives what is wrong. The seed decides what is sent and who is killed when; ids are new each time.
 */
export async function proveGrants(system: RunningSystem, { seed, responses: count, kills, log }: Proof): Promise<string[]> {
  const draw = drawer(seed);
  const plan = await ready(system, count);
  const responses = planResponses(plan, count, draw);
  const planned = planKills(kills, count, draw);
  const { baseUrl } = await system.read();
  let done = 0;
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const killing = kill(
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
  const visiting = Promise.all([killing, ...Array.from({ length: atOnce }, visit)]);
  await Promise.all([
    visiting.finally(() => {
      isOver = true;
    }),
    deciding,
  ]);
  log(`${seconds()}: ${count} responses and ${kills} kills are done`);
  await settle(system, plan, responses);
  log(`${seconds()}: all is quiet`);
  return compare(await system.read(), plan, responses, log);
}

/** A store, customers who ordered before, forms and incentives; and forms that know of them. */
async function ready(system: RunningSystem, count: number): Promise<Plan> {
  const file = await system.read();
  const { workspaceId, baseUrl, secretKey } = file;
  const words = ["connection", "add", "--workspace", workspaceId, "--name", "Shop", "--sandbox"];
  const { connectionId } = await admin<{ connectionId: string }>(words, system.dataDirectory);
  const regulars = new Set(Array.from({ length: Math.ceil(count / 20) }, (_, index) => `regular-${index}`));
  const time = new Date(Date.now() - 86_400_000).toISOString();
  const common = { connectionId, providerUpdatedAt: time, placedAt: time, currencyId: "EUR", totalPrice: "12.00", discountCodes: [] };
  const fate = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "FULFILLED" };
  const records = [...regulars].map((customerRef, index) => ({ ...common, ...fate, externalRef: `order-${index}`, customerRef }));
  const headers = { authorization: `Bearer ${secretKey}` };
  const { results } = await retried<{ results: { outcome: string; errors?: object[] }[] }>(
    "POST",
    `${baseUrl}/v1/ingest/orders`,
    { records },
    { headers },
  );
  const rejected = results.find(({ outcome }) => outcome !== "accepted");
  if (rejected) throw new Error(`An order was refused: ${JSON.stringify(rejected)}`);
  const plan = await promiseAll(graphqlClient(baseUrl, secretKey), {
    ...{ workspaceId, connectionId, regulars },
    poolSize: Math.ceil(count / 10),
  });
  await until("orders, stores and rewards are known everywhere", async () => {
    const known = await countOf(file, "incentives", "order_references");
    return known === regulars.size && Object.keys(await onTheirWay(file)).length === 0;
  });
  return plan;
}

async function settle(system: RunningSystem, plan: Plan, responses: readonly PlannedResponse[]): Promise<void> {
  let left: Record<string, number> = {};
  const isQuiet = async () => {
    left = await onTheirWay(await system.read()).catch((error: Error) => ({ [error.message]: 1 }));
    if (Object.keys(left).length > 0) return false;
    // What somebody decides now has to come to rest too.
    return (await decideOnHeld(await system.read(), plan, responses)) === 0;
  };
  await until("all is quiet", isQuiet, 300).catch(() => {
    throw new Error(`There is still something on its way after 300 s: ${JSON.stringify(left)}`);
  });
}

async function compare(
  file: SystemFile,
  plan: Plan,
  responses: readonly PlannedResponse[],
  log: (text: string) => void,
): Promise<string[]> {
  const { grants, responses: found } = await readGrants(file, plan);
  const { faults, scored } = scoredResponses(responses, found, (ref) => customerIdOf(plan.workspaceId, ref));
  faults.push(...faultsOfGrants(plan, scored, grants));
  faults.push(
    ...faultsOfGrants(
      plan,
      scored,
      found.flatMap((response) => response.grants),
    ).map((fault) => `by its response: ${fault}`),
  );
  faults.push(...(await faultsOfBooks(file, plan, grants)));
  const letters = await deadLetterCount(file.natsUrl);
  if (letters > 0) faults.push(`${letters} events are dead letters`);
  const own = new Map<string, string[]>();
  for (const { formResponseId, kindSlug, state, code } of grants)
    own.set(formResponseId, [...(own.get(formResponseId) ?? []), told(kindSlug, state, state === "ISSUED" ? code : null)]);
  for (const { id, form } of responses) {
    const [is, expected] = [await toldTo(file.baseUrl, form, id), (own.get(id) ?? []).sort().join()];
    if (is !== expected) faults.push(`response ${id}: its visitor is told ${is} instead of ${expected}`);
  }
  const counts = new Map<string, number>();
  for (const { kindSlug, state } of grants) counts.set(`${kindSlug} ${state}`, (counts.get(`${kindSlug} ${state}`) ?? 0) + 1);
  log(
    `${grants.length} grants: ${[...counts]
      .sort()
      .map(([what, number]) => `${what} ${number}`)
      .join(", ")}`,
  );
  return faults;
}
