import { createHash } from "node:crypto";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { Gate } from "../../testing/gate.js";
import { mutatePlacement } from "../../testing/placements.js";
import { changesOf, deleteCode, placementsOf, pushRowsOf, saveCode } from "../../testing/pushes.js";
import { type StoreFixture, startStoreFixture } from "../../testing/store-fixture.js";

let fixture: StoreFixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startStoreFixture(inject("adminUrl"), { http: { openMs: 200 }, push: { pollMs: 50 } });
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await fixture.connect(client);
});
afterEach(async () => {
  fixture.around((send) => send());
  await fixture.store.trouble({});
});

const placementOf = async (id: string) => (await placementsOf(client, id))[0];
const isSynced = (id: string) =>
  fixture.eventually(async () => expect(await placementOf(id)).toMatchObject({ syncStatus: "SYNCED", lastError: null }));
const titlesInStore = async () => (await fixture.store.codes(connectionId)).map(({ title }) => title);
const isInStore = (...titles: string[]) => fixture.eventually(async () => expect(await titlesInStore()).toEqual(titles));
const pushes = () => fixture.store.pushes(connectionId);
/** Waits until no push is pending. */
const isDone = () =>
  fixture.eventually(async () => {
    await fixture.expectNoEventOnItsWay();
    const rows = await pushRowsOf(fixture, client);
    expect(rows.filter(({ requested, done }) => requested !== done)).toEqual([]);
  });
const isOnRecord = async () => {
  const applied = (await pushes()).map(({ discountCodeId, payloadHash, type }) => ({ discountCodeId, hash: payloadHash, type }));
  const recorded = (await changesOf(fixture, client)).map(({ discountCodeId, hash, payload }) => ({
    discountCodeId,
    hash,
    type: payload.type,
  }));
  expect(recorded).toEqual(applied);
};

