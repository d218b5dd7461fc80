import { grantDeclined, grantExpired, grantReversed } from "@offergraph/shared/contracts/events/incentives";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { end, type Minted, mint } from "../../testing/minted.js";
import { changesOf, deleteCode, pushRowsOf, saveCode } from "../../testing/pushes.js";
import { type StoreFixture, startStoreFixture } from "../../testing/store-fixture.js";

const badDays = { answer500: 0.1, hang: 0.02, resetBefore: 0.08, resetAfter: 0.1, dieBefore: 0.002, dieAfter: 0.002 };
const perCode = 60;
let fixture: StoreFixture;
let client: Client;
let stores: [string, string];
beforeAll(async () => {
  fixture = await startStoreFixture(inject("adminUrl"), {
    http: { pushMs: 1_000, openMs: 200 },
    push: { pollMs: 50, waits: { unavailable: { firstMs: 200, maxMs: 2_000 }, rejected: { firstMs: 60_000, maxMs: 60_000 } } },
  });
  client = fixture.client();
  stores = [await fixture.connect(client), await fixture.connect(client)];
});
afterAll(() => fixture?.stop());

interface Offer {
  rowId: string;
  on: string[];
  value: string;
  minted: Minted[];
}

/** Returns the minted codes (name, value, uses and end) that a connection's store must have. */
const expectedOn = (connectionId: string, offers: readonly Offer[]) =>
  offers
    .filter(({ on }) => on.includes(connectionId))
    .flatMap(({ rowId, value, minted }) => minted.map(({ rowId: grantId, code, expiresAt }) => [grantId, rowId, code, value, 1, expiresAt]))
    .sort();

const mintedOn = async (connectionId: string) =>
  (await fixture.store.codes(connectionId))
    .filter(({ grantId }) => grantId !== undefined)
    .map((one) => [one.grantId, one.discountCodeId, one.code, one.valuePercent, one.usageLimit, one.endsAt])
    .sort();

describe("a failing store", () => {
  it("ends up with exactly the active minted codes of placed codes, with their terms, each push processed and recorded once", async () => {
    await fixture.store.trouble(badDays);
    const [one, other] = stores;
    const offers: Offer[] = [];
    for (const on of [[one], [other], [one, other], [], [one, other], [one]]) {
      const { rowId } = await createCode(client, { placements: on.map((connectionId) => ({ connectionId })) });
      offers.push({ rowId, on, value: "10", minted: [] });
    }
    const [first, second, third, unplaced, moved, deleted] = offers;
    if (!first || !second || !third || !unplaced || !moved || !deleted) expect.fail();
    for (const offer of offers)
      offer.minted = await mint(fixture, client, offer.rowId, perCode, { prefix: "T-", expiresAt: "2031-01-01T00:00:00.000Z" });

    // Changes discount values, placements and grants while pushes run and the store crashes.
    const change = async (offer: Offer, value: number) => {
      await saveCode(client, offer.rowId, { value_percent: value });
      offer.value = String(value);
    };
    const placeOn = async (offer: Offer, on: string[]) => {
      await saveCode(client, offer.rowId, { placements: on.map((connectionId) => ({ connectionId })) });
      offer.on = on;
    };
    const finish = async (offer: Offer, many: number, ...[definition]: [Parameters<typeof end>[3]]) => {
      await end(fixture, client, offer.minted.splice(0, many), definition);
    };
    const more = async (offer: Offer, count: number) => {
      offer.minted.push(...(await mint(fixture, client, offer.rowId, count)));
    };
    await Promise.all([change(first, 20), finish(second, 20, grantExpired), placeOn(unplaced, [other]), more(third, 10)]);
    await fixture.store.kill();
    await Promise.all([placeOn(moved, [other]), finish(third, 15, grantReversed), change(second, 30), finish(unplaced, 10, grantDeclined)]);
    await Promise.all([change(first, 40), more(moved, 20), placeOn(third, []), deleteCode(client, deleted.rowId)]);
    offers.splice(offers.indexOf(deleted), 1);
    await Promise.all([placeOn(third, [one, other]), finish(moved, 5, grantExpired), change(unplaced, 50)]);
    // Makes the last changes of the test. The test detects a missed change, because no later push corrects the store.
    await fixture.eventually(() => fixture.expectNoEventOnItsWay());
    await Promise.all([finish(first, 10, grantExpired), more(second, 5)]);

    const waiting = async () => (await pushRowsOf(fixture, client)).filter(({ requested, done }) => requested !== done);
    await fixture.eventually(async () => expect((await waiting()).length).toBeLessThan(100));
    await fixture.eventually(async () => {
      await fixture.store.trouble({});
    });
    await fixture.eventually(async () => {
      await fixture.expectNoEventOnItsWay();
      expect(await waiting()).toEqual([]);
    });

    for (const connectionId of stores)
      expect(await mintedOn(connectionId)).toEqual(expectedOn(connectionId, offers).map((row) => row.map((cell) => cell ?? null)));
    const applied = await Promise.all(
      stores.map(async (connectionId) => (await fixture.store.pushes(connectionId)).map((push) => ({ connectionId, ...push }))),
    );
    const texts = applied.flat().map((push) => `${push.connectionId} ${push.discountCodeId} ${push.payloadHash}`);
    expect(
      (await changesOf(fixture, client)).map((record) => `${record.connectionId} ${record.discountCodeId} ${record.hash}`).sort(),
    ).toEqual(texts.sort());
    expect(applied.flat().filter(({ times }) => times > 1).length).toBeGreaterThan(0);
  });
});
