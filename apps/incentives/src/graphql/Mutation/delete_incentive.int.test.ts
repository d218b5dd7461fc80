import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addGrant, decide } from "../../testing/grants.js";
import { create, createActive, faultsOf, getIncentive, mutate, update } from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const remove = (incentiveId: unknown, key?: string) => mutate(client, "delete_incentive", { incentiveId }, key);

describe("delete_incentive", () => {
  it("hides the incentive, emits the event and frees its name", async () => {
    const incentive = await createActive(fixture, client, { name: "Gone" });
    await update(client, incentive.rowId, { minTrustScore: 1 });
    expect(await remove("Gone")).toEqual({ deletedId: incentive.rowId, userErrors: [] });
    expect(await getIncentive(client, incentive.rowId)).toBeNull();
    const ids = { ids: [incentive.formId] };
    const query =
      "query ($ids: [UUID!]!, $form: Ref!) { list_incentives { totalCount } get_form_incentives(formRowIds: $ids) { rowId } get_response_trust_floor(formId: $form) }";
    expect(await client.data(query, { ...ids, form: incentive.formId })).toEqual({
      list_incentives: { totalCount: 0 },
      get_form_incentives: [],
      get_response_trust_floor: null,
    });
    expect((await client.events()).at(-1)).toEqual({
      what: "incentive.deleted",
      recordId: incentive.rowId,
      data: { rowId: incentive.rowId, name: "Gone", formId: incentive.formId },
    });
    await create(client, { name: "Gone" });
    expect((await remove("Gone")).userErrors).toEqual([]);
  });

  it("keeps its grants; held ones can be decided, but nothing is issued", async () => {
    const incentive = await createActive(fixture, client);
    const grantId = await addGrant(fixture, client, incentive);
    await remove(incentive.rowId);
    expect(await client.entities("Grant", [grantId], "incentiveId incentive { rowId } state")).toEqual([
      { incentiveId: incentive.rowId, incentive: null, state: "HELD" },
    ]);
    expect((await decide(client, "release", grantId)).grant).toMatchObject({ state: "FAILED", failureReason: "INCENTIVE_DELETED" });
  });

  it("returns NOT_FOUND and changes nothing for an unknown id or another workspace's", async () => {
    const incentive = await create(client, { name: "Mine" });
    const owner = client;
    client = fixture.client();
    for (const ref of [incentive.rowId, "Mine", newId()]) expect(await faultsOf(remove(ref))).toEqual(["input.incentiveId NOT_FOUND"]);
    expect(await getIncentive(owner, incentive.rowId)).toEqual(incentive);
    expect(await client.events()).toEqual([]);
  });

  it("returns the same result if repeated with its Idempotency-Key, and NOT_FOUND without one", async () => {
    const { rowId } = await create(client);
    const first = await remove(rowId, "key");
    expect(await remove(rowId, "key")).toEqual(first);
    expect(await faultsOf(remove(rowId))).toEqual(["input.incentiveId NOT_FOUND"]);
    expect(await client.events()).toHaveLength(2);
  });
});
