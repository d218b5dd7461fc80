import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { adminOf } from "../../testing/connections.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { markPushed, mutatePlacement, place, placementsOf, syncVersions } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const sync = (ids: string[], key?: string) => mutatePlacement(client, "bulk_sync_discount_codes", { ids }, key);

describe("bulk_sync_discount_codes", () => {
  it("requests one push per placement on a store and returns those codes in the given order", async () => {
    const stores = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "http")] as const;
    const manual = await addConnection(fixture, client, "manual");
    const [both, one, byHand, unplaced] = [
      await createCode(client),
      await createCode(client),
      await createCode(client),
      await createCode(client),
    ];
    const first = await place(client, both.rowId, stores[0]);
    await place(client, both.rowId, manual);
    const second = await place(client, both.rowId, stores[1]);
    const third = await place(client, one.rowId, stores[0]);
    await place(client, byHand.rowId, manual);
    await markPushed(fixture, client);
    const [before, codeBefore] = [(await client.events()).length, await getCode(client, both.rowId)];
    fixture.clock.advance(60_000);

    const { discountCodes } = await sync([one.rowId, unplaced.rowId, both.rowId.toUpperCase(), byHand.rowId, one.rowId]);
    expect(discountCodes).toMatchObject([
      { rowId: one.rowId, placements: [{ syncStatus: "PENDING" }] },
      {
        rowId: both.rowId,
        updatedAt: codeBefore?.updatedAt,
        placements: [{ syncStatus: "PENDING" }, { syncStatus: "NOT_PUSHED" }, { syncStatus: "PENDING" }],
      },
    ]);
    expect(discountCodes?.[1]).toEqual(await getCode(client, both.rowId));
    const emitted = (await client.events()).slice(before);
    expect(emitted.map(({ what, recordId }) => [what, recordId])).toEqual(
      [third, first, second].map(({ placementId }) => ["placement.sync_requested", placementId]),
    );
    expect(emitted[2]?.data).toEqual({ placementId: second.placementId, discountCodeId: both.rowId, connectionId: stores[1] });
    expect(Object.values(await syncVersions(fixture, client)).sort()).toEqual([0, 0, 1, 1, 1]);
  });

  it("requests no push if a code is unknown or of another workspace", async () => {
    const theirs = await createCode(client, {}, await addConnection(fixture, client, "http"));
    await markPushed(fixture, client);
    const owner = client;
    client = fixture.client();
    const mine = await createCode(client, {}, await addConnection(fixture, client, "http"));
    await markPushed(fixture, client);
    const { discountCodes, userErrors } = await sync([mine.rowId, "01900000-0000-7000-8000-000000000001", mine.rowId, theirs.rowId]);
    expect(discountCodes).toBeNull();
    expect(pathsOf(userErrors)).toEqual(["input.ids.1 NOT_FOUND", "input.ids.3 NOT_FOUND"]);
    for (const [asker, code] of [
      [client, mine],
      [owner, theirs],
    ] as const) {
      expect(await placementsOf(asker, code.rowId)).toMatchObject([{ syncStatus: "SYNCED" }]);
      expect(await asker.events()).toHaveLength(1);
    }
  });

  it("reports in a dry run how many pushes it would request, and requests none", async () => {
    const stores = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "http")] as const;
    const [both, byHand] = [await createCode(client), await createCode(client, {}, await addConnection(fixture, client, "manual"))];
    for (const store of stores) await place(client, both.rowId, store);
    await markPushed(fixture, client);
    const before = [await client.events(), await syncVersions(fixture, client)];
    const query = `mutation ($input: BulkSyncDiscountCodesInput!) {
      bulk_sync_discount_codes(input: $input) { discountCodes { rowId placements { syncStatus } } } }`;
    const variables = { input: { ids: [both.rowId, byHand.rowId] } };
    const { data, extensions } = await adminOf(fixture, client).call(query, { variables, dryRun: true });
    const pending = { syncStatus: "PENDING" };
    expect(data).toEqual({ bulk_sync_discount_codes: { discountCodes: [{ rowId: both.rowId, placements: [pending, pending] }] } });
    expect(extensions?.dryRun?.mutations).toMatchObject([{ eventCount: 2, queued: { storePushes: 2 } }]);
    const { rowCount } = await fixture.admin.query("SELECT FROM store_pushes WHERE workspace_id = $1", [client.workspaceId]);
    expect([rowCount, [await client.events(), await syncVersions(fixture, client)]]).toEqual([0, before]);
  });

  it("accepts 1 to 1000 ids", async () => {
    const { rowId } = await createCode(client, {}, await addConnection(fixture, client, "http"));
    const times = (length: number) => Array.from({ length }, () => rowId);
    expect(pathsOf((await sync([])).userErrors)).toEqual(["input.ids TOO_SHORT"]);
    expect(pathsOf((await sync(times(1001))).userErrors)).toEqual(["input.ids LIMIT_EXCEEDED"]);
    expect((await sync(times(1000))).discountCodes).toHaveLength(1);
    expect(await client.events()).toHaveLength(2);
  });

  it("does not deadlock with writes of the same codes in opposite order", async () => {
    const connectionId = await addConnection(fixture, client, "http");
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await createCode(client, {}, connectionId)).rowId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        turn % 2
          ? sync(ids)
          : client
              .data<{ answer: { userErrors: [] } }>(
                `mutation ($input: BulkUpdateDiscountCodeStatusInput!) { answer: bulk_update_discount_code_status(input: $input) { userErrors { code } } }`,
                { input: { ids: ids.toReversed(), status: turn % 4 ? "DRAFT" : "ACTIVE" } },
              )
              .then(({ answer }) => answer),
      ),
    );
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
  });

  it("repeated with its Idempotency-Key returns the same response and requests one push", async () => {
    const { rowId } = await createCode(client, {}, await addConnection(fixture, client, "http"));
    const first = await sync([rowId], "key");
    await markPushed(fixture, client);
    expect(await sync([rowId], "key")).toEqual(first);
    expect(await client.events()).toHaveLength(2);
  });
});
