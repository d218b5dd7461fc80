import { orderPlaced } from "@offergraph/shared/contracts/events/orders";
import { orderOf } from "@offergraph/testkit/orders";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { limitPeriods } from "../../domain/ordinals.js";
import * as crowd from "../../testing/concurrent-responses.js";
import type { Client } from "../../testing/fixture.js";
import { createCrediting, grantsOf, ledgerOf, outcomeEvent } from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { createActive, type Incentive, labelRule, update } from "../../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

const dayMs = 86_400_000;
let fixture: OtherServicesFixture;
let replica: OtherServicesFixture["running"];
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
  replica = await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(60_000);
});

const many = 300;
const lookTogether = (responses: Parameters<typeof crowd.lookTogether>[3]) => crowd.lookTogether(fixture, replica, client, responses);
const concurrentResponses = (incentive: Incentive, count: number, changes?: Parameters<typeof crowd.concurrentResponses>[3]) =>
  crowd.concurrentResponses(fixture, incentive, count, changes);
const statesOf = async () => (await grantsOf(fixture, client)).map(({ state }) => state);
const count = (states: readonly string[], ...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;

describe.each(limitPeriods)(`${many} concurrent responses of one customer on two replicas, with a cap of %s`, (limitPeriod) => {
  it("are granted up to the limit, all others capped", async () => {
    const incentive = await createCrediting(fixture, client, { limitCount: 7, limitPeriod });
    await update(client, incentive.rowId, { minTrustScore: 0.5 });
    await lookTogether(concurrentResponses(incentive, many, (index) => ({ trustScore: index % 3 === 0 ? 0.4 : 1 })));
    const states = await statesOf();
    expect(states).toHaveLength(many);
    expect(count(states, "ISSUED", "HELD")).toBe(7);
    expect(count(states, "CAPPED")).toBe(many - 7);
    expect(await ledgerOf(fixture, client)).toHaveLength(count(states, "ISSUED"));
  });

  it("are also if they arrive as events", async () => {
    const incentive = await createActive(fixture, client, { limitCount: 100, limitPeriod });
    await fixture.emitEvents(concurrentResponses(incentive, many).map((response) => outcomeEvent(fixture, client, response)));
    const states = await statesOf();
    expect([count(states, "ISSUED"), count(states, "CAPPED")]).toEqual([100, many - 100]);
  });
});

describe("concurrent responses with a cap", () => {
  it("count each grant, also of several rules, in the order of the rules", async () => {
    const rules = [labelRule("COMPLETE", "A"), labelRule("COMPLETE", "B")];
    const incentive = await createActive(fixture, client, { rules, limitCount: 5, limitPeriod: "EVER" });
    await lookTogether(concurrentResponses(incentive, 20));
    const granted = (await grantsOf(fixture, client)).filter(({ state }) => state === "ISSUED");
    expect(granted.map(({ public_label }) => public_label).sort()).toEqual(["A", "A", "A", "B", "B"]);
  });

  it("with outcomes at different times never exceed the limit in any window, in any order of arrival", async () => {
    const incentive = await createActive(fixture, client, { limitCount: 3, limitPeriod: "DAY" });
    const start = fixture.clock.now().getTime();
    const times = crowd.range(100).map((index) => start + Math.floor((index * 7919) % 100) * (dayMs / 20) + (index % 3) - 1);
    await lookTogether(
      concurrentResponses(incentive, times.length, (index) => ({ completedAt: new Date(times[index] ?? 0).toISOString() })),
    );
    const granted = (await grantsOf(fixture, client)).filter(({ state }) => state === "ISSUED").map(({ outcome_at }) => Number(outcome_at));
    for (const end of granted) expect(granted.filter((time) => time > end - dayMs && time <= end).length).toBeLessThanOrEqual(3);
    expect(granted.length).toBeGreaterThanOrEqual(5);
  });

  it("have the full limit again after each real order", async () => {
    const incentive = await createActive(fixture, client, { limitCount: 2, limitPeriod: "ORDER" });
    const people = concurrentResponses(incentive, 40, (index) => ({
      completedAt: new Date(fixture.clock.now().getTime() + (index % 2 === 0 ? 0 : 1_000)).toISOString(),
    }));
    const order = (changes: Partial<ReturnType<typeof orderOf>>) => {
      const placedAt = new Date(fixture.clock.now().getTime() + 500).toISOString();
      const placed = orderOf({ customerId: people[0]?.customerId ?? null, placedAt, ...changes });
      return fixture.emitEvent(orderPlaced, client.workspaceId, placed.rowId, placed);
    };
    await order({});
    await order({ isReal: false, placedAt: fixture.clock.now().toISOString() });
    await lookTogether(people);
    expect(count(await statesOf(), "ISSUED")).toBe(4);
  });

  it("do not count a declined grant, but count a released one", async () => {
    const incentive = await createActive(fixture, client, { limitCount: 2, limitPeriod: "EVER" });
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const people = concurrentResponses(incentive, 30, () => ({ trustScore: 0.5 }));
    await lookTogether(people);
    const held = (await grantsOf(fixture, client)).filter(({ state }) => state === "HELD");
    expect(held).toHaveLength(2);
    await decide(client, "release", held[0]?.row_id ?? "");
    await decide(client, "decline", held[1]?.row_id ?? "");
    await lookTogether(concurrentResponses(incentive, 30, () => ({ customerId: people[0]?.customerId ?? null })));
    const states = await statesOf();
    expect([count(states, "ISSUED"), count(states, "DECLINED"), count(states, "CAPPED")]).toEqual([2, 1, 57]);
    const declined = (await fixture.emitted(client.workspaceId)).find(({ what }) => what === "grant.declined");
    expect(declined?.data).toMatchObject({ customerId: people[0]?.customerId });
  });
});
