import { setTimeout as pause } from "node:timers/promises";
import { readConnectionId, readExternalRefs } from "../db/record-keys.js";
import type { Tx } from "../db/tx.js";
import { checkoutKind } from "../services/checkouts/write-checkouts.js";
import type { Kind } from "../services/ingest/kind.js";
import { processBatches } from "../services/ingest/process-batches.js";
import { readRecord } from "../services/ingest/record.js";
import { orderKind } from "../services/orders/write-orders.js";
import { rateKind } from "../services/rates/write-rates.js";
import { demoRecords } from "./records.js";

export interface SeedOptions {
  write<Value>(effect: (tx: Tx) => Promise<Value>): Promise<Value>;
  reportingCurrency: string;
  now: Date;
  /** Timeout for discounts' connection. */
  timeoutMs?: number;
}

/** Slug of the demo connection, created by discounts' demo. */
export const demoConnection = "corner-shop";
const pollMs = 200;

/**
 * Ingests demo data; existing records do not change. Waits for the event of the connection that discounts' demo creates. Returns the
 * number of new orders.
 */
export async function seedDemo({ write, reportingCurrency, now, timeoutMs = 60_000 }: SeedOptions): Promise<number> {
  const connectionId = await findConnection(write, timeoutMs);
  const known = await write((tx) => readExternalRefs(tx, connectionId));
  const { orders, checkouts, rates } = demoRecords(now);
  const missing = (records: Record<string, unknown>[]) =>
    records.filter(({ externalRef }) => !known.has(String(externalRef))).map((record) => ({ ...record, connectionId }));
  const take = <Sent>(kind: Kind<Sent>, records: object[]) => takeAll(kind, records, { write, reportingCurrency, now });
  await take(rateKind, known.size > 0 ? [] : rates);
  const made = await take(orderKind, missing(orders));
  await take(checkoutKind, missing(checkouts));
  return made;
}

async function findConnection(write: SeedOptions["write"], timeoutMs: number): Promise<string> {
  for (let waited = 0; waited <= timeoutMs; waited += pollMs) {
    const id = await write((tx) => readConnectionId(tx, demoConnection));
    if (id !== undefined) return id;
    await pause(pollMs);
  }
  throw new Error(`Connection ${demoConnection} not found in orders. Start the services and NATS, run discounts' demo, then retry.`);
}

/** Ingests records and returns how many were accepted. Throws if one is rejected. */
async function takeAll<Sent>(
  kind: Kind<Sent>,
  records: readonly object[],
  { write, reportingCurrency, now }: Pick<SeedOptions, "write" | "reportingCurrency" | "now">,
): Promise<number> {
  const received = records.map((record, index) => readRecord(kind, index, record));
  const batches = (async function* () {
    if (received.length > 0) yield received;
  })();
  let taken = 0;
  for await (const results of processBatches({ kind, batches, resolve: async () => undefined, write, reportingCurrency, now: () => now })) {
    const wrong = results.find(({ outcome }) => outcome !== "accepted");
    if (wrong) throw new Error(`A demo record of ${kind.name} is ${wrong.outcome}: ${JSON.stringify(wrong)}`);
    taken += results.length;
  }
  return taken;
}
