import { discountCodePoolLow, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { grantExpired, grantRestored } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { countUsages } from "../../db/order-usages.js";
import { createCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { grantOf, requestOf } from "../../testing/grants.js";
import { type GrantsFixture, grantEvent, requested, startGrantsFixture } from "../../testing/grants-fixture.js";
import { saveCode } from "../../testing/pushes.js";

let fixture: GrantsFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startGrantsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

type Delivery = "SHARED" | "UNIQUE" | "POOL";
const aliases = (count: number) => Array.from({ length: count }, (_, index) => ({ code: `${newId().slice(-12)}-${index}` }));
const requests = (rowId: string, count: number, delivery: Delivery = "UNIQUE") =>
  Array.from({ length: count }, () => requestOf(rowId, { delivery }));
const ask = (all: ReturnType<typeof requests>) => fixture.emitEvent(all.map((request) => requested(client, request)));
const outcomes = async () => (await fixture.emitted(client)).map(({ type, reason }) => (type === "rejected" ? reason : type));
const order = (discountCodeId: string | null, nameKeys: string[], orderId = newId()) =>
  fixture.running.parts.database.transaction({ workspaceId: client.workspaceId }, async (tx) => {
    const usage = {
      orderId,
      discountCodeId,
      nameKeys,
      customerId: null,
      updatedAt: fixture.clock.now().toISOString(),
      emittedAt: fixture.clock.now(),
    };
    await countUsages(tx, [usage]);
  });
const count = (all: readonly unknown[], one: unknown) => all.filter((other) => other === one).length;

/** Waits until all events are published, and returns the availability events of a code. */
async function availabilityEvents(rowId: string) {
  await vi.waitFor(async () => {
    const { rows } = await fixture.admin.query(
      "SELECT (SELECT count(*) FROM changed_usages) + (SELECT count(*) FROM outbox_events) AS waiting",
    );
    expect(Number(rows[0].waiting)).toBe(0);
  }, polling);
  const events = (await fixture.published(client)).filter(({ subject }) => subject === rowId);
  return {
    flags: events.flatMap(({ type, data }) => (type === discountCodeUpdated.subject ? [(data as { changed: string[] }).changed] : [])),
    low: events.filter(({ type }) => type === discountCodePoolLow.subject).map(({ data }) => data),
  };
}

describe("a discount code with a usage limit", () => {
  it.each(["UNIQUE", "POOL"] as const)("gives %s codes up to its limit under concurrent requests on two replicas", async (delivery) => {
    const { rowId } = await createCode(client, { usage_limit: 7, aliased_codes: aliases(20) });
    await ask(requests(rowId, 40, delivery));
    const all = await outcomes();
    expect([count(all, "issued"), count(all, "CODE_EXHAUSTED")]).toEqual([7, 33]);
  });

  it("counts orders and grants, a redeemed grant only once, and releases unused reservations", async () => {
    const { rowId } = await createCode(client, { usage_limit: 3 });
    const [first, second] = requests(rowId, 2) as [never, never];
    await ask([first]);
    const [given] = await fixture.emitted(client);
    await order(rowId, [String(given?.code).toLowerCase()]);
    await ask([second]);
    await order(rowId, ["the code itself"]);
    await ask(requests(rowId, 1, "SHARED"));
    expect(await outcomes()).toEqual(["issued", "issued", "CODE_EXHAUSTED"]);
    await fixture.emitEvent([grantEvent(client, grantExpired, grantOf(second))]);
    await ask(requests(rowId, 1));
    await fixture.emitEvent([grantEvent(client, grantRestored, grantOf(second, { state: "ISSUED" }))]);
    await ask(requests(rowId, 1));
    expect(await outcomes()).toEqual(["issued", "issued", "CODE_EXHAUSTED", "retired", "issued", "CODE_EXHAUSTED"]);
  });

  it("emits one event when it becomes exhausted and one when it is not anymore", async () => {
    const { rowId } = await createCode(client, { usage_limit: 2 });
    await ask(requests(rowId, 2));
    expect((await availabilityEvents(rowId)).flags).toEqual([["isExhausted"]]);
    await ask(requests(rowId, 2));
    await saveCode(client, rowId, { usage_limit: 5 });
    expect((await availabilityEvents(rowId)).flags).toEqual([["isExhausted"], ["usageLimit", "updatedAt"], ["isExhausted"]]);
  });
});

describe("a pool of aliases", () => {
  it("emits an event each time it becomes low, and when it is empty", async () => {
    const { rowId, code } = await createCode(client, { aliased_codes: aliases(20) });
    await ask(requests(rowId, 18, "POOL"));
    expect(await availabilityEvents(rowId)).toEqual({ flags: [], low: [] });
    await ask(requests(rowId, 1, "POOL"));
    const low = { rowId, code, aliasCount: 20, freeAliasCount: 1 };
    expect(await availabilityEvents(rowId)).toEqual({ flags: [["isPoolLow"]], low: [low] });
    await ask(requests(rowId, 2, "POOL"));
    expect(await availabilityEvents(rowId)).toEqual({ flags: [["isPoolLow"], ["isPoolEmpty"]], low: [low] });
    expect(count(await outcomes(), "POOL_EMPTY")).toBe(1);
  });
});

describe("a discount code that is not active", () => {
  it("gives no codes as a draft or without a start; with a future start it returns the start", async () => {
    const draft = await createCode(client, { status: "DRAFT" });
    const open = await createCode(client, { status: "SCHEDULED" });
    const coming = await createCode(client, { status: "SCHEDULED", start_at: "2026-07-01T00:00:00Z" });
    for (const { rowId } of [draft, open, coming]) await ask(requests(rowId, 1));
    expect(await outcomes()).toEqual(["CODE_NOT_ACTIVE", "CODE_NOT_ACTIVE", "issued"]);
    expect((await fixture.emitted(client)).at(-1)).toMatchObject({ startsAt: "2026-07-01T00:00:00.000Z" });
  });
});
