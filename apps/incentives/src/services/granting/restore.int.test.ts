import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Client } from "../../testing/fixture.js";
import { answer, createDiscounting, giveCode, grantOf } from "../../testing/granting.js";
import * as orders from "../../testing/orders.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(60_000);
});

type Status = "ACTIVE" | "EXPIRED" | "DRAFT";

/** `emitEvent` emits a status change of the grant's code. */
async function issued(terms: object = {}) {
  const response = await answer(fixture, client, await createDiscounting(fixture, client, {}, { delivery: "UNIQUE", ...terms }));
  const now = () => grantOf(fixture, client, response);
  const { row_id, discount_code_id } = await now();
  await giveCode(fixture, client, row_id, `THX-${row_id.slice(-6)}`);
  const rowId = String(discount_code_id);
  /** `at` is in milliseconds relative to the current time. */
  const emitEvent = (status: Status, at = 0) => {
    const data = eventDataOf(discountCodeOf({ rowId, updatedAt: orders.timeIn(fixture, at) }));
    return fixture.emitEvent(discountCodeUpdated, client.workspaceId, rowId, { ...data, status, changed: ["status"] });
  };
  const become = (expected: object) => vi.waitFor(async () => expect(await now()).toMatchObject(expected), polling);
  const history = async () =>
    (await fixture.emitted(client.workspaceId))
      .filter(({ recordId, what }) => recordId === row_id && /expired|restored/.test(what))
      .map(({ what }) => what);
  return { now, emitEvent, become, history, rowId, code: `THX-${row_id.slice(-6)}` };
}

const day = 86_400_000;

describe("a grant that ended with its code", () => {
  it("is issued again each time the code is reactivated, until its own end", async () => {
    const grant = await issued({ expires_in_days: 2 });
    const { expires_at } = await grant.now();
    for (const round of [1, 2]) {
      fixture.clock.advance(1_000);
      await grant.emitEvent("EXPIRED");
      await grant.become({ state: "EXPIRED", failure_reason: "CODE_EXPIRED" });
      fixture.clock.advance(1_000);
      await grant.emitEvent(round === 1 ? "ACTIVE" : "DRAFT");
      await grant.become({ state: "ISSUED", failure_reason: null, expires_at });
    }
    await vi.waitFor(
      async () => expect(await grant.history()).toEqual(["grant.expired", "grant.restored", "grant.expired", "grant.restored"]),
      polling,
    );
    fixture.clock.advance(2 * day);
    await grant.become({ state: "EXPIRED", failure_reason: null });
  });

  it("has no end again if it had none", async () => {
    const grant = await issued();
    await grant.emitEvent("EXPIRED");
    await grant.become({ state: "EXPIRED" });
    await grant.emitEvent("ACTIVE", 1);
    await grant.become({ state: "ISSUED", expires_at: null });
  });

  it("stays ended if its own end has passed", async () => {
    const grant = await issued({ expires_in_days: 1 });
    await grant.emitEvent("EXPIRED");
    await grant.become({ state: "EXPIRED" });
    fixture.clock.advance(day);
    await grant.emitEvent("ACTIVE");
    const { rows } = await fixture.admin.query(
      "SELECT FROM due_grants d JOIN grants g ON g.row_id = d.grant_id WHERE g.discount_code_id = $1",
      [grant.rowId],
    );
    expect([rows.length, (await grant.now()).state]).toEqual([0, "EXPIRED"]);
  });

  it("stays ended if its code's events arrive out of order: the newest counts", async () => {
    const grant = await issued();
    await grant.emitEvent("EXPIRED", 20);
    fixture.clock.advance(20);
    await grant.become({ state: "EXPIRED" });
    await grant.emitEvent("ACTIVE", -10);
    await grant.emitEvent("EXPIRED");
    const other = await issued();
    await other.emitEvent("ACTIVE", 20);
    await other.emitEvent("EXPIRED", 10);
    expect([(await grant.now()).state, (await other.now()).state]).toEqual(["EXPIRED", "ISSUED"]);
    expect(await grant.history()).toEqual(["grant.expired"]);
  });

  it("stays redeemed if an order redeemed it", async () => {
    const grant = await issued();
    await orders.place(fixture, client, { discountCodes: [grant.code] });
    await grant.emitEvent("EXPIRED");
    await grant.emitEvent("ACTIVE", 1);
    expect(await grant.now()).toMatchObject({ state: "REDEEMED" });
  });

  it("is never lost if its code changes back and forth faster than grants are updated", async () => {
    const grants = await Promise.all(Array.from({ length: 4 }, () => issued({ expires_in_days: 2 })));
    for (let turn = 1; turn <= 12; turn += 1) {
      await Promise.all(grants.map((grant, index) => grant.emitEvent((turn + index) % 2 ? "EXPIRED" : "ACTIVE")));
      fixture.clock.advance(1);
    }
    await Promise.all(grants.map((grant, index) => grant.become({ state: index % 2 ? "EXPIRED" : "ISSUED" })));
    for (const grant of grants) {
      const history = await grant.history();
      for (const [index, what] of history.entries()) expect(what).toBe(index % 2 ? "grant.restored" : "grant.expired");
    }
  });
});
