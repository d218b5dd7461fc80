import { sql } from "@offergraph/service/db/statement";
import { pendingEvent } from "@offergraph/service/outbox/add";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { eraseCustomer } from "../../consumers/erase-customer.js";
import { shareAttributionLock } from "../../db/attribution.js";
import { queueOrdersOfNames, readDue, recordProgress } from "../../db/due-attributions.js";
import type { OrderRecord } from "../../testing/attribution-history.js";
import { attributed, outcomes } from "../../testing/attribution-outcomes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { codeSteps, inWrite, orderOf, responseSteps, type Step, takeOrders, takeRates, writeOrdersOf } from "../../testing/take-history.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const at = "2026-05-01T10:00:00.000Z";
const placedAt = "2026-05-20T12:00:00.000Z";
const codeId = newId();
const responseId = newId();
const codeOf = (rowId: string, ...names: string[]) =>
  codeSteps(fixture, client, { rowId, versions: [{ at, names, partnerId: null, tier: null }], minted: [] });
const response = () =>
  responseSteps(fixture, client, {
    ...{ rowId: responseId, status: "COMPLETE", completedAt: at, customerRef: null, identifiedLater: false, clickId: null },
    ...{ visitorId: "v1", partnerId: null, tiers: [] },
  });
const rate = { day: "2026-05-20", from: "eur", to: "usd", rate: "2", provider: "ecb" };
const order = (changes: Partial<OrderRecord> = {}) =>
  orderOf({ placedAt, discountCodes: ["SUN"], visitorId: "v1", currencyId: "eur", ...changes });
const takeAll = async (steps: readonly Step[]) => {
  for (const { take } of steps) await take();
};

/** Writes orders. Calls `comes`, which delivers an event, before the commit. Asserts that attribution waits for the commit. */
async function whileTakenIn(orders: readonly OrderRecord[], comes: () => Promise<void>): Promise<void> {
  await inWrite(fixture, client, async (write) => {
    await writeOrdersOf(write, client, orders);
    await comes();
    await vi.waitFor(async () => expect((await waiting()) > 0 || (await done())).toBe(true), polling);
    expect(await done()).toBe(false);
  });
  await attributed(fixture, client);
}

/** Returns the number of database sessions that wait for a lock. */
const waiting = async () => {
  const { rowCount } = await fixture.admin.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
};
const done = async () =>
  (await fixture.admin.query("SELECT FROM due_attributions WHERE workspace_id = $1", [client.workspaceId])).rowCount === 0;

describe("an order in an uncommitted ingest transaction", () => {
  const late: [string, () => Promise<void>, object][] = [
    ["a code", () => takeAll(codeOf(codeId, "SUN")), { attributionMethod: "DISCOUNT_CODE", discountCodeId: codeId }],
    ["a response", () => takeAll(response()), { attributionMethod: "FORM_RESPONSE", formResponseId: responseId }],
    ["a rate", () => takeRates(fixture, client, [rate]), { reported: { converted: true, rate: "2", reportedTotalPrice: "200000" } }],
  ];
  it.each(late)("is attributed to %s that arrives at that moment", async (_what, comes, expected) => {
    await whileTakenIn([order()], comes);
    expect(await outcomes(fixture, client)).toMatchObject([expected]);
  });

  it.each(late)("is attributed, in its new version, to %s that matches only that version", async (_what, comes, expected) => {
    await takeOrders(fixture, client, [order({ discountCodes: [], visitorId: null, currencyId: "jpy" })]);
    await whileTakenIn([order({ providerUpdatedAt: "2026-05-21T12:00:00.000Z" })], comes);
    expect(await outcomes(fixture, client)).toMatchObject([expected]);
  });

  it("keeps the code of its new version if the code of the old one arrives", async () => {
    const moon = newId();
    await takeAll(codeOf(moon, "MOON"));
    await takeOrders(fixture, client, [order()]);
    await attributed(fixture, client);
    await whileTakenIn([order({ providerUpdatedAt: "2026-05-21T12:00:00.000Z", discountCodes: ["MOON"] })], () =>
      takeAll(codeOf(codeId, "SUN")),
    );
    expect(await outcomes(fixture, client)).toMatchObject([{ discountCodeId: moon }]);
  });
});

