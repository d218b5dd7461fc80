import { processOnce } from "@offergraph/service/messaging/inbox";
import { changesNothingKept } from "@offergraph/service/messaging/kept-fields";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  grantCodeIssued,
} from "@offergraph/shared/contracts/events/discounts";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { grantOf } from "@offergraph/testkit/grants";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { concernsOrders, discountEvents, discountKeeps, keepDiscounts } from "../consumers/keep-discounts.js";
import { concernsTiers, keepGrants } from "../consumers/keep-grants.js";
import { keepResponses, responseEvents } from "../consumers/keep-responses.js";
import { inTransaction, type Tx } from "../db/tx.js";
import type { Kind, ValidRecord } from "../services/ingest/kind.js";
import { readRecord } from "../services/ingest/record.js";
import { orderKind } from "../services/orders/write-orders.js";
import { rateKind } from "../services/rates/write-rates.js";
import type { CodeHistory, History, OrderRecord, RateRecord, ResponseHistory } from "./attribution-history.js";
import { responseOf } from "./responses.js";
import type { Client, World } from "./world.js";

/** A message to the service; messages of one record are ordered. */
export interface Step {
  record: string;
  /** Can be repeated. */
  take(): Promise<void>;
}

/** Converts a history to messages, one list per record. */
export function stepsOf(world: World, client: Client, { codes, responses, orders, rates }: History): Step[][] {
  return [
    ...codes.map((code) => codeSteps(world, client, code)),
    ...codes.flatMap((code) => mintedSteps(world, client, code)),
    ...responses.map((response) => responseSteps(world, client, response)),
    ...responses.flatMap((response) => rewardSteps(world, client, response)),
    // Versions of an order arrive in any order, so each has its own list.
    ...orders.map((order) => [step(`${order.externalRef} ${order.providerUpdatedAt}`, () => takeOrders(world, client, [order]))]),
    ...rates.map((rate) => [step(`${rate.day} ${rate.from}`, () => takeRates(world, client, [rate]))]),
  ];
}

const step = (record: string, take: () => Promise<void>): Step => ({ record, take });

/** Events of discounts about a code. */
export function codeSteps(world: World, client: Client, { rowId, versions }: CodeHistory): Step[] {
  return versions.map(({ at, names: [code, ...aliases], partnerId, tier }, index) => {
    if (code === undefined) {
      const data = { rowId, code: "gone", aliasedCodes: [] };
      return step(rowId, event(world, client, { definition: discountCodeDeleted, recordId: rowId, data, time: new Date(at) }));
    }
    const data = { ...eventDataOf(discountCodeOf({ rowId, code, aliases, partnerId, updatedAt: at })), publicTier: tier };
    const told = { recordId: rowId, time: new Date(at) };
    return step(
      rowId,
      index === 0
        ? event(world, client, { ...told, definition: discountCodeCreated, data })
        : event(world, client, { ...told, definition: discountCodeUpdated, data: { ...data, changed: ["aliasedCodes"] } }),
    );
  });
}

/** Events of discounts about minted codes, and of incentives about their grants; each has its own list. */
function mintedSteps(world: World, client: Client, { rowId: discountCodeId, minted, versions: [first] }: CodeHistory): Step[][] {
  return minted.flatMap(({ code, tier }) => {
    const grantId = newId();
    const data = { grantId, discountCodeId, delivery: "UNIQUE" as const, code };
    const time = new Date(first?.at ?? 0);
    return [
      [step(grantId, event(world, client, { definition: grantCodeIssued, recordId: grantId, data, time }))],
      [issuedStep(world, client, { rowId: grantId, discountCodeId, code, tier })],
    ];
  });
}

/** Events of incentives about a response's grants. */
function rewardSteps(world: World, client: Client, { rowId: formResponseId, tiers }: ResponseHistory): Step[][] {
  return tiers.map((tier) => [issuedStep(world, client, { formResponseId, tier })]);
}

/** Event of incentives about a grant. */
export function issuedStep(world: World, client: Client, changes: Parameters<typeof grantOf>[0]): Step {
  const grant = grantOf(changes);
  const data = { ...grant, customerId: newId(), issuedAt: grant.outcomeAt };
  const time = new Date(grant.outcomeAt);
  return step(`issued ${grant.rowId}`, event(world, client, { definition: grantIssued, recordId: grant.rowId, data, time }));
}

