import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { addCheckout } from "../../testing/orders.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const query = "{ summary: get_checkouts_summary { total open converted abandoned atCart atCheckout conversionRate abandonmentRate } }";

describe("get_checkouts_summary", () => {
  it("counts the workspace's own checkouts, each by its status and by its stage", async () => {
    const client = fixture.client();
    for (const [status, stage] of [
      [0, 0],
      [1, 1],
      [1, 1],
      [2, 0],
    ])
      await addCheckout(fixture, client, { status, stage });
    expect(await client.data(query)).toEqual({
      summary: { total: 4, open: 1, converted: 2, abandoned: 1, atCart: 2, atCheckout: 2, conversionRate: 0.5, abandonmentRate: 0.25 },
    });
    expect(await fixture.client().data(query)).toMatchObject({ summary: { total: 0, conversionRate: null, abandonmentRate: null } });
  });
});