describe("due attributions", () => {
  it("wait once for uncommitted ingest, for any number of batches", async () => {
    await takeOrders(fixture, client, [order()]);
    await inWrite(fixture, client, async (write) => {
      await shareAttributionLock(write);
      await fixture.admin.query(
        "INSERT INTO due_attributions (workspace_id, name_key, after_order_id) VALUES ($1, 'sun', '00000000-0000-0000-0000-000000000001')",
        [client.workspaceId],
      );
      await vi.waitFor(async () => expect(await done()).toBe(true), polling);
    });
  });

  it("have all waited when one batch is done, including the remaining ones", async () => {
    await inWrite(fixture, client, async (write) => {
      await queueOrdersOfNames(write, ["sun", "moon"]);
      const due = await readDue(write, 10);
      expect(due).toMatchObject([{ isBegun: false }, { isBegun: false }]);
      const sequences = due.map(({ sequence }) => sequence);
      await recordProgress(write, sequences, { sequence: sequences[0] ?? "", orderId: newId() });
      expect(await readDue(write, 10)).toEqual(due.map((one) => ({ ...one, isBegun: true })));
    });
  });
});

describe("erasing a customer", () => {
  it("waits for uncommitted ingest of the customer's order, without a retry of either", async () => {
    const ann = (changes: Partial<OrderRecord>) => order({ customerRef: "ann@example.com", ...changes });
    await takeOrders(fixture, client, [ann({})]);
    const customerId = customerIdOf(client.workspaceId, "ann@example.com");
    const { event } = pendingEvent(customerErased, {
      ...client,
      recordId: customerId,
      data: { customerId },
      time: new Date(),
      actor: null,
    });
    const erased = parseEvent([customerErased], event);
    const { database, log } = fixture.running.parts;
    const began: string[] = [];
    const both = await inWrite(fixture, client, async (held) => {
      await held.sql(sql`SELECT o.row_id FROM orders o WHERE o.customer_id = ${customerId}::uuid FOR UPDATE`);
      const taken = inWrite(fixture, client, async (write) => {
        began.push("taking in");
        await writeOrdersOf(write, client, [ann({ providerUpdatedAt: "2026-05-21T12:00:00.000Z" })]);
      });
      await vi.waitFor(async () => expect(await waiting()).toBe(1), polling);
      const gone = database.transaction(client, async (tx) => {
        began.push("erasing");
        if (erased) await eraseCustomer({ log }).handle?.(tx, erased);
      });
      await vi.waitFor(async () => expect(await waiting()).toBe(2), polling);
      return [taken, gone];
    });
    await Promise.all(both);
    expect(began).toEqual(["taking in", "erasing"]);
    const left = await fixture.admin.query("SELECT customer_id FROM orders WHERE workspace_id = $1", [client.workspaceId]);
    expect(left.rows).toEqual([{ customer_id: null }]);
  });
});

describe("orders and their attribution sources", () => {
  it("match if they arrive concurrently on two replicas, with one event each", async () => {
    const codes = Array.from({ length: 40 }, (_, index) => ({ id: newId(), name: `CODE${index}` }));
    await Promise.all(
      codes.flatMap(({ id, name }) => [
        takeAll(codeOf(id, name)),
        takeOrders(fixture, client, [order({ externalRef: name, discountCodes: [name] })]),
      ]),
    );
    await attributed(fixture, client);
    const found = (await outcomes(fixture, client)).map(({ externalRef, discountCodeId }) => `${externalRef} ${discountCodeId}`);
    expect(found.sort()).toEqual(codes.map(({ id, name }) => `${name} ${id}`).sort());
    const emitted = (await client.events()).filter(({ what }) => what === "order.attributed");
    expect(emitted).toHaveLength(codes.length);
  });
});
