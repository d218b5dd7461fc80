import { patient } from "@offergraph/shared/testing/patient";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { addConnection, deliver, sendRecords, sentOrder, streamRecords } from "../testing/send.js";
import { type Client, startWorld, type World } from "../testing/world.js";

let world: World;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  world = await startWorld(inject("adminUrl"));
});
afterAll(() => world?.stop());
beforeEach(async () => {
  client = world.client();
  connectionId = await addConnection(world, client);
});

const list = () => client.data("{ list_orders(first: 1) { nodes { rowId } } }", {});

describe("a crowd of streams of one connection", () => {
  it("is taken in whole, while others' records and reads find their way", async () => {
    const streams = Array.from({ length: 24 }, () =>
      streamRecords(
        world,
        client,
        "orders",
        Array.from({ length: 600 }, () => sentOrder({ visitorId: newId() })),
        { connectionId },
      ),
    );
    const other = await addConnection(world, client);
    let isOver = false;
    const all = Promise.all(streams).finally(() => {
      isOver = true;
    });
    const outcomes: unknown[] = [];
    while (!isOver) {
      expect(await list()).toMatchObject({ list_orders: { nodes: expect.any(Array) } });
      const { results } = await sendRecords(world, client, "orders", [sentOrder()], { connectionId: other });
      outcomes.push(results[0]?.outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(["accepted"]));
    for (const { errors, results } of await all) {
      expect(errors).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === "accepted")).toHaveLength(600);
    }
  });

  it("that is too large for the process's memory is asked to come again, until somebody left", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function* waiting() {
      yield Buffer.from(`${JSON.stringify(sentOrder())}\n`);
      await ended;
    }
    const inside = await Promise.all(Array.from({ length: 25 }, () => deliver(world, client, "orders", waiting(), { connectionId })));
    const refused = await deliver(world, client, "orders", waiting(), { connectionId });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
    end();
    for (const answer of inside) expect(await answer.json()).toMatchObject({ results: [{ outcome: "accepted" }] });
    await vi.waitFor(
      async () => expect((await streamRecords(world, client, "orders", [sentOrder()], { connectionId })).status).toBe(200),
      patient,
    );
  });
});