describe("a code that is placed on a store", () => {
  it("is pushed to the store; the placement is SYNCED and the push recorded", async () => {
    const slug = `shop-${connectionId.slice(-12)}`;
    const placements = [{ connectionId, child: { [slug]: { channel: "web" }, other: {} } }];
    const { rowId, code } = await createCode(client, {
      placements,
      aliased_codes: [{ code: `alias-${connectionId}` }],
      tags: { t: "red" },
    });
    await isSynced(rowId);
    const placement = await placementOf(rowId);
    const data = {
      connectionId,
      placementId: placement?.placementId,
      discountCodeId: rowId,
      code,
      aliasedCodes: [`alias-${connectionId}`],
      title: "A code",
      displayName: null,
      valueKind: "percent",
      valuePercent: "10",
      valueAmount: null,
      usageLimit: null,
      startAt: null,
      endsAt: null,
      oneTimePurchase: false,
      status: "ACTIVE",
      isPublic: false,
      targets: [],
      settings: { channel: "web" },
    };
    const payload = { type: "discount_code.push", data };
    const hash = createHash("sha256").update(canonicalJson(payload)).digest("hex");
    expect(await fixture.store.codes(connectionId)).toEqual([{ ...data, payloadHash: hash }]);
    expect(await changesOf(fixture, client)).toEqual([
      { connectionId, discountCodeId: rowId, placementId: placement?.placementId, hash, payload },
    ]);
    expect(placement?.syncedAt).not.toBeNull();
  });

  it("is pushed again when it changes, but not for tags only", async () => {
    const { rowId } = await createCode(client, { title: "One" }, connectionId);
    await isSynced(rowId);
    await saveCode(client, rowId, { title: "Two" });
    await isInStore("Two");
    await isSynced(rowId);
    await saveCode(client, rowId, { tags: { vip: "red" } });
    await isDone();
    expect(await placementOf(rowId)).toMatchObject({ syncStatus: "SYNCED", lastError: null });
    expect(await pushes()).toHaveLength(2);
    await isOnRecord();
  });

  it("is removed from the store with its placement, and when it is deleted", async () => {
    const [one, two] = [await createCode(client, {}, connectionId), await createCode(client, {}, connectionId)];
    await isSynced(one.rowId);
    await isSynced(two.rowId);
    await saveCode(client, one.rowId, { placements: [] });
    await deleteCode(client, two.rowId);
    await isInStore();
    await isDone();
    expect(await pushRowsOf(fixture, client)).toEqual([]);
    await isOnRecord();
    const gone = (await changesOf(fixture, client)).slice(-2);
    expect(gone.map(({ placementId, payload }) => ({ placementId, type: payload.type }))).toEqual(
      Array(2).fill({ placementId: null, type: "discount_code.remove" }),
    );
  });

  it("is pushed unchanged on request", async () => {
    const { rowId } = await createCode(client, {}, connectionId);
    await isSynced(rowId);
    const placementId = (await placementOf(rowId))?.placementId;
    const { placement } = await mutatePlacement(client, "resync_discount_placement", { placementId });
    expect(placement).toMatchObject({ syncStatus: "PENDING" });
    await isSynced(rowId);
    await isDone();
    const applied = await pushes();
    expect(applied).toHaveLength(2);
    expect(new Set(applied.map(({ payloadHash }) => payloadHash)).size).toBe(1);
    await isOnRecord();
  });

  it("is pushed once, for its new placement, if it was removed and placed again before the push", async () => {
    const gate = new Gate();
    fixture.around((send) => gate.opened.then(send));
    const { rowId } = await createCode(client, {}, connectionId);
    await saveCode(client, rowId, { placements: [] });
    await saveCode(client, rowId, { placements: [{ connectionId }] });
    gate.release();
    await isDone();
    const placement = await placementOf(rowId);
    expect(placement).toMatchObject({ syncStatus: "SYNCED" });
    expect((await fixture.store.codes(connectionId)).map(({ placementId }) => placementId)).toEqual([placement?.placementId]);
    await isOnRecord();
  });

  it("stays PENDING if it changes during its push, until the newer push is accepted", async () => {
    const waiting: (() => void)[] = [];
    fixture.around(async (send) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await send();
    });
    const { rowId } = await createCode(client, { title: "A" }, connectionId);
    await fixture.eventually(async () => expect(waiting).toHaveLength(1));
    await saveCode(client, rowId, { title: "B" });
    waiting[0]?.();
    await fixture.eventually(async () => expect(waiting).toHaveLength(2));
    expect(await titlesInStore()).toEqual(["A"]);
    expect(await changesOf(fixture, client)).toHaveLength(1);
    expect(await placementOf(rowId)).toMatchObject({ syncStatus: "PENDING" });
    waiting[1]?.();
    await isSynced(rowId);
    await isInStore("B");
    await isOnRecord();
  });
});

