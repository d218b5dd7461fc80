import { grantDeclined, grantExpired, grantReversed } from "@offergraph/shared/contracts/events/incentives";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode } from "../../testing/codes.js";
import { booked, creditAt } from "../../testing/credits.js";
import type { Client } from "../../testing/fixture.js";
import { Gate } from "../../testing/gate.js";
import { requestOf } from "../../testing/grants.js";
import { requested } from "../../testing/grants-fixture.js";
import { end, type Minted, mint } from "../../testing/minted.js";
import { mutatePlacement, place } from "../../testing/placements.js";
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
afterEach(() => fixture.around((send) => send()));

const inStore = async (at = connectionId) => (await fixture.store.codes(at)).map(({ code }) => code).sort();
const isInStore = (codes: string[], at = connectionId) =>
  fixture.eventually(async () => expect(await inStore(at)).toEqual([...codes].sort()));
const typesTaken = async (at = connectionId) => (await fixture.store.pushes(at)).map(({ type }) => type);
/** Waits until no push is pending. */
const isDone = () =>
  fixture.eventually(async () => {
    await fixture.expectNoEventOnItsWay();
    expect((await pushRowsOf(fixture, client)).filter(({ requested, done }) => requested !== done)).toEqual([]);
  });

describe("a code that is minted for a grant", () => {
  it("is pushed to every store of its discount code: same terms, one use, until the grant ends; the discount code is not sent again", async () => {
    const other = await fixture.connect(client);
    const placements = [connectionId, other, await addConnection(fixture, client)].map((id) => ({ connectionId: id }));
    const aliased_codes = [{ code: `alias-${connectionId}` }];
    const code = await createCode(client, { placements, aliased_codes, usage_limit: 9, is_public: true, ends_at: "2030-01-01T00:00:00Z" });
    await isInStore([code.code]);
    const [own] = await fixture.store.codes(connectionId);
    const [minted] = await mint(fixture, client, code.rowId, 1, { prefix: "THX-", expiresAt: "2029-01-01T00:00:00.000Z" });
    const name = minted?.code ?? "";
    for (const at of [connectionId, other]) await isInStore([code.code, name], at);
    const { payloadHash, ...kept } = (await fixture.store.codes(connectionId)).find((one) => one.code === name) ?? expect.fail();
    expect(kept).toEqual({
      ...own,
      payloadHash: undefined,
      code: name,
      aliasedCodes: [],
      usageLimit: 1,
      isPublic: false,
      endsAt: "2029-01-01T00:00:00.000Z",
      grantId: minted?.rowId,
    });
    await isDone();
    expect(await typesTaken()).toEqual(["discount_code.push", "minted_code.push"]);
    expect(await typesTaken(other)).toEqual(["discount_code.push", "minted_code.push"]);
    const [placement] = await placementsOf(client, code.rowId);
    const records = (await changesOf(fixture, client)).filter((change) => change.connectionId === connectionId);
    expect(records.map(({ payload: _payload, ...record }) => record).at(-1)).toEqual({
      ...{ connectionId, discountCodeId: code.rowId, placementId: placement?.placementId, hash: payloadHash },
    });
  });

  it("ends with its discount code if that is earlier", async () => {
    const { rowId } = await createCode(client, { ends_at: "2028-01-01T00:00:00Z" }, connectionId);
    await mint(fixture, client, rowId, 1, { expiresAt: "2029-01-01T00:00:00.000Z" });
    await mint(fixture, client, rowId);
    await fixture.eventually(async () =>
      expect((await fixture.store.codes(connectionId)).map(({ endsAt }) => endsAt)).toEqual(Array(3).fill("2028-01-01T00:00:00.000Z")),
    );
  });

  it.each([
    ["has expired", grantExpired],
    ["was reversed", grantReversed],
    ["was declined", grantDeclined],
  ])("is removed from the store when its grant %s; other minted codes stay", async (_how, definition) => {
    const { rowId, code } = await createCode(client, {}, connectionId);
    const [gone, stays] = await mint(fixture, client, rowId, 2);
    if (!gone || !stays) expect.fail();
    await isInStore([code, gone.code, stays.code]);
    await end(fixture, client, [gone], definition);
    await isInStore([code, stays.code]);
    await isDone();
    expect(await typesTaken()).toHaveLength(4);
    expect((await pushRowsOf(fixture, client)).map(({ subject_id }) => subject_id)).not.toContain(gone.rowId);
    expect((await changesOf(fixture, client)).at(-1)).toMatchObject({ discountCodeId: rowId, placementId: null });
  });

  it("is removed with the placement of its discount code, and with the code", async () => {
    const other = await fixture.connect(client);
    const { rowId, code } = await createCode(client, { placements: [{ connectionId }, { connectionId: other }] });
    const [minted] = await mint(fixture, client, rowId);
    for (const at of [connectionId, other]) await isInStore([code, minted?.code ?? ""], at);
    await saveCode(client, rowId, { placements: [{ connectionId: other }] });
    await isInStore([]);
    await isInStore([code, minted?.code ?? ""], other);
    await deleteCode(client, rowId);
    await isInStore([], other);
    await isDone();
    expect(await pushRowsOf(fixture, client)).toEqual([]);
  });

  it("is pushed again if inherited terms change, but not if other fields do", async () => {
    const { rowId, code } = await createCode(client, {}, connectionId);
    const [minted] = await mint(fixture, client, rowId);
    await isInStore([code, minted?.code ?? ""]);
    await saveCode(client, rowId, { value_percent: 25 });
    const values = async () => (await fixture.store.codes(connectionId)).map(({ valuePercent }) => valuePercent);
    await fixture.eventually(async () => expect(await values()).toEqual(["25", "25"]));
    await isDone();
    const before = await pushRowsOf(fixture, client);
    await saveCode(client, rowId, { usage_limit: 7, aliased_codes: [{ code: `more-${connectionId}` }] });
    await isDone();
    expect(await typesTaken()).toHaveLength(5);
    const requests = (rows: typeof before) => rows.find(({ subject_id }) => subject_id === minted?.rowId).requested;
    expect(requests(await pushRowsOf(fixture, client))).toBe(requests(before));
  });

  it("is pushed to a store added later, unless its grant has ended", async () => {
    const { rowId, code } = await createCode(client);
    const [over, live] = await mint(fixture, client, rowId, 2);
    if (!over || !live) expect.fail();
    await end(fixture, client, [over]);
    await isDone();
    expect(await pushRowsOf(fixture, client)).toEqual([]);
    // The consumer `push-placements` ignores events of codes without placements.
    const taken = "SELECT FROM inbox_events WHERE consumer = 'push-placements' AND workspace_id = $1";
    expect((await fixture.admin.query(taken, [client.workspaceId])).rowCount).toBe(0);
    await place(client, rowId, connectionId);
    await isInStore([code, live.code]);
    await isDone();
    expect(await typesTaken()).toHaveLength(2);
  });

  it("has the targets of its discount code, and is sent again by a resync", async () => {
    const { rowId } = await createCode(client, {}, connectionId);
    await mint(fixture, client, rowId);
    await isDone();
    const [placement] = await placementsOf(client, rowId);
    const targets = [{ kind: "PRODUCT", externalRef: "p-1" }];
    await mutatePlacement(client, "set_placement_targets", { placementId: placement?.placementId, connectionId, targets });
    await fixture.eventually(async () =>
      expect((await fixture.store.codes(connectionId)).map((one) => one.targets)).toEqual([targets, targets]),
    );
    await isDone();
    await mutatePlacement(client, "resync_discount_placement", { placementId: placement?.placementId });
    await isDone();
    expect((await typesTaken()).slice(4).sort()).toEqual(["discount_code.push", "minted_code.push"]);
  });

  it("is not sent while its grant is being ended", async () => {
    const { rowId, code } = await createCode(client);
    const [minted] = await mint(fixture, client, rowId);
    const ending = new pg.Client(fixture.environment.DATABASE_URL);
    await ending.connect();
    try {
      await ending.query("BEGIN");
      await ending.query("SELECT set_config('app.workspace_id', $1, true)", [client.workspaceId]);
      await ending.query("UPDATE grant_codes SET retired_at = now() WHERE grant_id = $1", [minted?.rowId]);
      await place(client, rowId, connectionId);
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await fixture.eventually(async () => expect((await fixture.admin.query(waiting)).rowCount).toBeGreaterThan(0));
      await ending.query("COMMIT");
    } finally {
      await ending.end();
    }
    await isInStore([code]);
    await isDone();
    expect(await typesTaken()).toEqual(["discount_code.push"]);
  });

  it("does not show its failures on the placement, and is retried until it succeeds", async () => {
    const { rowId, code } = await createCode(client, {}, connectionId);
    await isInStore([code]);
    await isDone();
    const before = await placementsOf(client, rowId);
    await fixture.store.trouble({ answer500: 1, next: 2 });
    const [minted] = await mint(fixture, client, rowId);
    const attempts = async () => (await pushRowsOf(fixture, client)).find(({ subject_id }) => subject_id === minted?.rowId).attempts;
    await fixture.eventually(async () => expect(await attempts()).toBeGreaterThan(0));
    expect(await placementsOf(client, rowId)).toMatchObject([{ syncStatus: "SYNCED", lastError: null }]);
    await isInStore([code, minted?.code ?? ""]);
    await isDone();
    expect(await placementsOf(client, rowId)).toEqual(before);
  });
});

