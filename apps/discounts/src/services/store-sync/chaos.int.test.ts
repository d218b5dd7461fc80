import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { mutatePlacement } from "../../testing/placements.js";
import { changesOf, deleteCode, placementsOf, pushRowsOf, saveCode } from "../../testing/pushes.js";
import { type StoreFixture, startStoreFixture } from "../../testing/store-fixture.js";

const count = 500;
const badDays = { answer500: 0.1, hang: 0.03, resetBefore: 0.08, resetAfter: 0.08, dieBefore: 0.002, dieAfter: 0.002 };
let fixture: StoreFixture;
let client: Client;
let connectionIds: string[];
beforeAll(async () => {
  fixture = await startStoreFixture(inject("adminUrl"), {
    http: { pushMs: 1_000, openMs: 200 },
    push: { pollMs: 50, waits: { unavailable: { firstMs: 200, maxMs: 2_000 }, rejected: { firstMs: 60_000, maxMs: 60_000 } } },
  });
  client = fixture.client();
  connectionIds = [await fixture.connect(client), await fixture.connect(client)];
});
afterAll(() => fixture?.stop());

/** Runs `work` for each item, with limited concurrency. */
async function each<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<unknown>): Promise<void> {
  const rest = [...items.entries()];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

interface PublicCode {
  rowId: string;
  aliasedCodes: { code: string }[];
  placements: {
    placementId: string;
    connectionId: string;
    child: object | null;
    targets: object[];
    syncStatus: string;
    lastError: string | null;
  }[];
}

const fields = "code title displayName valueKind valuePercent valueAmount usageLimit startAt endsAt oneTimePurchase status isPublic";

async function readCodes(): Promise<PublicCode[]> {
  const query = `{ codes: list_discount_codes(first: 1000) { nodes { rowId ${fields} aliasedCodes { code }
    placements { placementId connectionId child syncStatus lastError targets { kind externalRef } } } } }`;
  return (await client.data<{ codes: { nodes: PublicCode[] } }>(query)).codes.nodes;
}

/** Returns the codes that a connection's store must have according to the API. */
function expectedOn(connectionId: string, codes: readonly PublicCode[]) {
  return codes
    .flatMap(({ rowId: discountCodeId, aliasedCodes, placements, ...emitted }) =>
      placements
        .filter((placement) => placement.connectionId === connectionId)
        .map(({ placementId, targets }) => {
          const aliases = aliasedCodes.map(({ code }) => code);
          return { ...emitted, discountCodeId, connectionId, placementId, targets, aliasedCodes: aliases, settings: null };
        }),
    )
    .sort((one, other) => (one.discountCodeId < other.discountCodeId ? -1 : 1));
}

async function storeContent(connectionId: string) {
  const codes = (await fixture.store.codes(connectionId)).map(({ payloadHash: _hash, ...code }) => code);
  return codes.sort((one, other) => (one.discountCodeId < other.discountCodeId ? -1 : 1));
}

const changeTexts = (changes: { connectionId: string; discountCodeId: string; hash: string }[]) =>
  changes.map(({ connectionId, discountCodeId, hash }) => `${connectionId} ${discountCodeId} ${hash}`).sort();

async function appliedChanges() {
  const lists = connectionIds.map(async (connectionId) =>
    (await fixture.store.pushes(connectionId)).map(({ payloadHash: hash, ...push }) => ({ ...push, connectionId, hash })),
  );
  return (await Promise.all(lists)).flat();
}

describe("a failing store", () => {
  it("ends up with the state of the placements, each push processed and recorded once, errors shown on placements", async () => {
    await fixture.store.trouble(badDays);
    const errors = new Set<string>();
    const noteErrors = async () => {
      const { rows } = await fixture.admin.query(
        "SELECT DISTINCT last_error FROM placements WHERE sync_status = 2 AND last_error IS NOT NULL",
      );
      for (const { last_error } of rows) errors.add(last_error);
    };
    const ids: string[] = [];
    await each(Array(count).fill(undefined), async (_item, index) => {
      const on = index % 3 === 2 ? connectionIds : connectionIds.slice(index % 3).slice(0, 1);
      const placements = on.map((connectionId) => ({ connectionId }));
      ids.push((await createCode(client, { title: `Offer ${index}`, placements, value_percent: (index % 400) / 4 })).rowId);
    });
    await fixture.eventually(async () => expect((await appliedChanges()).length).toBeGreaterThan(count / 5));

    // Edits codes, removes placements and deletes codes while the store is down.
    await fixture.store.kill();
    await each(ids.slice(0, 80), (id, index) => saveCode(client, id, { title: `Better offer ${index}`, tags: { better: "red" } }));
    await each(ids.slice(60, 100), async (id) => {
      for (const { placementId, connectionId } of await placementsOf(client, id))
        await mutatePlacement(client, "set_placement_targets", {
          placementId,
          connectionId,
          targets: [{ kind: "PRODUCT", externalRef: `product-${id}` }],
        });
    });
    await each(ids.slice(100, 130), (id) => saveCode(client, id, { placements: [] }));
    await each(ids.slice(120, 130), (id) => saveCode(client, id, { placements: [{ connectionId: connectionIds[0] }] }));
    await each(ids.slice(130, 150), (id) => deleteCode(client, id));
    await fixture.eventually(async () => {
      await noteErrors();
      const rows = await pushRowsOf(fixture, client);
      expect(rows.filter(({ requested, done }) => requested !== done).length).toBeLessThan(count / 10);
    });

    await fixture.eventually(async () => {
      await fixture.store.trouble({});
    });
    await fixture.eventually(async () => {
      await noteErrors();
      await fixture.expectNoEventOnItsWay();
      expect((await pushRowsOf(fixture, client)).filter(({ requested, done }) => requested !== done)).toEqual([]);
    });

    const codes = await readCodes();
    expect(codes).toHaveLength(count - 20);
    for (const connectionId of connectionIds) expect(await storeContent(connectionId)).toEqual(expectedOn(connectionId, codes));
    const placements = codes.flatMap((code) => code.placements);
    for (const placement of placements) expect(placement).toMatchObject({ syncStatus: "SYNCED", lastError: null });

    const applied = await appliedChanges();
    expect(changeTexts(await changesOf(fixture, client))).toEqual(changeTexts(applied));
    expect(new Set(changeTexts(applied)).size).toBe(applied.length);
    // Checks that the simulated failures happened. The pusher must have repeated messages, and placements must have shown errors.
    expect(applied.filter(({ times }) => times > 1).length).toBeGreaterThan(0);
    expect([...errors]).toContain("The store responded with status 500.");
  });
});
