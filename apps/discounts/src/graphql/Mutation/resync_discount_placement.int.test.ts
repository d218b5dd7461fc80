import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode, getCode, pathsOf } from "../../testing/codes.js";
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

const resync = (placementId: unknown, key?: string) => mutatePlacement(client, "resync_discount_placement", { placementId }, key);

describe("resync_discount_placement", () => {
  it("sets this placement to PENDING and requests its push; keeps the code and other placements", async () => {
    const [one, two] = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "http")];
    const { rowId } = await createCode(client);
    const [placed, other] = [await place(client, rowId, one), await place(client, rowId, two)];
    await markPushed(fixture, client, "The store responded with status 500.");
    const [code, events] = [await getCode(client, rowId), (await client.events()).length];
    fixture.clock.advance(60_000);
    const { placement } = await resync(placed.placementId.toUpperCase());
    // The placement keeps `lastError` until the new push has a result.
    expect(placement).toMatchObject({
      placementId: placed.placementId,
      syncStatus: "PENDING",
      lastError: "The store responded with status 500.",
    });
    expect(await placementsOf(client, rowId)).toMatchObject([placement, { placementId: other.placementId, syncStatus: "FAILED" }]);
    expect(await syncVersions(fixture, client)).toEqual({ [placed.placementId]: 1, [other.placementId]: 0 });
    expect((await getCode(client, rowId))?.updatedAt).toBe(code?.updatedAt);
    expect((await client.events()).slice(events)).toEqual([
      {
        what: "placement.sync_requested",
        recordId: placed.placementId,
        data: { placementId: placed.placementId, discountCodeId: rowId, connectionId: one },
      },
    ]);
  });

  it("on a manual connection returns the unchanged placement and requests no push", async () => {
    const { rowId } = await createCode(client);
    const placed = await place(client, rowId, await addConnection(fixture, client, "manual"));
    expect(await resync(placed.placementId)).toEqual({ placement: placed, userErrors: [] });
    expect(await client.events()).toHaveLength(2);
    expect(await syncVersions(fixture, client)).toEqual({ [placed.placementId]: 0 });
  });

  it("returns NOT_FOUND for an unknown placement and another workspace's, and changes nothing", async () => {
    const { rowId } = await createCode(client);
    const placed = await place(client, rowId, await addConnection(fixture, client, "http"));
    const owner = client;
    await markPushed(fixture, owner);
    client = fixture.client();
    for (const id of [placed.placementId, "01900000-0000-7000-8000-000000000001"]) {
      const { placement, userErrors } = await resync(id);
      expect(placement).toBeNull();
      expect(pathsOf(userErrors)).toEqual(["input.placementId NOT_FOUND"]);
    }
    expect(await placementsOf(owner, rowId)).toMatchObject([{ syncStatus: "SYNCED" }]);
    expect(await owner.events()).toHaveLength(2);
    expect(await client.events()).toEqual([]);
  });

  it("repeated with its Idempotency-Key requests one push", async () => {
    const { rowId } = await createCode(client);
    const { placementId } = await place(client, rowId, await addConnection(fixture, client, "http"));
    const first = await resync(placementId, "key");
    expect(await resync(placementId, "key")).toEqual(first);
    expect(await client.events()).toHaveLength(3);
    await resync(placementId);
    expect(await client.events()).toHaveLength(4);
  });
});
