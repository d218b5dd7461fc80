import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { GraphQLClient } from "../../e2e/src/client.js";
import { codeBody } from "../../e2e/src/workspace.js";

export interface ProbeTarget {
  client: GraphQLClient;
  baseUrl: string;
  /** An API key that may send orders to the ingest API. */
  key: string;
  connectionId: string;
}

/** Durations in milliseconds. */
export interface Probe {
  /** Duration of the mutation that creates the discount code. */
  create: number;
  /** Time from sending the order until the ingest API has accepted the order. */
  accepted: number;
  /** Time from sending the order until the code's list of orders contains the order. */
  attributed: number;
  /** Time from sending the order until the usage count includes the order. */
  counted: number;
}

const create =
  "mutation ($body: DiscountCodeBody!) { create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { code } } }";
const found = `query ($id: UUID!) {
  get_discount_code_orders(id: $id, first: 1) { nodes { externalRef } }
  get_discount(id: $id) { usageCount }
}`;

interface Found {
  get_discount_code_orders: { nodes: unknown[] } | null;
  get_discount: { usageCount: number } | null;
}

/** Creates a code, sends an order with the code, and waits until the usage count includes the order. */
export async function probeAttribution({ client, baseUrl, key, connectionId }: ProbeTarget, maxMs: number): Promise<Probe> {
  const [externalRef, code] = [randomUUID(), `P-${randomUUID().slice(0, 18).toUpperCase()}`];
  const created = performance.now();
  const { create_discount_code } = await client.data<{ create_discount_code: { discountCode: { rowId: string } } }>(create, {
    body: codeBody({ code }),
  });
  const sent = performance.now();
  const now = new Date().toISOString();
  const states = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "PENDING" };
  const order = {
    externalRef,
    connectionId,
    providerUpdatedAt: now,
    placedAt: now,
    currencyId: "EUR",
    totalPrice: "10.00",
    discountCodes: [code],
    ...states,
  };
  const answer = await fetch(`${baseUrl}/v1/ingest/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ records: [order] }),
  });
  const text = await answer.text();
  const accepted = performance.now() - sent;
  if (!answer.ok || !text.includes('"accepted"')) throw new Error(`The order was not accepted: ${answer.status} ${text}`);
  const probe: Probe = { create: sent - created, accepted, attributed: Number.POSITIVE_INFINITY, counted: Number.POSITIVE_INFINITY };
  // The list and the usage count come from two services, so one of them can include the order before the other.
  for (let elapsed = 0; elapsed < maxMs; await sleep(50)) {
    const { get_discount_code_orders: orders, get_discount: counts } = await client.data<Found>(found, {
      id: create_discount_code.discountCode.rowId,
    });
    elapsed = performance.now() - sent;
    if (orders?.nodes.length) probe.attributed = Math.min(probe.attributed, elapsed);
    if (counts?.usageCount) probe.counted = Math.min(probe.counted, elapsed);
    if (Number.isFinite(probe.attributed) && Number.isFinite(probe.counted)) break;
  }
  return probe;
}

/** Starts a probe every `intervalMs`, at most `maxOpen` at once. After `isOver` returns true, waits for the running probes. */
export async function probeUntil(
  target: ProbeTarget,
  isOver: () => boolean,
  intervalMs: number,
  maxMs: number,
  maxOpen = 20,
): Promise<Probe[]> {
  const probes: Probe[] = [];
  const open = new Set<Promise<void>>();
  let failure: unknown;
  while (!isOver() && failure === undefined) {
    const next = sleep(intervalMs);
    const probe: Promise<void> = probeAttribution(target, maxMs)
      .then((found) => void probes.push(found))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => open.delete(probe));
    open.add(probe);
    if (open.size >= maxOpen) await Promise.race(open);
    await next;
  }
  await Promise.all(open);
  if (failure !== undefined) throw failure;
  return probes;
}
