import { formDeleted, formPublished, formResponseCustomerIdentified, formUpdated } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import { formDataOf, formOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, pathsOf } from "../../testing/fixture.js";
import {
  answer,
  answerOf,
  createCrediting,
  createDiscounting,
  giveCode,
  grantOf,
  grantsOf,
  ledgerOf,
  outcomeEvent,
} from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { done, type Incentive, labelRule, mutate, removeConnection, update } from "../../testing/incentives.js";
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

const now = () => fixture.clock.now().toISOString();
const setStatus = (incentive: Incentive, status: string) =>
  done(mutate(client, "update_incentive", { incentiveId: incentive.rowId, status }));
const formNow = ({ formId }: Incentive, status: "PUBLISHED" | "READY") => ({
  ...formDataOf(formOf({ rowId: String(formId), updatedAt: now() })),
  status,
});
const publish = async (incentive: Incentive) => {
  const publishing = { publishedVariantId: newId(), publishedAt: now(), version: 1 };
  await fixture.emitEvent(formPublished, client.workspaceId, String(incentive.formId), {
    ...formNow(incentive, "PUBLISHED"),
    ...publishing,
  });
};
const unpublish = (incentive: Incentive) =>
  fixture.emitEvent(formUpdated, client.workspaceId, String(incentive.formId), { ...formNow(incentive, "READY"), changed: ["status"] });

/** Changes after an outcome, with the resulting failure reasons. */
const withdrawals: [string, string | null, (incentive: Incentive) => Promise<unknown>][] = [
  ["archived", "INCENTIVE_ARCHIVED", (incentive) => setStatus(incentive, "ARCHIVED")],
  ["deleted", "INCENTIVE_DELETED", (incentive) => mutate(client, "delete_incentive", { incentiveId: incentive.rowId })],
  ["left without its form's being published", "FORM_UNPUBLISHED", unpublish],
  [
    "removed from its form",
    "FORM_DELETED",
    ({ formId }) =>
      fixture.emitEvent(formDeleted, client.workspaceId, String(formId), { rowId: String(formId), formSlug: "why", title: null }),
  ],
  ["paused", null, (incentive) => setStatus(incentive, "PAUSED")],
  [
    "temporarily removed from its form",
    null,
    async (incentive) => {
      await unpublish(incentive);
      fixture.clock.advance(1);
      await publish(incentive);
    },
  ],
];
const becomes = (reason: string | null) => ({ state: reason ? "FAILED" : "ISSUED", failure_reason: reason });

describe.each(withdrawals)("an incentive that is %s in between", (_what, reason, withdraw) => {
  it(`${reason ? "fails" : "issues"} rewards that were earned before the change arrived`, async () => {
    const incentive = await createCrediting(fixture, client);
    await publish(incentive);
    fixture.clock.advance(10);
    const response = answerOf(fixture, incentive);
    fixture.clock.advance(10);
    await withdraw(incentive);
    fixture.clock.advance(10);
    await fixture.emitEvents([outcomeEvent(fixture, client, response)]);
    expect(await grantOf(fixture, client, response)).toMatchObject(becomes(reason));
    const { data } = (await fixture.emitted(client.workspaceId)).at(-1) ?? {};
    expect(data).toMatchObject({ grants: [{ state: reason ? "FAILED" : "ISSUED", failureReason: reason }] });
  });

  it(`${reason ? "fails" : "issues"} grants that waited for their customer`, async () => {
    const incentive = await createCrediting(fixture, client);
    const response = await answer(fixture, client, incentive, { customerId: null, customerRef: null });
    fixture.clock.advance(10);
    await withdraw(incentive);
    const identified = { ...response, customerId: newId(), customerRef: "ann" };
    await fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, response.rowId, identified);
    expect(await grantOf(fixture, client, response)).toMatchObject(becomes(reason));
  });

  it(`${reason ? "fails" : "issues"} released grants, and emits the event at once`, async () => {
    const incentive = await createCrediting(fixture, client);
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const response = await answer(fixture, client, incentive, { trustScore: 0.5 });
    const { row_id } = await grantOf(fixture, client, response);
    fixture.clock.advance(10);
    await withdraw(incentive);
    const { grant } = await decide(client, "release", row_id);
    expect(grant).toMatchObject({ state: reason ? "FAILED" : "ISSUED", failureReason: reason });
  });

  it(`${reason ? "fails" : "issues"} grants that waited for their code`, async () => {
    const incentive = await createDiscounting(fixture, client);
    const response = await answer(fixture, client, incentive);
    const { row_id } = await grantOf(fixture, client, response);
    fixture.clock.advance(10);
    await withdraw(incentive);
    await giveCode(fixture, client, row_id, "SUN");
    expect(await grantOf(fixture, client, response)).toMatchObject({ ...becomes(reason), code: reason ? null : "SUN" });
    const { rowCount } = await fixture.admin.query("SELECT FROM due_grants WHERE grant_id = $1", [row_id]);
    expect(rowCount).toBe(0);
  });
});