describe("a store that does not respond", () => {
  const loseTheAnswer = () => fixture.store.trouble({ resetAfter: 1, next: 1 });
  const isReported = (id: string, lastError: string) =>
    fixture.eventually(async () => expect(await placementOf(id)).toMatchObject({ syncStatus: "FAILED", lastError }));

  it("processes a repeated push once", async () => {
    await loseTheAnswer();
    const { rowId } = await createCode(client, {}, connectionId);
    await isSynced(rowId);
    expect(await pushes()).toMatchObject([{ times: 2 }]);
    await isOnRecord();
  });

  it("ends with the last of A, B and A, each recorded, if the response to B was lost", async () => {
    const { rowId } = await createCode(client, { title: "A" }, connectionId);
    await isSynced(rowId);
    await loseTheAnswer();
    await saveCode(client, rowId, { title: "B" });
    await isInStore("B");
    await saveCode(client, rowId, { title: "A" });
    await isInStore("A");
    await isSynced(rowId);
    await isDone();
    const [first, second, third] = await pushes();
    expect(third?.payloadHash).toBe(first?.payloadHash);
    expect(second).toMatchObject({ times: 2 });
    await isOnRecord();
  });

  it("gets another push if a resync follows a push with a lost response", async () => {
    await loseTheAnswer();
    fixture.around(async (send) => {
      // All later messages fail until the test has requested the resync.
      fixture.around(() => Promise.reject(new Error("not yet")));
      await send();
    });
    const { rowId } = await createCode(client, {}, connectionId);
    await isReported(rowId, "The connection to the store was lost.");
    await mutatePlacement(client, "resync_discount_placement", { placementId: (await placementOf(rowId))?.placementId });
    await fixture.eventually(async () => expect(await pushRowsOf(fixture, client)).toMatchObject([{ requested: 2, forced: 2 }]));
    fixture.around((send) => send());
    await isSynced(rowId);
    await isDone();
    expect(await pushes()).toMatchObject([{ times: 2 }, { times: 1 }]);
    await isOnRecord();
  });

  it("removes a code that was deleted while its push had an unknown result", async () => {
    await loseTheAnswer();
    const { rowId } = await createCode(client, {}, connectionId);
    await fixture.eventually(async () => expect(await pushes()).toHaveLength(1));
    await deleteCode(client, rowId);
    await isInStore();
    await isDone();
    await isOnRecord();
    expect(await pushRowsOf(fixture, client)).toEqual([]);
  });

  it("shows the error on the placement without its address, and is retried until it is back", async () => {
    await fixture.store.trouble({ answer500: 1 });
    const { rowId } = await createCode(client, {}, connectionId);
    await isReported(rowId, "The store responded with status 500.");
    const gate = new Gate();
    fixture.around((send) => gate.opened.then(send));
    await saveCode(client, rowId, { placements: [{ connectionId, child: { other: {} } }] });
    expect(await placementOf(rowId)).toMatchObject({ syncStatus: "PENDING", lastError: "The store responded with status 500." });
    await fixture.store.trouble({});
    gate.release();
    await isSynced(rowId);
  });

  it("or that cannot be reached delays no other store", async () => {
    const [slow, away] = [await fixture.connect(client), await fixture.connect(client, "http://127.0.0.1:9")];
    const gate = new Gate();
    fixture.around((send, { text }) => (text.includes(slow) ? gate.opened.then(send) : send()));
    const placements = [slow, away, connectionId].map((id) => ({ connectionId: id }));
    const codes = await Promise.all(Array.from({ length: 60 }, () => createCode(client, { placements })));
    await fixture.eventually(async () => expect(await fixture.store.codes(connectionId)).toHaveLength(codes.length));
    expect(await fixture.store.codes(slow)).toEqual([]);
    gate.release();
    await fixture.eventually(async () => expect(await fixture.store.codes(slow)).toHaveLength(codes.length));
    const emitted = await fixture.admin.query(
      "SELECT FROM placements WHERE connection_id = $1 AND last_error = 'The store cannot be reached.'",
      [away],
    );
    expect(emitted.rowCount).toBeGreaterThan(0);
  });
});

describe("a store that rejects", () => {
  it("gets a retry after a minute, or a newer push at once", async () => {
    const elsewhere = await fixture.connect(client, `${fixture.store.url}/nowhere`);
    const { rowId } = await createCode(client, { title: "A" }, elsewhere);
    await fixture.eventually(async () =>
      expect(await placementOf(rowId)).toMatchObject({
        syncStatus: "FAILED",
        lastError: "The store rejected the request with status 404.",
      }),
    );
    const [row] = await pushRowsOf(fixture, client);
    expect(row).toMatchObject({ attempts: 1, sending_text: null });
    expect(row.due_at - fixture.clock.now().getTime()).toBeGreaterThan(50_000);
    await fixture.admin.query("UPDATE connections SET endpoint = $1 WHERE row_id = $2", [fixture.store.url, elsewhere]);
    fixture.clock.advance(60_000);
    await isSynced(rowId);
    expect(await fixture.store.codes(elsewhere)).toMatchObject([{ title: "A" }]);
  });
});

describe("workspaces", () => {
  it("never share codes in stores or records", async () => {
    const other = fixture.client();
    const otherConnection = await fixture.connect(other);
    const [mine, theirs] = await Promise.all([
      createCode(client, { title: "mine" }, connectionId),
      createCode(other, { title: "theirs" }, otherConnection),
    ]);
    await isSynced(mine.rowId);
    await fixture.eventually(async () => expect(await fixture.store.codes(otherConnection)).toMatchObject([{ title: "theirs" }]));
    expect(await titlesInStore()).toEqual(["mine"]);
    await fixture.eventually(async () => {
      expect(await changesOf(fixture, client)).toMatchObject([{ discountCodeId: mine.rowId, connectionId }]);
      expect(await changesOf(fixture, other)).toMatchObject([{ discountCodeId: theirs.rowId, connectionId: otherConnection }]);
    });
  });
});
