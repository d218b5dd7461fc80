import { KeyedQueue } from "@offergraph/service/messaging/keyed-queue";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { drawHistory } from "../../testing/attribution-history.js";
import { attributed, byName, outcomes } from "../../testing/attribution-outcomes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { type Draw, drawOf } from "../../testing/random.js";
import { plainOutcomes } from "../../testing/reference-attribution.js";
import { type Step, stepsOf, takeOrders, takeRates } from "../../testing/take-history.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());

/** Runs the steps of different records concurrently, and the steps of one record in order. */
async function takeAll(steps: readonly Step[]): Promise<void> {
  const queues = new KeyedQueue(6);
  const failures: unknown[] = [];
  for (const { record, take } of steps) queues.add(record, () => take().catch((error) => void failures.push(error)));
  await queues.idle();
  if (failures.length > 0) throw failures[0];
}

/** Randomly merges the lists into one list. Keeps the order of the steps in each list, and repeats some steps. */
function interleave(draw: Draw, lists: readonly Step[][]): Step[] {
  const placed = lists.flatMap((steps) => {
    const places = steps.map(() => draw(1_000_000)).sort((one, other) => one - other);
    return steps.flatMap((step, index) => {
      const first = { step, place: places[index] as number };
      return draw(5) > 0 ? [first] : [first, { step, place: first.place + draw(500_000) }];
    });
  });
  return placed.sort((one, other) => one.place - other.place).map(({ step }) => step);
}

const seeds = fc.noShrink(fc.nat());

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)];

describe("attribution and the reported view", () => {
  it("equal a reference implementation for 5,000 orders if codes, responses and rates exist first", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const draw = drawOf(seed);
        const client: Client = fixture.client();
        const history = drawHistory(draw, { names: 150, codeChanges: 500, responses: 1_000, orders: 5_000, people: 300 });
        const newest = [...new Map(history.orders.map((order) => [order.externalRef, order])).values()];
        await takeAll(stepsOf(fixture, client, { ...history, orders: [], rates: [] }).flat());
        await takeRates(fixture, client, history.rates);
        await attributed(fixture, client);
        for (const batch of chunks(newest, 500)) await takeOrders(fixture, client, batch);
        const plain = byName(plainOutcomes(history));
        expect(await outcomes(fixture, client)).toEqual(plain);
        const by = (method: string | null) => plain.filter(({ attributionMethod }) => attributionMethod === method).length;
        expect(Math.min(by("DISCOUNT_CODE"), by("FORM_RESPONSE"), by(null))).toBeGreaterThan(100);
      }),
      { numRuns: 1 },
    );
  });

  it("are the same for any order of arrival of events, orders, old versions and rates, with repeats", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const draw = drawOf(seed);
        const client = fixture.client();
        const history = drawHistory(draw, { names: 8, codeChanges: 40, responses: 25, orders: 30, people: 8 });
        await takeAll(interleave(draw, stepsOf(fixture, client, history)));
        await attributed(fixture, client);
        expect(await outcomes(fixture, client)).toEqual(byName(plainOutcomes(history)));
      }),
      { numRuns: 8 },
    );
  });
});
