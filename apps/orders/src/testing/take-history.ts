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
import { keepDiscounts } from "../consumers/keep-discounts.js";
import { keepGrants } from "../consumers/keep-grants.js";
import { keepResponses } from "../consumers/keep-responses.js";
import type { ValidRecord } from "../services/ingest/kind.js";
import { readRecord, type Shape } from "../services/ingest/record.js";
import { orderKind } from "../services/orders/write-orders.js";
import { rateKind } from "../services/rates/write-rates.js";
import type { Tx } from "../tx.js";
import type { CodeHistory, History, OrderRecord, RateRecord, ResponseHistory } from "./attribution-history.js";
import type { Client, Fixture } from "./fixture.js";
import { responseOf } from "./responses.js";

type OrdersTx = Parameters<typeof orderKind.write>[0];

/** A message for the service, for example an event or an order. Messages about one record are processed in order. */
export interface Step {
  record: string;
  /** Processes the message. Tests may process the same message several times. */
  take(): Promise<void>;
}

/** Converts a history to messages, one list per record. */
export function stepsOf(fixture: Fixture, client: Client, { codes, responses, orders, rates }: History): Step[][] {
  return [
    ...codes.map((code) => codeSteps(fixture, client, code)),
    ...codes.flatMap((code) => mintedSteps(fixture, client, code)),
    ...responses.map((response) => responseSteps(fixture, client, response)),
    ...responses.flatMap((response) => rewardSteps(fixture, client, response)),
    // Each version of an order has a separate list, because versions can arrive in any sequence.
    ...orders.map((order) => [step(`${order.externalRef} ${order.providerUpdatedAt}`, () => takeOrders(fixture, client, [order]))]),
    ...rates.map((rate) => [step(`${rate.day} ${rate.from}`, () => takeRates(fixture, client, [rate]))]),
  ];
}

const step = (record: string, take: () => Promise<void>): Step => ({ record, take });

/** Events that the discounts service emits about a code. */
export function codeSteps(fixture: Fixture, client: Client, { rowId, versions }: CodeHistory): Step[] {
  return versions.map(({ at, names: [code, ...aliases], partnerId, tier }, index) => {
    if (code === undefined) {
      const data = { rowId, code: "gone", aliasedCodes: [] };
      return step(rowId, event(fixture, client, { definition: discountCodeDeleted, recordId: rowId, data, time: new Date(at) }));
    }
    const data = { ...eventDataOf(discountCodeOf({ rowId, code, aliases, partnerId, updatedAt: at })), publicTier: tier };
    const emitted = { recordId: rowId, time: new Date(at) };
    return step(
      rowId,
      index === 0
        ? event(fixture, client, { ...emitted, definition: discountCodeCreated, data })
        : event(fixture, client, { ...emitted, definition: discountCodeUpdated, data: { ...data, changed: ["aliasedCodes"] } }),
    );
  });
}

/** Events about minted codes and about their grants. Returns a separate list for each event. */
function mintedSteps(fixture: Fixture, client: Client, { rowId: discountCodeId, minted, versions: [first] }: CodeHistory): Step[][] {
  return minted.flatMap(({ code, tier }) => {
    const grantId = newId();
    const data = { grantId, discountCodeId, delivery: "UNIQUE" as const, code };
    const time = new Date(first?.at ?? 0);
    return [
      [step(grantId, event(fixture, client, { definition: grantCodeIssued, recordId: grantId, data, time }))],
      [issuedStep(fixture, client, { rowId: grantId, discountCodeId, code, tier })],
    ];
  });
}

function rewardSteps(fixture: Fixture, client: Client, { rowId: formResponseId, tiers }: ResponseHistory): Step[][] {
  return tiers.map((tier) => [issuedStep(fixture, client, { formResponseId, tier })]);
}

export function issuedStep(fixture: Fixture, client: Client, changes: Parameters<typeof grantOf>[0]): Step {
  const grant = grantOf(changes);
  const data = { ...grant, customerId: newId(), issuedAt: grant.outcomeAt };
  const time = new Date(grant.outcomeAt);
  return step(`issued ${grant.rowId}`, event(fixture, client, { definition: grantIssued, recordId: grant.rowId, data, time }));
}

