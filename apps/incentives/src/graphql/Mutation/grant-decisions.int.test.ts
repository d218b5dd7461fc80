import { newId } from "@offergraph/shared/time/ids";
import { subgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { grantStates, grantTasks } from "../../domain/ordinals.js";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { addGrant, createGranting, decide, type GrantAnswer } from "../../testing/grants.js";
import type { Incentive } from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
let incentive: Incentive;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { DATABASE_POOL: "20" });
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  incentive = await createGranting(client);
});

const [operations, opposite] = [["release", "decline"] as const, { release: "decline", decline: "release" } as const];
const stateAfter = { release: "ISSUED", decline: "DECLINED" };
const decidedState = { release: "ISSUING", decline: "DECLINED" };
const news = async () => (await client.events()).slice(1);
const rowOf = async (rowId: string) => (await fixture.admin.query("SELECT * FROM grants WHERE row_id = $1", [rowId])).rows[0];
const due = async (rowId: string) => (await fixture.admin.query("SELECT * FROM due_grants WHERE grant_id = $1", [rowId])).rows;

describe.each(operations)("%s_incentive_grant", (operation) => {
  it("decides a held grant and emits the event", async () => {
    const grantId = await addGrant(fixture, client, incentive, "HELD", {
      tier: 1,
      amount_minor: "9007199254740993",
      fields: { vip: true },
    });
    fixture.clock.advance(1000);
    const now = fixture.clock.now().toISOString();
    const { grant, userErrors } = await decide(client, operation, grantId.toUpperCase());
    expect(userErrors).toEqual([]);
    expect(grant).toMatchObject({ rowId: grantId, state: stateAfter[operation], decidedAt: now, updatedAt: now, tier: "enhanced" });
    const [decided, ...more] = await news();
    expect(decided).toEqual({
      what: `grant.${operation}d`,
      recordId: grantId,
      data: expect.objectContaining({
        rowId: grantId,
        incentiveId: incentive.rowId,
        state: decidedState[operation],
        decidedAt: now,
        kindSlug: "metadata",
        tier: "enhanced",
        trustScore: 0.5,
        amountMinor: "9007199254740993",
        fields: { vip: true },
      }),
    });
    expect(more.map(({ what }) => what)).toEqual(operation === "release" ? ["grant.issued"] : []);
  });

  it("never sets an earlier time than the grant has", async () => {
    const grantId = await addGrant(fixture, client, incentive);
    const held = await rowOf(grantId);
    fixture.clock.advance(-1000);
    const { grant } = await decide(client, operation, grantId);
    fixture.clock.advance(1000);
    expect(grant?.updatedAt).toBe(held.updated_at.toISOString());
    for (const { data } of await news()) expect(data.updatedAt).toBe(grant?.updatedAt);
  });

  it("changes nothing and succeeds if repeated, in any later state", async () => {
    const grantId = await addGrant(fixture, client, incentive);
    const first = await decide(client, operation, grantId);
    fixture.clock.advance(1000);
    expect(await decide(client, operation, grantId)).toEqual(first);
    if (operation === "release") {
      await fixture.admin.query("UPDATE grants SET state = $2 WHERE row_id = $1", [grantId, grantStates.indexOf("REDEEMED")]);
      expect((await decide(client, operation, grantId)).grant?.state).toBe("REDEEMED");
    }
    expect(await news()).toHaveLength(operation === "release" ? 2 : 1);
  });

  it("returns ALREADY_DECIDED after the opposite decision, and changes nothing", async () => {
    const grantId = await addGrant(fixture, client, incentive);
    await decide(client, opposite[operation], grantId);
    const before = [await rowOf(grantId), await due(grantId), await news()];
    const { grant, userErrors } = await decide(client, operation, grantId);
    expect(grant).toBeNull();
    expect(pathsOf(userErrors)).toEqual(["input.grantId ALREADY_DECIDED"]);
    expect([await rowOf(grantId), await due(grantId), await news()]).toEqual(before);
  });

  it("returns INVALID_TRANSITION for a grant that was never held, and changes nothing", async () => {
    for (const state of grantStates.filter((one) => one !== "HELD" && one !== "DECLINED")) {
      const grantId = await addGrant(fixture, client, incentive, state);
      const before = await rowOf(grantId);
      expect(pathsOf((await decide(client, operation, grantId)).userErrors)).toEqual(["input.grantId INVALID_TRANSITION"]);
      expect(await rowOf(grantId)).toEqual(before);
    }
    expect(await news()).toEqual([]);
  });

  it("returns NOT_FOUND and changes nothing for an unknown id or another workspace's", async () => {
    const grantId = await addGrant(fixture, client, incentive);
    const before = await rowOf(grantId);
    const stranger = fixture.client();
    for (const id of [grantId, newId()])
      expect(pathsOf((await decide(stranger, operation, id)).userErrors)).toEqual(["input.grantId NOT_FOUND"]);
    expect(await rowOf(grantId)).toEqual(before);
    expect(await stranger.events()).toEqual([]);
  });

  it("returns the same result if repeated with its Idempotency-Key", async () => {
    const grantId = await addGrant(fixture, client, incentive);
    const first = await decide(client, operation, grantId, "key");
    expect(await decide(client, operation, grantId, "key")).toEqual(first);
    expect(await news()).toHaveLength(operation === "release" ? 2 : 1);
  });
});

describe("a released discount grant", () => {
  it("requests its code, and again if there is no response", async () => {
    const grantId = await addGrant(fixture, client, incentive, "HELD", { kind: 0, delivery: 1, discount_code_id: newId() });
    expect((await decide(client, "release", grantId)).grant?.state).toBe("ISSUING");
    expect((await news()).map(({ what }) => what)).toEqual(["grant.released", "grant.requested"]);
    expect(await due(grantId)).toMatchObject([{ task: grantTasks.indexOf("ISSUE"), attempts: 1 }]);
  });
});

describe("a hundred concurrent decisions on one grant, on two replicas", () => {
  it("apply one decision; equal ones succeed, opposite ones return ALREADY_DECIDED", async () => {
    const replica = await fixture.startReplica();
    const other = subgraphClient({
      url: replica.url,
      service: "incentives",
      workspaceId: client.workspaceId,
      now: () => fixture.clock.now(),
    });
    const grantId = await addGrant(fixture, client, incentive);
    const wanted = Array.from({ length: 100 }, (_, index) => operations[(index * 7) % 3 === 0 ? 0 : 1]);
    const elsewhere: Client = { ...client, data: (query, variables) => other.data(query, { variables: { ...variables } }) };
    const answers: [string, GrantAnswer][] = await Promise.all(
      wanted.map(async (operation, index) => [operation, await decide(index % 2 === 0 ? client : elsewhere, operation, grantId)]),
    );
    const emitted = await news();
    const winner = emitted[0]?.what === "grant.released" ? "release" : "decline";
    for (const [operation, { grant, userErrors }] of answers) {
      expect(pathsOf(userErrors)).toEqual(operation === winner ? [] : ["input.grantId ALREADY_DECIDED"]);
      expect(grant?.state).toBe(operation === winner ? stateAfter[winner] : undefined);
    }
    expect(grantStates[(await rowOf(grantId)).state]).toBe(stateAfter[winner]);
    expect(emitted).toHaveLength(winner === "release" ? 2 : 1);
  });
});