describe("a store with many pending messages", () => {
  const many = 300;
  const change = (_minted: readonly Minted[], rowId: string) => saveCode(client, rowId, { value_percent: 50 });
  const endAll = (minted: readonly Minted[]) => end(fixture, client, minted);
  it.each([
    ["were minted of a changed code", change, many + 1],
    ["end together", endAll, many],
  ])("receives a code, a new minted code and a credit before the hundreds that %s", async (_what, cause, others) => {
    const { rowId } = await createCode(client, {}, connectionId);
    const minted = await mint(fixture, client, rowId, many);
    await isDone();
    const order: string[] = [];
    const gate = new Gate();
    fixture.around(async (send, { text }) => {
      order.push(text);
      await gate.opened;
      await send();
    });
    await cause(minted, rowId);
    const due = async () => (await pushRowsOf(fixture, client)).filter(({ due_at }) => due_at !== null).length;
    await fixture.eventually(async () => expect(await due()).toBe(others));
    const placed = await createCode(client, {}, connectionId);
    const [fresh, credit] = [requestOf(rowId), creditAt(connectionId)];
    await fixture.emitEvent([requested(client, fresh), booked(client, credit)]);
    await fixture.eventually(async () => expect(await due()).toBe(others + 3));
    gate.release();
    await isDone();
    const places = [placed.rowId, fresh.rowId, credit.rowId].map((id) => order.findIndex((text) => text.includes(id)));
    for (const one of places) expect(one).toBeGreaterThanOrEqual(0);
    expect(Math.max(...places)).toBeLessThan(40);
    expect(order.length).toBe(others + 3);
  });
});
