import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { markPushed, mutatePlacement, place, placementsOf, targetsOf } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const remove = (placementId: unknown, key?: string) => mutatePlacement(client, "remove_discount_placement", { placementId }, key);

describe("remove_discount_placement", () => {
  it("deletes the placement with its targets, keeps the others, and emits an event", async () => {
    const [one, two] = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "http")];
    const { rowId } = await createCode(client);
    const [gone, kept] = [await place(client, rowId, one), await place(client, rowId, two)];
    const targets = [{ kind: "PRODUCT", externalRef: "p1" }];
    await mutatePlacement(client, "set_placement_targets", { placementId: gone.placementId, connectionId: one, targets });
    await markPushed(fixture, client);
    const before = (await client.events()).length;
    fixture.clock.advance(60_000);
    const now = fixture.clock.now().toISOString();
    expect(await remove(gone.placementId.toUpperCase())).toEqual({ deletedId: gone.placementId, userErrors: [] });
    expect(await placementsOf(client, rowId)).toMatchObject([
      { placementId: kept.placementId, syncStatus: "SYNCED", discountCode: { updatedAt: now } },
    ]);
    expect(await targetsOf(client, rowId)).toEqual([]);
    expect((await client.events()).slice(before)).toMatchObject([
      {
        what: "discount_code.updated",
        recordId: rowId,
        data: {
          updatedAt: now,
          placements: [{ placementId: kept.placementId, connectionId: two }],
          changed: ["placements", "updatedAt"],
        },
      },
    ]);
  });

  it("returns NOT_FOUND for an unknown placement and another workspace's, and changes nothing", async () => {
    const { rowId } = await createCode(client);
    const placed = await place(client, rowId, await addConnection(fixture, client));
    const owner = client;
    client = fixture.client();
    for (const id of [placed.placementId, "01900000-0000-7000-8000-000000000001"]) {
      const { deletedId, userErrors } = await remove(id);
      expect(deletedId).toBeNull();
      expect(pathsOf(userErrors)).toEqual(["input.placementId NOT_FOUND"]);
    }
    expect(await placementsOf(owner, rowId)).toEqual([placed]);
    expect(await owner.events()).toHaveLength(2);
    expect(await client.events()).toEqual([]);
  });

  it("succeeds once under concurrent calls; the others get NOT_FOUND", async () => {
    const { rowId } = await createCode(client);
    const { placementId } = await place(client, rowId, await addConnection(fixture, client));
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove(placementId)));
    expect(answers.filter(({ deletedId }) => deletedId)).toHaveLength(1);
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array(3).fill("input.placementId NOT_FOUND"));
    expect(await client.events()).toHaveLength(3);
  });

  it("repeated with its Idempotency-Key returns the same response; without one NOT_FOUND", async () => {
    const { rowId } = await createCode(client);
    const { placementId } = await place(client, rowId, await addConnection(fixture, client));
    const first = await remove(placementId, "key");
    expect(await remove(placementId, "key")).toEqual(first);
    expect(pathsOf((await remove(placementId)).userErrors)).toEqual(["input.placementId NOT_FOUND"]);
  });
});
