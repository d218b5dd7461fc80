import { newId } from "@offergraph/shared/time/ids";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { BookedCredit } from "../../domain/store-message.js";
import { addConnection } from "../../testing/codes.js";
import { booked, creditAt } from "../../testing/credits.js";
import type { Client } from "../../testing/fixture.js";
import { changesOf, pushRowsOf } from "../../testing/pushes.js";
import { type StoreFixture, startStoreFixture } from "../../testing/store-fixture.js";

let fixture: StoreFixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startStoreFixture(inject("adminUrl"), {
    http: { pushMs: 1_000, openMs: 200 },
    push: { pollMs: 50, waits: { unavailable: { firstMs: 200, maxMs: 2_000 }, rejected: { firstMs: 60_000, maxMs: 60_000 } } },
  });
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await fixture.connect(client);
});
/** Ends the store's simulated failures. Repeats the request until the store responds, because a crashed store needs time to restart. */
const calm = () =>
  fixture.eventually(async () => {
    await fixture.store.trouble({});
  });
afterEach(async () => {
  fixture.around((send) => send());
  await calm();
});

const creditOf = (changes: Partial<BookedCredit> = {}) => creditAt(connectionId, changes);
const book = (...credits: BookedCredit[]) => fixture.emitEvent(credits.map((credit) => booked(client, credit)));
const kept = () => fixture.store.credits(connectionId);
/** Waits until the store has received all credits. */
const isDone = () =>
  fixture.eventually(async () => {
    await fixture.expectNoEventOnItsWay();
    expect(await pushRowsOf(fixture, client)).toEqual([]);
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
    expect(await changesOf(fixture, client)).toEqual([]);
  });

  it("is not sent for a manual or unknown connection", async () => {
    const emitted: string[] = [];
    fixture.around(async (_send, { text }) => {
      emitted.push(text);
    });
    await book(creditOf({ connectionId: await addConnection(fixture, client) }), creditOf({ connectionId: newId() }));
    await isDone();
    expect(emitted).toEqual([]);
  });

  it("is not sent to a store of another workspace", async () => {
    const theirs = await fixture.connect(fixture.client());
    await book(creditOf({ connectionId: theirs }));
    await isDone();
    expect((await fixture.store.credits(theirs)).credits).toEqual([]);
  });

  it("is repeated unchanged with the entry's id until the result is known; the store books it once", async () => {
    await fixture.store.trouble({ resetAfter: 1, next: 1 });
    const ids: string[] = [];
    fixture.around((send, { id }) => {
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
    const elsewhere = await fixture.connect(client, `${fixture.store.url}/nowhere`);
    const credit = creditOf({ connectionId: elsewhere });
    await book(credit);
    await fixture.eventually(async () => expect(await pushRowsOf(fixture, client)).toMatchObject([{ attempts: 1 }]));
    await fixture.admin.query("UPDATE connections SET endpoint = $1 WHERE row_id = $2", [fixture.store.url, elsewhere]);
    fixture.clock.advance(60_000);
    await isDone();
    expect((await fixture.store.credits(elsewhere)).credits).toMatchObject([{ entryId: credit.rowId }]);
  });

  it("adds up to the correct sum per customer despite failures and in any order", async () => {
    await fixture.store.trouble({ answer500: 0.15, hang: 0.02, resetBefore: 0.1, resetAfter: 0.15, dieBefore: 0.004, dieAfter: 0.004 });
    const customers = Array.from({ length: 20 }, () => newId());
    const credits = customers.flatMap((customerId, number) =>
      Array.from({ length: 10 }, (_, index) =>
        creditOf(
          index % 3 === 2 ? { customerId, kind: "REVERSED", amountMinor: "-70" } : { customerId, amountMinor: String(100 + number) },
        ),
      ),
    );
    await book(...credits);
    await fixture.eventually(async () => expect((await kept()).credits.length).toBeGreaterThan(credits.length / 2));
    await fixture.store.kill();
    await fixture.eventually(async () => expect((await kept()).credits.length).toBeGreaterThan(credits.length * 0.7));
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
