import { formDeleted, formPublished, formResponseCustomerIdentified, formUpdated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { formDataOf, formOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { answer, answerOf, createCrediting, createDiscounting, giveCode, grantOf, grantsOf, outcomeEvent } from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { done, type Incentive, mutate, update } from "../../testing/incentives.js";
import { type OthersWorld, startOthersWorld } from "../../testing/others.js";
import type { Client } from "../../testing/world.js";

let world: OthersWorld;
let client: Client;
beforeAll(async () => {
  world = await startOthersWorld(inject("adminUrl"));
});
afterAll(() => world?.stop());
beforeEach(() => {
  client = world.client();
  world.clock.advance(60_000);
});

const now = () => world.clock.now().toISOString();
const setStatus = (incentive: Incentive, status: string) =>
  done(mutate(client, "update_incentive", { incentiveId: incentive.rowId, status }));
const formNow = ({ formId }: Incentive, status: "PUBLISHED" | "READY") => ({
  ...formDataOf(formOf({ rowId: String(formId), updatedAt: now() })),
  status,
});
const publish = async (incentive: Incentive) => {
  const publishing = { publishedVariantId: newId(), publishedAt: now(), version: 1 };
  await world.tell(formPublished, client.workspaceId, String(incentive.formId), { ...formNow(incentive, "PUBLISHED"), ...publishing });
};
const unpublish = (incentive: Incentive) =>
  world.tell(formUpdated, client.workspaceId, String(incentive.formId), { ...formNow(incentive, "READY"), changed: ["status"] });

/** Changes of an incentive or its form between outcome and reward, with the resulting failure reason. */
const withdrawals: [string, string | null, (incentive: Incentive) => Promise<unknown>][] = [
  ["archived", "INCENTIVE_ARCHIVED", (incentive) => setStatus(incentive, "ARCHIVED")],
  ["deleted", "INCENTIVE_DELETED", (incentive) => mutate(client, "delete_incentive", { incentiveId: incentive.rowId })],
  ["left without its form's being published", "FORM_UNPUBLISHED", unpublish],
  [
    "removed from its form",
    "FORM_DELETED",
    ({ formId }) => world.tell(formDeleted, client.workspaceId, String(formId), { rowId: String(formId), formSlug: "why", title: null }),
  ],
  ["paused", null, (incentive) => setStatus(incentive, "PAUSED")],
  [
    "temporarily removed from its form",
    null,
    async (incentive) => {
      await unpublish(incentive);
      world.clock.advance(1);
      await publish(incentive);
    },
  ],
];
const becomes = (reason: string | null) => ({ state: reason ? "FAILED" : "ISSUED", failure_reason: reason });

describe.each(withdrawals)("an incentive that is %s in between", (_what, reason, withdraw) => {
  it(`${reason ? "fails" : "issues"} rewards that were earned before the change arrived`, async () => {
    const incentive = await createCrediting(world, client);
    await publish(incentive);
    world.clock.advance(10);
    const response = answerOf(world, incentive);
    world.clock.advance(10);
    await withdraw(incentive);
    world.clock.advance(10);
    await world.tellAll([outcomeEvent(world, client, response)]);
    expect(await grantOf(world, client, response)).toMatchObject(becomes(reason));
    const { data } = (await world.told(client.workspaceId)).at(-1) ?? {};
    expect(data).toMatchObject({ grants: [{ state: reason ? "FAILED" : "ISSUED", failureReason: reason }] });
  });

  it(`${reason ? "fails" : "issues"} grants that waited for their customer`, async () => {
    const incentive = await createCrediting(world, client);
    const response = await answer(world, client, incentive, { customerId: null, customerRef: null });
    world.clock.advance(10);
    await withdraw(incentive);
    const identified = { ...response, customerId: newId(), customerRef: "ann" };
    await world.tell(formResponseCustomerIdentified, client.workspaceId, response.rowId, identified);
    expect(await grantOf(world, client, response)).toMatchObject(becomes(reason));
  });

  it(`${reason ? "fails" : "issues"} released grants, and emits the event at once`, async () => {
    const incentive = await createCrediting(world, client);
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const response = await answer(world, client, incentive, { trustScore: 0.5 });
    const { row_id } = await grantOf(world, client, response);
    world.clock.advance(10);
    await withdraw(incentive);
    const { grant } = await decide(client, "release", row_id);
    expect(grant).toMatchObject({ state: reason ? "FAILED" : "ISSUED", failureReason: reason });
  });

  it(`${reason ? "fails" : "issues"} grants that waited for their code`, async () => {
    const incentive = await createDiscounting(world, client);
    const response = await answer(world, client, incentive);
    const { row_id } = await grantOf(world, client, response);
    world.clock.advance(10);
    await withdraw(incentive);
    await giveCode(world, client, row_id, "SUN");
    expect(await grantOf(world, client, response)).toMatchObject({ ...becomes(reason), code: reason ? null : "SUN" });
    const { rowCount } = await world.admin.query("SELECT FROM due_grants WHERE grant_id = $1", [row_id]);
    expect(rowCount).toBe(0);
  });
});

describe("an outcome outside an incentive's active time", () => {
  it.each(["PAUSED", "ARCHIVED"])("creates no grant, not even a failed one: %s", async (status) => {
    const incentive = await createCrediting(world, client);
    world.clock.advance(10);
    await setStatus(incentive, status);
    await answer(world, client, incentive);
    expect(await grantsOf(world, client)).toEqual([]);
  });

  it("creates no grant before activation and after deactivation", async () => {
    const incentive = await createCrediting(world, client);
    const before = new Date(world.clock.now().getTime() - 1).toISOString();
    world.clock.advance(10);
    await setStatus(incentive, "PAUSED");
    await answer(world, client, incentive, { completedAt: before });
    expect(await grantsOf(world, client)).toEqual([]);
  });

  it("does not fail for a form that was deleted before the outcome: its open responses remain valid", async () => {
    const incentive = await createCrediting(world, client);
    await unpublish(incentive);
    world.clock.advance(10);
    const response = await answer(world, client, incentive);
    world.clock.advance(10);
    await world.tell(formUpdated, client.workspaceId, String(incentive.formId), { ...formNow(incentive, "READY"), changed: ["title"] });
    expect(await grantOf(world, client, response)).toMatchObject({ state: "ISSUED" });
    expect(await grantOf(world, client, await answer(world, client, incentive))).toMatchObject({ state: "ISSUED" });
  });
});
