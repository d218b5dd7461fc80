import { newId } from "@offergraph/shared/time/ids";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { BookedCredit } from "../../domain/credit-message.js";
import { addConnection } from "../../testing/codes.js";
import { booked, creditAt } from "../../testing/credits.js";
import { changesOf, pushRowsOf } from "../../testing/pushes.js";
import { type StoreWorld, startStoreWorld } from "../../testing/store-world.js";
import type { Client } from "../../testing/world.js";

let world: StoreWorld;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  world = await startStoreWorld(inject("adminUrl"), {
    reach: { pushMs: 1_000, restMs: 200 },
    push: { pollMs: 50, waits: { away: { firstMs: 200, maxMs: 2_000 }, refused: { firstMs: 60_000, maxMs: 60_000 } } },
  });
});
afterAll(() => world?.stop());
beforeEach(async () => {
  client = world.client();
  connectionId = await world.connect(client);
});
/** Ends the failures; the store may be crashing at this moment. */
const calm = () =>
  world.eventually(async () => {
    await world.store.trouble({});
  });
afterEach(async () => {
  world.around((send) => send());
  await calm();
});

const creditOf = (changes: Partial<BookedCredit> = {}) => creditAt(connectionId, changes);
const book = (...credits: BookedCredit[]) => world.tell(credits.map((credit) => booked(client, credit)));
const kept = () => world.store.credits(connectionId);
/** Waits until no credit is pending. */
const isDone = () =>
  world.eventually(async () => {
    await world.expectNoEventOnItsWay();
    expect(await pushRowsOf(world, client)).toEqual([]);
  });

describe("a credit that was booked", () => {
  it("is sent to its store with balance and customer, and then deleted from the work list", async () => {
    const credit = creditOf();
    await book(credit);
    await isDone();
    const { rowId: entryId, ...data } = credit;
    expect(await kept()).toEqual({
      credits: [{ ...data, customerVerified: false, entryId, workspaceId: client.workspaceId, times: expect.any(Number) }],
      balances: [{ customerId: credit.customerId, currency: "eur", amountMinor: "500" }],
    });
    expect(await changesOf(world, client)).toEqual([]);
  });

  it("is not sent for a manual or unknown connection", async () => {
    const told: string[] = [];
    world.around(async (_send, { text }) => {
      told.push(text);
    });
    await book(creditOf({ connectionId: await addConnection(world, client) }), creditOf({ connectionId: newId() }));
    await isDone();
    expect(told).toEqual([]);
  });

  it("is not sent to a store of another workspace", async () => {
    const theirs = await world.connect(world.client());
    await book(creditOf({ connectionId: theirs }));
    await isDone();
    expect((await world.store.credits(theirs)).credits).toEqual([]);
  });

  it("is repeated unchanged with the entry's id until the result is known; the store books it once", async () => {
    await world.store.trouble({ resetAfter: 1, next: 1 });
    const ids: string[] = [];
    world.around((send, { id }) => {
      ids.push(id);
      return send();
    });
    const credit = creditOf();
    await book(credit);
    await isDone();
    expect(new Set(ids)).toEqual(new Set([credit.rowId]));
    const { credits, balances } = await kept();
    expect(credits).toMatchObject([{ entryId: credit.rowId, amountMinor: "500" }]);
    expect(credits[0]?.times).toBeGreaterThan(1);
    expect(balances).toMatchObject([{ amountMinor: "500" }]);
  });

  it("is repeated unchanged after a rejection", async () => {
    const elsewhere = await world.connect(client, `${world.store.url}/nowhere`);
    const credit = creditOf({ connectionId: elsewhere });
    await book(credit);
    await world.eventually(async () => expect(await pushRowsOf(world, client)).toMatchObject([{ attempts: 1 }]));
    await world.admin.query("UPDATE connections SET endpoint = $1 WHERE row_id = $2", [world.store.url, elsewhere]);
    world.clock.advance(60_000);
    await isDone();
    expect((await world.store.credits(elsewhere)).credits).toMatchObject([{ entryId: credit.rowId }]);
  });

  it("adds up to the correct sum per customer despite failures and in any order", async () => {
    await world.store.trouble({ answer500: 0.15, hang: 0.02, resetBefore: 0.1, resetAfter: 0.15, dieBefore: 0.004, dieAfter: 0.004 });
    const customers = Array.from({ length: 20 }, () => newId());
    const credits = customers.flatMap((customerId, number) =>
      Array.from({ length: 10 }, (_, index) =>
        creditOf(
          index % 3 === 2 ? { customerId, kind: "REVERSED", amountMinor: "-70" } : { customerId, amountMinor: String(100 + number) },
        ),
      ),
    );
    await book(...credits);
    await world.eventually(async () => expect((await kept()).credits.length).toBeGreaterThan(credits.length / 2));
    await world.store.kill();
    await world.eventually(async () => expect((await kept()).credits.length).toBeGreaterThan(credits.length * 0.7));
    await calm();
    await isDone();
    const { credits: entries, balances } = await kept();
    expect(entries.map(({ entryId }) => entryId).sort()).toEqual(credits.map(({ rowId }) => rowId).sort());
    expect(new Map(balances.map(({ customerId, amountMinor }) => [customerId, amountMinor]))).toEqual(
      new Map(customers.map((customerId, number) => [customerId, String(7 * (100 + number) - 3 * 70)])),
    );
    expect(entries.filter(({ times }) => times > 1).length).toBeGreaterThan(0);
  });
});
