import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { answer, createDiscounting, giveCode, grantOf } from "../../testing/granting.js";
import * as orders from "../../testing/orders.js";
import { type OthersWorld, startOthersWorld } from "../../testing/others.js";
import type { Client } from "../../testing/world.js";

let world: OthersWorld;
let client: Client;
beforeAll(async () => {
  world = await startOthersWorld(inject("adminUrl"));
  await world.startReplica();
});
afterAll(() => world?.stop());
beforeEach(() => {
  client = world.client();
  world.clock.advance(60_000);
});

type Status = "ACTIVE" | "EXPIRED" | "DRAFT";

/** Creates an issued grant, and functions that emit changes of its code. */
async function issued(terms: object = {}) {
  const response = await answer(world, client, await createDiscounting(world, client, {}, { delivery: "UNIQUE", ...terms }));
  const now = () => grantOf(world, client, response);
  const { row_id, discount_code_id } = await now();
  await giveCode(world, client, row_id, `THX-${row_id.slice(-6)}`);
  const rowId = String(discount_code_id);
  /** `at`: time of the change, in milliseconds from now. */
  const tell = (status: Status, at = 0) => {
    const data = eventDataOf(discountCodeOf({ rowId, updatedAt: orders.timeIn(world, at) }));
    return world.tell(discountCodeUpdated, client.workspaceId, rowId, { ...data, status, changed: ["status"] });
  };
  const become = (expected: object) => vi.waitFor(async () => expect(await now()).toMatchObject(expected), polling);
  const history = async () =>
    (await world.told(client.workspaceId))
      .filter(({ recordId, what }) => recordId === row_id && /expired|restored/.test(what))
      .map(({ what }) => what);
  return { now, tell, become, history, rowId, code: `THX-${row_id.slice(-6)}` };
}

const day = 86_400_000;

describe("a grant that ended with its code", () => {
  it("is issued again each time the code is reactivated, until its own end", async () => {
    const grant = await issued({ expires_in_days: 2 });
    const { expires_at } = await grant.now();
    for (const round of [1, 2]) {
      world.clock.advance(1_000);
      await grant.tell("EXPIRED");
      await grant.become({ state: "EXPIRED", failure_reason: "CODE_EXPIRED" });
      world.clock.advance(1_000);
      await grant.tell(round === 1 ? "ACTIVE" : "DRAFT");
      await grant.become({ state: "ISSUED", failure_reason: null, expires_at });
    }
    await vi.waitFor(
      async () => expect(await grant.history()).toEqual(["grant.expired", "grant.restored", "grant.expired", "grant.restored"]),
      polling,
    );
    world.clock.advance(2 * day);
    await grant.become({ state: "EXPIRED", failure_reason: null });
  });

  it("has no end again if it had none", async () => {
    const grant = await issued();
    await grant.tell("EXPIRED");
    await grant.become({ state: "EXPIRED" });
    await grant.tell("ACTIVE", 1);
    await grant.become({ state: "ISSUED", expires_at: null });
  });

  it("stays ended if its own end has passed", async () => {
    const grant = await issued({ expires_in_days: 1 });
    await grant.tell("EXPIRED");
    await grant.become({ state: "EXPIRED" });
    world.clock.advance(day);
    await grant.tell("ACTIVE");
    const { rows } = await world.admin.query(
      "SELECT FROM due_grants d JOIN grants g ON g.row_id = d.grant_id WHERE g.discount_code_id = $1",
      [grant.rowId],
    );
    expect([rows.length, (await grant.now()).state]).toEqual([0, "EXPIRED"]);
  });

  it("stays ended if its code's events arrive out of order: the newest counts", async () => {
    const grant = await issued();
    await grant.tell("EXPIRED", 20);
    world.clock.advance(20);
    await grant.become({ state: "EXPIRED" });
    await grant.tell("ACTIVE", -10);
    await grant.tell("EXPIRED");
    const other = await issued();
    await other.tell("ACTIVE", 20);
    await other.tell("EXPIRED", 10);
    expect([(await grant.now()).state, (await other.now()).state]).toEqual(["EXPIRED", "ISSUED"]);
    expect(await grant.history()).toEqual(["grant.expired"]);
  });

  it("stays redeemed if an order redeemed it", async () => {
    const grant = await issued();
    await orders.place(world, client, { discountCodes: [grant.code] });
    await grant.tell("EXPIRED");
    await grant.tell("ACTIVE", 1);
    expect(await grant.now()).toMatchObject({ state: "REDEEMED" });
  });

  it("is never lost if its code changes back and forth faster than grants are updated", async () => {
    const grants = await Promise.all(Array.from({ length: 4 }, () => issued({ expires_in_days: 2 })));
    for (let turn = 1; turn <= 12; turn += 1) {
      await Promise.all(grants.map((grant, index) => grant.tell((turn + index) % 2 ? "EXPIRED" : "ACTIVE")));
      world.clock.advance(1);
    }
    await Promise.all(grants.map((grant, index) => grant.become({ state: index % 2 ? "EXPIRED" : "ISSUED" })));
    for (const grant of grants) {
      const history = await grant.history();
      for (const [index, what] of history.entries()) expect(what).toBe(index % 2 ? "grant.restored" : "grant.expired");
    }
  });
});
