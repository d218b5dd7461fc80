import { countRows } from "../../chaos/database.js";
import { findPendingWork } from "../../chaos/pending-work.js";
import { findMismatches, setUp, waitUntilIdle } from "../../chaos/prove-grants.js";
import { createRandom } from "../../chaos/random.js";
import { readGrants } from "../../chaos/read-grants.js";
import { planResponses } from "../../chaos/visitors.js";
import { graphqlClient } from "../../client.js";
import type { RunningSystem, SystemFile } from "../../start-system.js";
import { waitUntil } from "../../wait-until.js";
import { change } from "../../website-form.js";
import type { Verdict } from "../verdict.js";
import { injectFaults } from "./inject.js";
import { planFaults } from "./plan.js";
import { reconcileDeliveries, reconcileWebhooks, reconcileWrites } from "./reconcile.js";
import { streamResponses } from "./responses.js";
import { streamCodes, streamOrders, type Written } from "./streams.js";
import { startReceiver } from "./webhook-receiver.js";

export interface FaultProof {
  seed: number;
  faults: number;
  responses: number;
  maxDrainSeconds: number;
  losesStreams: boolean;
}

const maxWaitSeconds = 600;

/**
 * Suspends and kills processes while responses, orders and changes of codes arrive. Finally compares everything that is derived from the
 * acknowledged writes: grants, codes, credits, attributions, usage counts and webhooks.
 */
export async function proveFaults(system: RunningSystem, given: FaultProof, verdict: Verdict): Promise<void> {
  const { log } = verdict;
  const random = createRandom(given.seed);
  const plan = await setUp(system, given.responses);
  const responses = planResponses(plan, given.responses, random);
  const faults = planFaults(given.faults, random);
  const receiver = await startReceiver();
  try {
    const file = await system.read();
    await change(
      graphqlClient(file.baseUrl, file.secretKey),
      "create_webhook_endpoint",
      { url: receiver.url },
      "webhookEndpoint { rowId }",
    );
    const written: Written = { codes: new Map(), orders: new Map() };
    let isOver = false;
    const options = { file, connectionId: plan.connectionId, isOver: () => isOver };
    const streams = Promise.all([
      streamCodes(options, written),
      streamOrders(options, written),
      streamResponses(file, plan, responses, () => isOver),
    ]);
    streams.catch(() => undefined);
    const injecting = injectFaults(system, { faults, losesStreams: given.losesStreams, log });
    const endedAt = await Promise.race([injecting, streams.then(() => injecting)]).finally(() => {
      isOver = true;
    });
    const [, , sent] = await streams;
    const drained = await waitUntilDrained(system, endedAt);
    log(`${written.codes.size} codes, ${written.orders.size} orders, ${sent.length} responses, ${receiver.events.size} webhook events`);
    verdict.atMost("drained after the last fault", drained, given.maxDrainSeconds, " s");
    await waitUntilIdle(system, plan, sent);
    const after = await system.read();
    verdict.nothing("mismatches of grants, codes and credits", await findMismatches(after, plan, sent, log));
    verdict.nothing("lost or doubled codes, orders and attributions", await reconcileWrites(after, written));
    const { grants } = await readGrants(after, plan);
    const issued = grants.filter(({ state }) => state === "ISSUED").map(({ rowId }) => rowId);
    verdict.nothing("lost or doubled webhook events", reconcileWebhooks(written, issued, receiver.events));
    verdict.nothing("doubled or unfinished webhook deliveries", await reconcileDeliveries(after));
    log(`webhook requests that repeated an id: ${receiver.repeats()}`);
  } finally {
    await receiver.close();
  }
}

/** Returns the seconds from the end of the last fault until no event, grant, push or webhook is pending. */
async function waitUntilDrained(system: RunningSystem, endedAt: number): Promise<number> {
  let pending: Record<string, number> = {};
  const isDrained = async () => {
    pending = await findAllWork(await system.read()).catch((error: Error) => ({ [error.message]: 1 }));
    return Object.keys(pending).length === 0;
  };
  await waitUntil("all work is drained", isDrained, maxWaitSeconds).catch(() => {
    throw new Error(`Work is still pending after ${maxWaitSeconds} s: ${JSON.stringify(pending)}`);
  });
  return (performance.now() - endedAt) / 1000;
}

/** Adds pending attributions, webhooks and events of the workspace service to the counts of `findPendingWork`. Omits counts of 0. */
async function findAllWork(file: SystemFile): Promise<Record<string, number>> {
  const [attributions, webhooks, events] = await Promise.all([
    countRows(file, "orders", "due_attributions"),
    countRows(file, "workspace", "webhook_queue"),
    countRows(file, "workspace", "outbox_events"),
  ]);
  const own = Object.entries({ attributions, webhooks, "outbox of workspace": events }).filter(([, count]) => count > 0);
  return { ...(await findPendingWork(file)), ...Object.fromEntries(own) };
}
