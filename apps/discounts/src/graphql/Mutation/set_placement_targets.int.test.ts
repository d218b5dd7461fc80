import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, type Code, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import {
  markPushed,
  mutatePlacement,
  type Placement,
  place,
  placementsOf,
  syncVersions,
  type Target,
  targetsOf,
} from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
let code: Code;
let placed: Placement;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  code = await createCode(client);
  placed = await place(client, code.rowId, await addConnection(fixture, client, "http"));
  await markPushed(fixture, client);
  fixture.clock.advance(1000);
});

const missing = "01900000-0000-7000-8000-000000000001";
const input = (targets: Target[], changes: object = {}) => ({
  placementId: placed.placementId,
  connectionId: placed.connectionId,
  targets,
  ...changes,
});
const set = (targets: Target[], changes: object = {}, key?: string) =>
  mutatePlacement(client, "set_placement_targets", input(targets, changes), key);
const many = (length: number, prefix: string): Target[] =>
  Array.from({ length }, (_, n) => ({
    kind: ["PRODUCT", "PRICE", "COLLECTION"][n % 3] ?? "",
    externalRef: `${prefix}${n}`,
    title: `T ${n}`,
  }));
const bare = (targets: unknown) => (targets as Target[]).map(({ kind, externalRef, title }) => ({ kind, externalRef, title }));

/** Checks that the call wrote nothing, and returns the paths of the errors. */
async function refused(targets: Target[], changes: object = {}): Promise<string[]> {
  const before = [await placementsOf(client, code.rowId), await client.events()];
  const { placement, userErrors } = await set(targets, changes);
  expect(placement).toBeNull();
  expect([await placementsOf(client, code.rowId), await client.events()]).toEqual(before);
  return pathsOf(userErrors);
}

