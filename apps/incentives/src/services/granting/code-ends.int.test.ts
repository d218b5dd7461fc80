import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { formDeleted } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Client } from "../../testing/fixture.js";
import { answer, createCrediting, createDiscounting, giveCode, grantOf } from "../../testing/granting.js";
import * as orders from "../../testing/orders.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(60_000);
});

const timeIn = (milliseconds: number) => orders.timeIn(fixture, milliseconds);

/** Creates a grant that waits for a code. Returns functions that read the grant and emit events about the code. */
async function waiting(terms: object = {}) {
  const response = await answer(fixture, client, await createDiscounting(fixture, client, {}, terms));
  const now = () => grantOf(fixture, client, response);
  const { row_id, discount_code_id } = await now();
  const rowId = String(discount_code_id);
  const { workspaceId } = client;
  const emitEvent = (changes: Partial<EventOf<typeof discountCodeCreated>["data"]>) => {
    const data = { ...eventDataOf(discountCodeOf({ rowId, updatedAt: timeIn(0) })), ...changes };
    return fixture.emitEvent(discountCodeUpdated, workspaceId, rowId, { ...data, changed: ["endsAt"] });
  };
  const remove = () =>
    fixture.emitEvent(discountCodeDeleted, workspaceId, rowId, { rowId, code: "SUN", aliasedCodes: [] }, fixture.clock.now());
  return { now, emitEvent, remove, give: () => giveCode(fixture, client, row_id, "THX"), rowId };
}
const become = (now: () => Promise<unknown>, expected: object) =>
  vi.waitFor(async () => expect(await now()).toMatchObject(expected), polling);

describe("a grant of a discount code", () => {
  it.each([
    [1, 5_000, 5_000],
    [1, 2 * 86_400_000, 86_400_000],
    [undefined, 5_000, 5_000],
  ])("that is valid for %s days ends with the code if that is sooner: after %i ms", async (expires_in_days, codeEnds, ends) => {
    const grant = await waiting({ delivery: "UNIQUE", ...(expires_in_days && { expires_in_days }) });
    await grant.emitEvent({ endsAt: timeIn(codeEnds) });
    await grant.give();
    expect(await grant.now()).toMatchObject({ state: "ISSUED", expires_at: new Date(timeIn(ends)) });
    fixture.clock.advance(ends);
    await become(grant.now, { state: "EXPIRED", failure_reason: ends === codeEnds ? "CODE_EXPIRED" : null });
  });

  it("ends when the code expires or is deleted, and emits the event", async () => {
    const [expired, deleted] = [await waiting(), await waiting({ expires_in_days: 1 })];
    for (const grant of [expired, deleted]) await grant.give();
    fixture.clock.advance(1_000);
    await expired.emitEvent({ status: "EXPIRED" });
    await deleted.remove();
    const expires_at = fixture.clock.now();
    await become(expired.now, { state: "EXPIRED", failure_reason: "CODE_EXPIRED", expires_at });
    await become(deleted.now, { state: "EXPIRED", failure_reason: "CODE_DELETED", expires_at });
  });

  it("fails if its code arrives after the discount code ended", async () => {
    const [expired, deleted, later] = [await waiting(), await waiting(), await waiting()];
    await expired.emitEvent({ status: "EXPIRED" });
    await deleted.remove();
    await later.emitEvent({ status: "EXPIRED" });
    await later.emitEvent({ updatedAt: timeIn(1) });
    for (const grant of [expired, deleted, later]) await grant.give();
    expect(await expired.now()).toMatchObject({ state: "FAILED", failure_reason: "CODE_EXPIRED" });
    expect(await deleted.now()).toMatchObject({ state: "FAILED", failure_reason: "CODE_DELETED" });
    expect(await later.now()).toMatchObject({ state: "ISSUED", expires_at: null });
  });

  it("stays redeemed after the code ends", async () => {
    const grant = await waiting({ delivery: "UNIQUE" });
    await fixture.emitEvent(discountCodeCreated, client.workspaceId, grant.rowId, eventDataOf(discountCodeOf({ rowId: grant.rowId })));
    await grant.give();
    await orders.place(fixture, client, { discountCodes: ["THX"] });
    await grant.remove();
    expect(await grant.now()).toMatchObject({ state: "REDEEMED", failure_reason: null });
  });
});

describe("a grant that waits for its customer", () => {
  it("fails if the form is deleted, because the customer can no longer be set; grants of other forms stay", async () => {
    const [incentive, other] = [await createCrediting(fixture, client), await createCrediting(fixture, client)];
    const unknown = { customerId: null, customerRef: null };
    const [response, kept] = [await answer(fixture, client, incentive, unknown), await answer(fixture, client, other, unknown)];
    const rowId = String(incentive.formId);
    await fixture.emitEvent(formDeleted, client.workspaceId, rowId, { rowId, formSlug: "why", title: null });
    await become(() => grantOf(fixture, client, response), { state: "FAILED", failure_reason: "FORM_DELETED" });
    expect(await grantOf(fixture, client, kept)).toMatchObject({ state: "PENDING" });
  });
});