/** Events of forms about a response. */
export function responseSteps(world: World, client: Client, history: ResponseHistory): Step[] {
  const { rowId, status, completedAt, customerRef, identifiedLater, clickId, visitorId, partnerId } = history;
  const customer = customerRef === null ? {} : { customerId: customerIdOf(client.workspaceId, customerRef), customerRef };
  const outcome = responseOf({ rowId, status, completedAt, clickId, visitorId, partnerId, ...(!identifiedLater && customer) });
  const definition = status === "COMPLETE" ? formResponseCompleted : formResponseSkipped;
  const time = new Date(completedAt);
  const steps = [step(rowId, event(world, client, { definition, recordId: rowId, data: outcome, time }))];
  if (!identifiedLater || !customer.customerRef) return steps;
  const data = { ...outcome, ...customer };
  return [...steps, step(rowId, event(world, client, { definition: formResponseCustomerIdentified, recordId: rowId, data, time }))];
}

interface Told<Data> {
  definition: EventDefinition<Data>;
  recordId: string;
  data: Data;
  time: Date;
}

/** Returns a function that processes one event like the service's consumers. */
export function event<Data>(world: World, { workspaceId }: Client, told: Told<Data>): () => Promise<void> {
  const { event: json } = pendingEvent(told.definition, { ...told, workspaceId, actor: null });
  const { write } = world.running.parts.writer;
  return async () => {
    const ofDiscounts = parseEvent(discountEvents, json);
    const ofIncentives = parseEvent([grantIssued], json);
    const ofForms = parseEvent(responseEvents, json);
    const common = { replayed: false, write };
    if (ofDiscounts && concernsOrders(ofDiscounts) && !changesNothingKept(discountKeeps, json))
      await processOnce({
        ...common,
        consumer: "keep-discounts",
        event: ofDiscounts,
        handle: (transaction) => keepDiscounts(transaction, [ofDiscounts]),
      });
    if (ofIncentives && concernsTiers(ofIncentives))
      await processOnce({ ...common, consumer: "keep-grants", event: ofIncentives, handle: keepGrants });
    if (ofForms) await processOnce({ ...common, consumer: "keep-responses", event: ofForms, handle: keepResponses });
  };
}

export function inWrite<Result>(world: World, { workspaceId }: Client, effect: (write: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(world.running.parts.writer, { workspaceId, now: world.clock.now(), actor: null }, effect);
}

/** Ingests rates. */
export async function takeRates(world: World, client: Client, rates: readonly RateRecord[]): Promise<void> {
  await inWrite(world, client, (write) => writeRatesOf(write, client, rates));
}

export async function writeRatesOf(write: Tx, client: Client, rates: readonly RateRecord[]): Promise<void> {
  await rateKind.write(write, goodOf(rateKind, client, rates), settings);
}

/** Ingests orders of one connection. */
export async function takeOrders(world: World, client: Client, orders: readonly OrderRecord[]): Promise<void> {
  await inWrite(world, client, (write) => writeOrdersOf(write, client, orders));
}

export async function writeOrdersOf(write: Tx, client: Client, orders: readonly OrderRecord[]): Promise<void> {
  const statuses = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "PENDING" };
  const records = orders.map((order) => ({ ...order, ...statuses }));
  await orderKind.write(write, goodOf(orderKind, client, records), settings);
}

/** A new order without a customer. */
export function orderOf(changes: Partial<OrderRecord> = {}): OrderRecord {
  const placedAt = "2026-05-20T12:00:00.000Z";
  return {
    externalRef: "1001",
    providerUpdatedAt: placedAt,
    placedAt,
    discountCodes: [],
    customerRef: null,
    clickId: null,
    visitorId: null,
    formResponseId: null,
    currencyId: "usd",
    totalPrice: "10",
    refundedTotal: "0",
    ...changes,
  };
}

const settings = { reportingCurrency: "usd" };

function goodOf<Sent>(kind: Kind<Sent>, client: Client, records: readonly object[]): ValidRecord<Sent>[] {
  return records.map((record, index) => {
    const { sent, violations } = readRecord(kind, index, record);
    if (!sent || violations.any) throw new Error(`The test data is invalid: ${JSON.stringify(violations.list)}`);
    return { sent, connectionId: client.workspaceId, partnerId: null };
  });
}