describe("set_placement_targets", () => {
  it("replaces the targets in the given order, sets the placement to PENDING, and emits an event", async () => {
    const first = [
      { kind: "PRODUCT", externalRef: "p2", title: "Second" },
      { kind: "COLLECTION", externalRef: "p2", title: null },
      { kind: "PRODUCT", externalRef: "p1", title: "First" },
    ];
    expect(bare((await set(first)).placement?.targets)).toEqual(first);
    await markPushed(fixture, client);
    fixture.clock.advance(60_000);
    const now = fixture.clock.now().toISOString();
    const events = (await client.events()).length;
    const second = [{ kind: "PRODUCT", externalRef: "p1" }, { kind: "PRICE", externalRef: "x" }, first[0] as Target];
    const { placement } = await set(second, {
      placementId: placed.placementId.toUpperCase(),
      connectionId: placed.connectionId.toUpperCase(),
    });
    expect(placement).toMatchObject({ placementId: placed.placementId, syncStatus: "PENDING", updatedAt: now });
    expect(bare(placement?.targets)).toEqual(second.map((target) => ({ title: null, ...target })));
    expect(await placementsOf(client, code.rowId)).toEqual([placement]);
    expect(await syncVersions(fixture, client)).toEqual({ [placed.placementId]: 2 });
    expect((await getCode(client, code.rowId))?.updatedAt).toBe(now);
    expect((await client.events()).slice(events)).toMatchObject([
      { what: "discount_code.updated", recordId: code.rowId, data: { updatedAt: now, changed: ["placements", "updatedAt"] } },
    ]);
    expect((await set([])).placement).toMatchObject({ targets: [] });
  });

  it("sets and replaces 1,000 targets, and rejects 1,001", async () => {
    expect(bare((await set(many(1000, "a"))).placement?.targets)).toEqual(many(1000, "a"));
    const replaced = many(1000, "b").toReversed();
    await set(replaced);
    expect(bare(await targetsOf(client, code.rowId))).toEqual(replaced);
    expect(await refused(many(1001, "c"))).toEqual(["input.targets LIMIT_EXCEEDED"]);
    expect(bare(await targetsOf(client, code.rowId))).toEqual(replaced);
  });

  it("that changes nothing writes and emits nothing; another title or order is a change", async () => {
    const targets = [
      { kind: "PRODUCT", externalRef: "p1", title: "One" },
      { kind: "PRODUCT", externalRef: "p2", title: null },
    ];
    await set(targets);
    await markPushed(fixture, client);
    const [before, events] = [await placementsOf(client, code.rowId), (await client.events()).length];
    fixture.clock.advance(60_000);
    expect(await set(targets)).toEqual({ placement: before[0], userErrors: [] });
    expect(await placementsOf(client, code.rowId)).toEqual(before);
    expect(await client.events()).toHaveLength(events);
    await set(targets.toReversed());
    await set(targets.toReversed().map((target) => ({ ...target, title: "Uno" })));
    expect(await client.events()).toHaveLength(events + 2);
  });

  it("accepts the placement's connection only: another one is INVALID, an unknown one or another workspace's NOT_FOUND", async () => {
    const other = await addConnection(fixture, client, "http");
    await place(client, code.rowId, other);
    const foreign = await addConnection(fixture, fixture.client(), "http");
    const targets = [{ kind: "PRODUCT", externalRef: "p1" }];
    expect(await refused(targets, { connectionId: other })).toEqual(["input.connectionId INVALID"]);
    for (const connectionId of [foreign, missing])
      expect(await refused(targets, { connectionId })).toEqual(["input.connectionId NOT_FOUND"]);
  });

  it("reports all violations at once; a duplicate target at its later position", async () => {
    const targets = [
      { kind: "PRODUCT", externalRef: "p" },
      { kind: "PRICE", externalRef: "p" },
      { kind: "PRODUCT", externalRef: "P" },
      { kind: "PRODUCT", externalRef: "p", title: "Again" },
      { kind: "PRODUCT", externalRef: "" },
      { kind: "PRODUCT", externalRef: "q", title: "x".repeat(256) },
    ];
    expect(await refused(targets, { placementId: missing, connectionId: missing })).toEqual([
      "input.connectionId NOT_FOUND",
      "input.placementId NOT_FOUND",
      "input.targets.3.externalRef TAKEN",
      "input.targets.4.externalRef TOO_SHORT",
      "input.targets.5.title TOO_LONG",
    ]);
  });

  it("returns NOT_FOUND for another workspace's placement and changes nothing", async () => {
    const owner = client;
    const before = await placementsOf(owner, code.rowId);
    client = fixture.client();
    const { userErrors } = await set([{ kind: "PRODUCT", externalRef: "p1" }]);
    expect(pathsOf(userErrors)).toEqual(["input.connectionId NOT_FOUND", "input.placementId NOT_FOUND"]);
    expect(await placementsOf(owner, code.rowId)).toEqual(before);
    expect(await client.events()).toEqual([]);
  });

  it("by many concurrent calls ends with the complete list of one of them", async () => {
    const lists = ["a", "b", "c", "d"].map((prefix) => many(20, prefix));
    const answers = await Promise.all(lists.map((targets) => set(targets)));
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(lists).toContainEqual(bare(await targetsOf(client, code.rowId)));
  });

  it("repeated with its Idempotency-Key returns the same response including targets", async () => {
    const first = await set(many(3, "a"), {}, "key");
    await set(many(2, "b"));
    expect((await set(many(3, "a"), {}, "key")).placement?.targets).toEqual(first.placement?.targets);
    expect(bare(await targetsOf(client, code.rowId))).toEqual(many(2, "b"));
  });

  it("on a manual connection sets targets without a push", async () => {
    const manual = await place(client, code.rowId, await addConnection(fixture, client, "manual"));
    const { placement } = await set(many(1, "a"), { placementId: manual.placementId, connectionId: manual.connectionId });
    expect(placement).toMatchObject({ syncStatus: "NOT_PUSHED", targets: [{ externalRef: "a0" }] });
    expect(await placementsOf(client, code.rowId)).toMatchObject([{ syncStatus: "SYNCED" }, { syncStatus: "NOT_PUSHED" }]);
  });
});
