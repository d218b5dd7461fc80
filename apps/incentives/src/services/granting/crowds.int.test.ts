import { orderPlaced } from "@offergraph/shared/contracts/events/orders";
import { orderOf } from "@offergraph/testkit/orders";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { limitPeriods } from "../../domain/ranks.js";
import * as crowd from "../../testing/crowd.js";
import { createCrediting, grantsOf, outcomeEvent } from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { createActive, type Incentive, labelRule, update } from "../../testing/incentives.js";
import { type OthersWorld, startOthersWorld } from "../../testing/others.js";
import type { Client } from "../../testing/world.js";

const dayMs = 86_400_000;
let world: OthersWorld;
let replica: OthersWorld["running"];
let client: Client;
beforeAll(async () => {
  world = await startOthersWorld(inject("adminUrl"));
  replica = await world.startReplica();
});
afterAll(() => world?.stop());
beforeEach(() => {
  client = world.client();
  world.clock.advance(60_000);
});

const many = 300;
const lookTogether = (responses: Parameters<typeof crowd.lookTogether>[3]) => crowd.lookTogether(world, replica, client, responses);
const crowdOf = (incentive: Incentive, count: number, changes?: Parameters<typeof crowd.crowdOf>[3]) =>
  crowd.crowdOf(world, incentive, count, changes);
const statesOf = async () => (await grantsOf(world, client)).map(({ state }) => state);
const count = (states: readonly string[], ...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;
const rowsOf = async (table: string) =>
  (await world.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;

describe.each(limitPeriods)(`${many} concurrent responses of one customer on two replicas, with a cap of %s`, (limitPeriod) => {
  it("are granted up to the limit, all others capped", async () => {
    const incentive = await createCrediting(world, client, { limitCount: 7, limitPeriod });
    await update(client, incentive.rowId, { minTrustScore: 0.5 });
    await lookTogether(crowdOf(incentive, many, (index) => ({ trustScore: index % 3 === 0 ? 0.4 : 1 })));
    const states = await statesOf();
    expect(states).toHaveLength(many);
    expect(count(states, "ISSUED", "HELD")).toBe(7);
    expect(count(states, "CAPPED")).toBe(many - 7);
    expect(await rowsOf("credit_ledger")).toHaveLength(count(states, "ISSUED"));
  });

  it("are also if they arrive as events", async () => {
    const incentive = await createActive(world, client, { limitCount: 100, limitPeriod });
    await world.tellAll(crowdOf(incentive, many).map((response) => outcomeEvent(world, client, response)));
    const states = await statesOf();
    expect([count(states, "ISSUED"), count(states, "CAPPED")]).toEqual([100, many - 100]);
  });
});

describe("concurrent responses with a cap", () => {
  it("count each grant, also of several rules, in the order of the rules", async () => {
    const rules = [labelRule("COMPLETE", "A"), labelRule("COMPLETE", "B")];
    const incentive = await createActive(world, client, { rules, limitCount: 5, limitPeriod: "EVER" });
    await lookTogether(crowdOf(incentive, 20));
    const granted = (await grantsOf(world, client)).filter(({ state }) => state === "ISSUED");
    expect(granted.map(({ public_label }) => public_label).sort()).toEqual(["A", "A", "A", "B", "B"]);
  });

  it("with outcomes at different times never exceed the limit in any window, in any order of arrival", async () => {
    const incentive = await createActive(world, client, { limitCount: 3, limitPeriod: "DAY" });
    const start = world.clock.now().getTime();
    const times = crowd.range(100).map((index) => start + Math.floor((index * 7919) % 100) * (dayMs / 20) + (index % 3) - 1);
    await lookTogether(crowdOf(incentive, times.length, (index) => ({ completedAt: new Date(times[index] ?? 0).toISOString() })));
    const granted = (await grantsOf(world, client)).filter(({ state }) => state === "ISSUED").map(({ outcome_at }) => Number(outcome_at));
    for (const end of granted) expect(granted.filter((time) => time > end - dayMs && time <= end).length).toBeLessThanOrEqual(3);
    expect(granted.length).toBeGreaterThanOrEqual(5);
  });

  it("have the full limit again after each real order", async () => {
    const incentive = await createActive(world, client, { limitCount: 2, limitPeriod: "ORDER" });
    const people = crowdOf(incentive, 40, (index) => ({
      completedAt: new Date(world.clock.now().getTime() + (index % 2 === 0 ? 0 : 1_000)).toISOString(),
    }));
    const order = (changes: Partial<ReturnType<typeof orderOf>>) => {
      const placedAt = new Date(world.clock.now().getTime() + 500).toISOString();
      const placed = orderOf({ customerId: people[0]?.customerId ?? null, placedAt, ...changes });
      return world.tell(orderPlaced, client.workspaceId, placed.rowId, placed);
    };
    await order({});
    await order({ isReal: false, placedAt: world.clock.now().toISOString() });
    await lookTogether(people);
    expect(count(await statesOf(), "ISSUED")).toBe(4);
  });

  it("do not count a declined grant, but count a released one", async () => {
    const incentive = await createActive(world, client, { limitCount: 2, limitPeriod: "EVER" });
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const people = crowdOf(incentive, 30, () => ({ trustScore: 0.5 }));
    await lookTogether(people);
    const held = (await grantsOf(world, client)).filter(({ state }) => state === "HELD");
    expect(held).toHaveLength(2);
    await decide(client, "release", held[0]?.row_id ?? "");
    await decide(client, "decline", held[1]?.row_id ?? "");
    await lookTogether(crowdOf(incentive, 30, () => ({ customerId: people[0]?.customerId ?? null })));
    const states = await statesOf();
    expect([count(states, "ISSUED"), count(states, "DECLINED"), count(states, "CAPPED")]).toEqual([2, 1, 57]);
    const declined = (await world.told(client.workspaceId)).find(({ what }) => what === "grant.declined");
    expect(declined?.data).toMatchObject({ customerId: people[0]?.customerId });
  });
});
