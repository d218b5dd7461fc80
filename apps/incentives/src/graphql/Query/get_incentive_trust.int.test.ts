import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { grantStates } from "../../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addGrant, createGranting, decide } from "../../testing/grants.js";
import { update } from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Trust {
  incentiveId: string;
  minTrustScore: number | null;
  grantsByState: { state: string; count: number }[];
  scoreHistogram: { from: number; to: number; count: number }[];
  held: { rowId: string; trustScore: number; formResponse: { rowId: string } }[];
  releasedShare: number | null;
}
const trustOf = async (id: string, from: Client = client) =>
  (
    await from.data<{ trust: Trust | null }>(
      `query ($id: UUID!) { trust: get_incentive_trust(id: $id) { incentiveId minTrustScore grantsByState { state count }
        scoreHistogram { from to count } held { rowId trustScore formResponse { rowId } } releasedShare } }`,
      { id },
    )
  ).trust;

describe("get_incentive_trust", () => {
  it("returns zero for every state and bucket, and no rate, for an incentive without grants", async () => {
    const { rowId } = await createGranting(client);
    const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    expect(await trustOf(rowId)).toEqual({
      incentiveId: rowId,
      minTrustScore: null,
      grantsByState: grantStates.map((state) => ({ state, count: 0 })),
      scoreHistogram: steps.map((from) => ({ from, to: Math.round(from * 10 + 1) / 10, count: 0 })),
      held: [],
      releasedShare: null,
    });
  });

  it("counts grants by state and trust bucket: buckets include their lower bound, the last one also 1", async () => {
    const incentive = await createGranting(client);
    await update(client, incentive.rowId, { minTrustScore: 0.7 });
    const scores = [0, 0.099_999, 0.1, 0.3, 0.6, 0.7, 0.7, 0.9, 1, null];
    for (const trust_score of scores) await addGrant(fixture, client, incentive, "ISSUED", { trust_score });
    await addGrant(fixture, client, incentive, "PENDING", { trust_score: null });
    await addGrant(fixture, client, await createGranting(client), "ISSUED");
    const trust = await trustOf(incentive.rowId);
    expect(trust?.minTrustScore).toBe(0.7);
    expect(trust?.scoreHistogram.map(({ count }) => count)).toEqual([2, 1, 0, 1, 0, 0, 1, 2, 0, 2]);
    expect(trust?.grantsByState.filter(({ count }) => count > 0)).toEqual([
      { state: "PENDING", count: 1 },
      { state: "ISSUED", count: 10 },
    ]);
  });

  it("returns held grants, oldest first, with their responses, and the release rate", async () => {
    const incentive = await createGranting(client);
    const held: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      held.push(await addGrant(fixture, client, incentive));
      fixture.clock.advance(1);
    }
    const [first = "", second = "", third = "", ...rest] = held;
    expect((await trustOf(incentive.rowId))?.held.map(({ rowId }) => rowId)).toEqual(held);
    for (const id of [first, second]) await decide(client, "release", id);
    await decide(client, "decline", third);
    await fixture.admin.query("UPDATE grants SET state = $2 WHERE row_id = $1", [first, grantStates.indexOf("ISSUED")]);
    const trust = await trustOf(incentive.rowId);
    expect(trust?.held.map(({ rowId }) => rowId)).toEqual(rest);
    expect(trust?.held[0]).toMatchObject({ trustScore: 0.5, formResponse: { rowId: expect.anything() } });
    expect(trust?.releasedShare).toBe(2 / 3);
  });

  it("is null for an unknown id and another workspace's", async () => {
    const { rowId } = await createGranting(client);
    expect(await trustOf(newId())).toBeNull();
    expect(await trustOf(rowId, fixture.client())).toBeNull();
  });
});