describe("a deleted connection of a credit", () => {
  const retire = ({ rowId }: Incentive) => mutate(client, "replace_incentive_rules", { incentiveId: rowId, rules: [labelRule()] });
  const failedEvents = async () => (await fixture.emitted(client.workspaceId)).filter(({ what }) => what === "grant.failed");
  const decideAll = async (operation: "release" | "decline", ids: string[]) =>
    (
      await client.data<{ answer: { results: object[] } }>(
        `mutation ($ids: [UUID!]!) { answer: bulk_${operation}_incentive_grants(input: { ids: $ids }) {
          results { isDecided reason grant { state failureReason } } } }`,
        { ids },
      )
    ).answer.results;

  it("fails a grant of a retired rule that waited for its customer, without a booking", async () => {
    const incentive = await createCrediting(fixture, client);
    const waiting = await answer(fixture, client, incentive, { customerId: null, customerRef: null });
    await retire(incentive);
    await removeConnection(fixture, client, incentive);
    const customerId = newId();
    const identified = { ...waiting, customerId, customerRef: "ann" };
    await fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, waiting.rowId, identified);
    expect(await failedEvents()).toMatchObject([{ data: { customerId, state: "FAILED", failureReason: "CONNECTION_DELETED" } }]);
    expect(await client.entities("Customer", [customerId], "grants { nodes { state failureReason } } creditBalances { currency }")).toEqual(
      [{ grants: { nodes: [{ state: "FAILED", failureReason: "CONNECTION_DELETED" }] }, creditBalances: [] }],
    );
    expect(await ledgerOf(fixture, client)).toEqual([]);
  });

  it("fails new grants, and remains a problem of the incentive that cannot be activated again", async () => {
    const incentive = await createCrediting(fixture, client);
    await removeConnection(fixture, client, incentive);
    const response = await answer(fixture, client, incentive);
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "FAILED", failure_reason: "CONNECTION_DELETED" });
    await setStatus(incentive, "PAUSED");
    const { userErrors } = await mutate(client, "update_incentive", { incentiveId: incentive.rowId, status: "ACTIVE" });
    expect(pathsOf(userErrors)).toEqual(["input.status.rules.0 INVALID_TRANSITION"]);
    expect(userErrors[0]?.message).toContain("was deleted. Use another connection in the rule.");
  });

  it("prevents the release of held grants, which can still be declined", async () => {
    const incentive = await createCrediting(fixture, client);
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const held: string[] = [];
    for (const _ of [1, 2])
      held.push((await grantOf(fixture, client, await answer(fixture, client, incentive, { trustScore: 0.5 }))).row_id);
    await retire(incentive);
    await removeConnection(fixture, client, incentive);
    const { grant, userErrors } = await decide(client, "release", held[0] ?? "");
    expect([grant, pathsOf(userErrors)]).toEqual([null, ["input.grantId INVALID_TRANSITION"]]);
    expect(userErrors[0]?.message).toMatch(/store connection .* was deleted.*Decline the grant/);
    expect(await decideAll("release", held)).toEqual(
      held.map(() => ({ isDecided: false, reason: "INVALID_TRANSITION", grant: { state: "HELD", failureReason: null } })),
    );
    expect(await decideAll("decline", held)).toMatchObject(held.map(() => ({ isDecided: true, grant: { state: "DECLINED" } })));
    expect(await ledgerOf(fixture, client)).toEqual([]);
  });
});

describe("an outcome outside an incentive's active time", () => {
  it.each(["PAUSED", "ARCHIVED"])("creates no grant, not even a failed one: %s", async (status) => {
    const incentive = await createCrediting(fixture, client);
    fixture.clock.advance(10);
    await setStatus(incentive, status);
    await answer(fixture, client, incentive);
    expect(await grantsOf(fixture, client)).toEqual([]);
  });

  it("creates no grant before activation and after deactivation", async () => {
    const incentive = await createCrediting(fixture, client);
    const before = new Date(fixture.clock.now().getTime() - 1).toISOString();
    fixture.clock.advance(10);
    await setStatus(incentive, "PAUSED");
    await answer(fixture, client, incentive, { completedAt: before });
    expect(await grantsOf(fixture, client)).toEqual([]);
  });

  it("does not fail for a form that was deleted before the outcome: its open responses remain valid", async () => {
    const incentive = await createCrediting(fixture, client);
    await unpublish(incentive);
    fixture.clock.advance(10);
    const response = await answer(fixture, client, incentive);
    fixture.clock.advance(10);
    await fixture.emitEvent(formUpdated, client.workspaceId, String(incentive.formId), {
      ...formNow(incentive, "READY"),
      changed: ["title"],
    });
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "ISSUED" });
    expect(await grantOf(fixture, client, await answer(fixture, client, incentive))).toMatchObject({ state: "ISSUED" });
  });
});
