import { expectReady, startTestService } from "@offergraph/testkit/service";
import { polling } from "@offergraph/testkit/timeouts";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { service } from "./service.js";
import { startFixture } from "./testing/fixture.js";

let running: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  running = await startTestService(service);
});
afterAll(() => running.end());

describe("orders", () => {
  it("is ready if its database and NATS are available", () => expectReady(running));
});

it("waits for a database connection up to the timeout, and responds again when one is free", async () => {
  const fixture = await startFixture(inject("adminUrl"), { DATABASE_POOL: "2", DATABASE_WAIT_MS: "60001" });
  try {
    const client = fixture.client();
    const [query, { pool }] = ["{ list_orders(first: 1) { nodes { rowId } } }", fixture.running.parts];
    expect(pool.options.connectionTimeoutMillis).toBe(60_001);
    // The start of the service may take longer on a slow machine.
    pool.options.connectionTimeoutMillis = 2_000;
    const taken: pg.PoolClient[] = [];
    while (taken.length < 2)
      taken.push(
        ...(await pool.connect().then(
          (one) => [one],
          () => [],
        )),
      );
    const { errors } = await client.call(query);
    expect(errors).toMatchObject([{ extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
    for (const one of taken) one.release();
    await vi.waitFor(async () => expect(await client.data(query)).toEqual({ list_orders: { nodes: [] } }), polling);
  } finally {
    await fixture.stop();
  }
});