/** Events that the forms service emits about a response. */
export function responseSteps(fixture: Fixture, client: Client, history: ResponseHistory): Step[] {
  const { rowId, status, completedAt, customerRef, identifiedLater, clickId, visitorId, partnerId } = history;
  const customer = customerRef === null ? {} : { customerId: customerIdOf(client.workspaceId, customerRef), customerRef };
  const outcome = responseOf({ rowId, status, completedAt, clickId, visitorId, partnerId, ...(!identifiedLater && customer) });
  const definition = status === "COMPLETE" ? formResponseCompleted : formResponseSkipped;
  const time = new Date(completedAt);
  const steps = [step(rowId, event(fixture, client, { definition, recordId: rowId, data: outcome, time }))];
  if (!identifiedLater || !customer.customerRef) return steps;
  const data = { ...outcome, ...customer };
  return [...steps, step(rowId, event(fixture, client, { definition: formResponseCustomerIdentified, recordId: rowId, data, time }))];
}

interface EmittedEvent<Data> {
  definition: EventDefinition<Data>;
  recordId: string;
  data: Data;
  time: Date;
}

/** Returns a function that processes one event like the service's consumers. */
export function event<Data>(fixture: Fixture, { workspaceId }: Client, emitted: EmittedEvent<Data>): () => Promise<void> {
  const { event: json } = pendingEvent(emitted.definition, { ...emitted, workspaceId, actor: null });
  const { database } = fixture.running.parts;
  const write = <Result>(workspaceId: string, effect: (tx: Tx) => Promise<Result>) => database.transaction({ workspaceId }, effect);
  return async () => {
    const ofDiscounts = parseEvent(keepDiscounts.events, json);
    const ofIncentives = parseEvent(keepGrants.events, json);
    const ofForms = parseEvent(keepResponses.events, json);
    const common = { replayed: false, write };
    if (ofDiscounts && keepDiscounts.filter?.(ofDiscounts) && !changesNothingKept(keepDiscounts.keeps ?? new Map(), json))
      await processOnce({
        ...common,
        consumer: keepDiscounts.name,
        event: ofDiscounts,
        handle: async (tx) => keepDiscounts.handleBatch?.(tx, [ofDiscounts]),
      });
    if (ofIncentives && keepGrants.filter?.(ofIncentives))
      await processOnce({
        ...common,
        consumer: keepGrants.name,
        event: ofIncentives,
        handle: async (tx) => keepGrants.handle?.(tx, ofIncentives),
      });
    if (ofForms)
      await processOnce({
        ...common,
        consumer: keepResponses.name,
        event: ofForms,
        handle: async (tx) => keepResponses.handle?.(tx, ofForms),
      });
  };
}

export function inWrite<Result>(fixture: Fixture, { workspaceId }: Client, effect: (tx: OrdersTx) => Promise<Result>): Promise<Result> {
  return fixture.running.parts.database.transaction({ workspaceId, emits: orderKind.emits }, effect);
}

/** Ingests rates. */
export async function takeRates(fixture: Fixture, client: Client, rates: readonly RateRecord[]): Promise<void> {
  await inWrite(fixture, client, (write) => writeRatesOf(write, client, rates));
}

export async function writeRatesOf(tx: OrdersTx, client: Client, rates: readonly RateRecord[]): Promise<void> {
  await rateKind.write(tx, goodOf(rateKind, client, rates), settings);
}

export async function takeOrders(fixture: Fixture, client: Client, orders: readonly OrderRecord[]): Promise<void> {
  await inWrite(fixture, client, (write) => writeOrdersOf(write, client, orders));
}

export async function writeOrdersOf(tx: OrdersTx, client: Client, orders: readonly OrderRecord[]): Promise<void> {
  const statuses = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "PENDING" };
  const records = orders.map(({ discountAmounts, ...order }) => {
    const discountCodes = order.discountCodes.map((code, index) => ({ code, amount: discountAmounts[index] }));
    return { ...order, discountCodes, ...statuses };
  });
  await orderKind.write(tx, goodOf(orderKind, client, records), settings);
}

/** A new order without a customer. */
export function orderOf(changes: Partial<OrderRecord> = {}): OrderRecord {
  const placedAt = "2026-05-20T12:00:00.000Z";
  return {
    externalRef: "1001",
    providerUpdatedAt: placedAt,
    placedAt,
    discountCodes: [],
    discountAmounts: [],
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

function goodOf<Sent>(kind: Shape<Sent>, client: Client, records: readonly object[]): ValidRecord<Sent>[] {
  return records.map((record, index) => {
    const { sent, violations } = readRecord(kind, index, record);
    if (!sent || violations.any) throw new Error(`The test data is invalid: ${JSON.stringify(violations.list)}`);
    return { sent, connectionId: client.workspaceId, partnerId: null };
  });
}
