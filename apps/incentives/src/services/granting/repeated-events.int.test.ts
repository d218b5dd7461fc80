import { pendingEvent } from "@offergraph/service/outbox/add";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { grantCodeIssued } from "@offergraph/shared/contracts/events/discounts";
import { orderPlaced } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { orderOf } from "@offergraph/testkit/orders";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import * as crowd from "../../testing/concurrent-responses.js";
import type { Client } from "../../testing/fixture.js";
import {
  answer,
  answerOf,
  createCrediting,
  createDiscounting,
  discountRule,
  grantsOf,
  ledgerOf,
  outcomeEvent,
} from "../../testing/granting.js";
import { addDiscountCode, createActive, labelRule } from "../../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

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

const lookTogether = (responses: Parameters<typeof crowd.lookTogether>[3]) => crowd.lookTogether(fixture, replica, client, responses);
const statesOf = async () => (await grantsOf(fixture, client)).map(({ state }) => state);
const count = (states: readonly string[], ...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;

describe("a repeated event", () => {
  it("has its effect once, also with another event id, and concurrently with the first", async () => {
    const incentive = await createCrediting(fixture, client);
    const response = answerOf(fixture, incentive);
    await fixture.emitEvents([outcomeEvent(fixture, client, response), outcomeEvent(fixture, client, response)]);
    await lookTogether([response, response, response, response]);
    await answer(fixture, client, incentive, response);
    expect(await statesOf()).toEqual(["ISSUED"]);
    expect(await ledgerOf(fixture, client)).toHaveLength(1);
    expect((await fixture.emitted(client.workspaceId)).filter(({ what }) => what === "credit.booked")).toHaveLength(1);
  });
});

describe("grants and the orders that use them", () => {
  it("match if they arrive concurrently", async () => {
    const incentive = await createDiscounting(fixture, client, {}, { delivery: "UNIQUE" });
    const responses = crowd.range(60).map(() => answerOf(fixture, incentive));
    await fixture.emitEvents(responses.map((response) => outcomeEvent(fixture, client, response)));
    const { workspaceId } = client;
    const events = (await grantsOf(fixture, client)).flatMap(({ row_id: grantId }, index): CloudEvent[] => {
      const data = { grantId, discountCodeId: newId(), delivery: "UNIQUE" as const, code: `C${index}` };
      const order = orderOf({ discountCodes: [`c${index}`], placedAt: fixture.clock.now().toISOString() });
      const details = { workspaceId, actor: null, time: fixture.clock.now() };
      return [
        pendingEvent(grantCodeIssued, { ...details, recordId: grantId, data }).event,
        pendingEvent(orderPlaced, { ...details, recordId: order.rowId, data: order }).event,
      ];
    });
    await fixture.emitEvents(events);
    expect(count(await statesOf(), "REDEEMED")).toBe(60);
  });
});

describe("repeatedly lost database connections", () => {
  const endSessions = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> user";
  const granted = async () => (await grantsOf(fixture, client)).length;

  it("neither lose nor duplicate grants", async () => {
    const rules = [discountRule(await addDiscountCode(fixture, client)), labelRule()];
    const incentive = await createActive(fixture, client, { rules });
    const crediting = await createCrediting(fixture, client, { formId: incentive.formId });
    const responses = crowd.range(150).map(() => answerOf(fixture, incentive));
    const ending = async () => {
      for (const _ of crowd.range(4)) {
        const before = await granted();
        await vi.waitFor(async () => expect(await granted()).toBeGreaterThan(before), { ...polling, interval: 1 });
        await fixture.admin.query(endSessions);
      }
    };
    await Promise.all([fixture.emitEvents(responses.map((response) => outcomeEvent(fixture, client, response))), ending()]);
    const grants = await grantsOf(fixture, client);
    expect(grants).toHaveLength(450);
    for (const { rowId } of responses) expect(grants.filter((grant) => grant.form_response_id === rowId)).toHaveLength(3);
    expect(await ledgerOf(fixture, client)).toHaveLength(150);
    expect(grants.filter(({ incentive_id }) => incentive_id === crediting.rowId)).toHaveLength(150);
    const emitted = await fixture.emitted(client.workspaceId);
    const howMany = (what: string) => emitted.filter((one) => one.what === what).length;
    expect([howMany("grant.requested"), howMany("grant.issued"), howMany("credit.booked"), howMany("response.handled")]).toEqual([
      150, 300, 150, 150,
    ]);
  });
});
