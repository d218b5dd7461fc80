import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@offergraph/service/tx/database";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { systemClock } from "@offergraph/shared/time/clock";
import { readConnectionId, readExternalRefs } from "../db/record-keys.js";
import type { Prisma } from "../generated/prisma/client.js";
import { checkoutKind } from "../services/checkouts/write-checkouts.js";
import type { Kind } from "../services/ingest/kind.js";
import { processBatches } from "../services/ingest/process-batches.js";
import { readRecord } from "../services/ingest/record.js";
import { orderKind } from "../services/orders/write-orders.js";
import { rateKind } from "../services/rates/write-rates.js";
import { demoRecords } from "./records.js";

export interface SeedOptions {
  workspaceId: string;
  reportingCurrency: string;
  now?: Date;
  /** Maximum time to wait for the store connection that the discounts service creates. */
  timeoutMs?: number;
}

type OrdersDatabase = Database<Prisma.TransactionClient>;

export const demoConnection = "corner-shop";
const pollMs = 200;

/** Waits for the demo store connection, and ingests missing demo data. Returns the number of new orders. */
export async function seedDemo(database: OrdersDatabase, options: SeedOptions): Promise<number> {
  const { workspaceId, reportingCurrency, now = systemClock.now(), timeoutMs = 60_000 } = options;
  const connectionId = await findConnection(database, workspaceId, timeoutMs);
  const known = await readExternalRefs((statement) => database.read(workspaceId, statement), connectionId);
  const { orders, checkouts, rates } = demoRecords(now);
  const missing = (records: Record<string, unknown>[]) =>
    records.filter(({ externalRef }) => !known.has(String(externalRef))).map((record) => ({ ...record, connectionId }));
  const ingest = <Sent, Emitted extends EventDefinition>(kind: Kind<Sent, Emitted>, records: object[]) =>
    ingestAll(database, kind, records, { workspaceId, reportingCurrency, now });
  await ingest(rateKind, known.size > 0 ? [] : rates);
  const created = await ingest(orderKind, missing(orders));
  await ingest(checkoutKind, missing(checkouts));
  return created;
}

async function findConnection(database: OrdersDatabase, workspaceId: string, timeoutMs: number): Promise<string> {
  for (let waited = 0; waited <= timeoutMs; waited += pollMs) {
    const id = await database.transaction({ workspaceId }, (tx) => readConnectionId(tx, demoConnection));
    if (id !== undefined) return id;
    await sleep(pollMs);
  }
  throw new Error(
    `Connection ${demoConnection} not found. Start the services and NATS, run the demo command of the discounts service, then retry.`,
  );
}

/** Returns the number of accepted records, or throws if a record is rejected. */
async function ingestAll<Sent, Emitted extends EventDefinition>(
  database: OrdersDatabase,
  kind: Kind<Sent, Emitted>,
  records: readonly object[],
  { workspaceId, reportingCurrency, now }: Required<Pick<SeedOptions, "workspaceId" | "reportingCurrency" | "now">>,
): Promise<number> {
  const received = records.map((record, index) => readRecord(kind, index, record));
  const batches = (async function* () {
    if (received.length > 0) yield received;
  })();
  const results = processBatches({
    kind,
    batches,
    resolve: async () => undefined,
    write: (effect) => database.transaction({ workspaceId, now, emits: kind.emits }, effect),
    reportingCurrency,
    now: () => now,
  });
  let accepted = 0;
  for await (const batch of results) {
    const wrong = batch.find(({ outcome }) => outcome !== "accepted");
    if (wrong) throw new Error(`Demo record of kind ${kind.name} has the outcome ${wrong.outcome}: ${JSON.stringify(wrong)}`);
    accepted += batch.length;
  }
  return accepted;
}
