import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode, pathsOf } from "../../testing/codes.js";
import { markPushed, mutatePlacement, place, placementsOf, targetsOf } from "../../testing/placements.js";
import { type Client, startWorld, type World } from "../../testing/world.js";

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld(inject("adminUrl"));
});
afterAll(() => world?.stop());
beforeEach(() => {
  client = world.client();
});

const remove = (placementId: unknown, key?: string) => mutatePlacement(client, "remove_discount_placement", { placementId }, key);

describe("remove_discount_placement", () => {
  it("deletes the placement with its targets, keeps the others, and emits an event", async () => {
    const [one, two] = [await addConnection(world, client, "http"), await addConnection(world, client, "http")];
    const { rowId } = await createCode(client);
    const [gone, kept] = [await place(client, rowId, one), await place(client, rowId, two)];
    const targets = [{ kind: "PRODUCT", externalRef: "p1" }];
    await mutatePlacement(client, "set_placement_targets", { placementId: gone.placementId, connectionId: one, targets });
    await markPushed(world, client);
    const before = (await client.events()).length;
    world.clock.advance(60_000);
    const now = world.clock.now().toISOString();
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
    const placed = await place(client, rowId, await addConnection(world, client));
    const owner = client;
    client = world.client();
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
    const { placementId } = await place(client, rowId, await addConnection(world, client));
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove(placementId)));
    expect(answers.filter(({ deletedId }) => deletedId)).toHaveLength(1);
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array(3).fill("input.placementId NOT_FOUND"));
    expect(await client.events()).toHaveLength(3);
  });

  it("repeated with its Idempotency-Key returns the same response; without one NOT_FOUND", async () => {
    const { rowId } = await createCode(client);
    const { placementId } = await place(client, rowId, await addConnection(world, client));
    const first = await remove(placementId, "key");
    expect(await remove(placementId, "key")).toEqual(first);
    expect(pathsOf((await remove(placementId)).userErrors)).toEqual(["input.placementId NOT_FOUND"]);
  });
});
