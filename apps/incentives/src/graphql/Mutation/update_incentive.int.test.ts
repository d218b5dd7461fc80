import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import {
  addForm,
  create,
  createActive,
  deleteForm,
  faultsOf,
  getIncentive,
  type Incentive,
  labelRule,
  mutate,
  update,
} from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const faults = (incentiveId: unknown, input: object) => faultsOf(mutate(client, "update_incentive", { incentiveId, ...input }));
/** Asserts that a write is rejected with the given errors, changes nothing and emits nothing. */
async function expectRefused(incentive: Incentive, input: object, expected: string[], ref: unknown = incentive.rowId) {
  const before = [await getIncentive(client, incentive.rowId), await client.events()];
  expect(await faults(ref, input)).toEqual(expected);
  expect([await getIncentive(client, incentive.rowId), await client.events()]).toEqual(before);
}

describe("update_incentive", () => {
  it("changes the supplied fields and emits the event with their names", async () => {
    const formId = await addForm(fixture, client, { form_slug: "why" });
    const incentive = await create(client, { description: "x", tier: "quick", rules: [labelRule()] });
    fixture.clock.advance(1000);
    const fields = {
      name: "Now",
      audience: "RETURNING",
      icon: "gamepad-2",
      iconColor: "default",
      minTrustScore: 0.4,
      limitCount: 1,
      limitPeriod: "ORDER",
    };
    const changed = await update(client, incentive.rowId.toUpperCase(), { ...fields, formId: "why" });
    expect(changed).toEqual({ ...incentive, ...fields, formId, form: { rowId: formId }, updatedAt: fixture.clock.now().toISOString() });
    expect(await getIncentive(client, incentive.rowId)).toEqual(changed);
    const [, emitted] = await client.events();
    expect(emitted).toMatchObject({ what: "incentive.updated", recordId: incentive.rowId, data: { ...fields, formId, description: "x" } });
    expect(new Set(emitted?.data.changed as string[])).toEqual(new Set([...Object.keys(fields), "formId", "updatedAt"]));
    expect(emitted?.data.rules).toHaveLength(1);
  });

  it("clears nullable fields with null", async () => {
    const set = {
      description: "x",
      formId: await addForm(fixture, client),
      audience: "NEW",
      tier: "quick",
      limitCount: 3,
      limitPeriod: "DAY",
    };
    const { rowId } = await create(client, set);
    await update(client, rowId, { icon: "gift", iconColor: "red", minTrustScore: 1 });
    const keys = [...Object.keys(set), "icon", "iconColor", "minTrustScore"];
    const nothing = Object.fromEntries(keys.map((key) => [key, null]));
    expect(await update(client, rowId, nothing)).toMatchObject(nothing);
  });

  it("finds an incentive by its exact name; AMBIGUOUS_REF if two have it", async () => {
    const incentive = await create(client, { name: "One" });
    expect((await update(client, { name: "One" }, { tier: "quick" })).rowId).toBe(incentive.rowId);
    expect(await faults("one", { tier: null })).toEqual(["input.incentiveId NOT_FOUND"]);
    await create(client, { name: "One" });
    await expectRefused(incentive, { tier: null }, ["input.incentiveId AMBIGUOUS_REF"], "One");
  });

  it("follows the status transitions; the current status is always accepted", async () => {
    const { rowId } = await createActive(fixture, client);
    for (const status of ["ACTIVE", "PAUSED", "ACTIVE", "ARCHIVED", "DRAFT", "ARCHIVED"])
      expect((await update(client, rowId, { status })).status).toBe(status);
    for (const status of ["ACTIVE", "PAUSED"]) expect(await faults(rowId, { status })).toEqual(["input.status INVALID_TRANSITION"]);
    expect((await client.events()).filter(({ what }) => what === "incentive.updated")).toHaveLength(6);
  });

  it("activates an incentive only with a form and a rule, which may be set in the same write", async () => {
    const bare = await create(client);
    await expectRefused(bare, { status: "ACTIVE" }, ["input.status INVALID_TRANSITION"]);
    const formId = await addForm(fixture, client);
    await expectRefused(bare, { status: "ACTIVE", formId }, ["input.status INVALID_TRANSITION"]);
    const ruled = await create(client, { rules: [labelRule()] });
    await expectRefused(ruled, { status: "ACTIVE" }, ["input.status INVALID_TRANSITION"]);
    await expectRefused(ruled, { status: "ACTIVE", formId: await addForm(fixture, client, { is_deleted: true }) }, [
      "input.formId NOT_FOUND",
    ]);
    expect((await update(client, ruled.rowId, { status: "ACTIVE", formId })).status).toBe("ACTIVE");
  });

  it("does not activate an incentive of a deleted form without a new form; an active one stays ACTIVE", async () => {
    const incentive = await createActive(fixture, client);
    await deleteForm(fixture, incentive.formId);
    expect(await update(client, incentive.rowId, { name: "Still", status: "ACTIVE" })).toMatchObject({ name: "Still", status: "ACTIVE" });
    const paused = await update(client, incentive.rowId, { status: "PAUSED" });
    await expectRefused(paused, { status: "ACTIVE" }, ["input.status INVALID_TRANSITION"]);
    expect((await update(client, incentive.rowId, { status: "ACTIVE", formId: await addForm(fixture, client) })).status).toBe("ACTIVE");
  });

  it("requires a form for an active incentive, but allows another one", async () => {
    const incentive = await createActive(fixture, client);
    await expectRefused(incentive, { formId: null }, ["input.formId INVALID_TRANSITION"]);
    const formId = await addForm(fixture, client);
    expect((await update(client, incentive.rowId, { formId })).formId).toBe(formId);
    expect(await update(client, incentive.rowId, { formId: null, status: "PAUSED" })).toMatchObject({ formId: null, status: "PAUSED" });
  });

  it("returns all errors at once and changes nothing", async () => {
    const incentive = await create(client);
    await expectRefused(
      incentive,
      {
        name: null,
        description: "x".repeat(501),
        status: "PAUSED",
        limitPeriod: null,
        minTrustScore: 0.39,
        formId: await addForm(fixture, client, { is_deleted: true }),
      },
      [
        "input.description TOO_LONG",
        "input.formId NOT_FOUND",
        "input.limitCount REQUIRED",
        "input.minTrustScore OUT_OF_RANGE",
        "input.name REQUIRED",
        "input.status INVALID_TRANSITION",
      ],
    );
    await expectRefused(incentive, { status: null, minTrustScore: 1.01 }, ["input.minTrustScore OUT_OF_RANGE", "input.status REQUIRED"]);
    expect(await faults(newId(), { name: "" })).toEqual(["input.incentiveId NOT_FOUND", "input.name TOO_SHORT"]);
  });

  it("never sets an earlier updatedAt than the record has", async () => {
    const incentive = await create(client);
    // Simulates a clock that is behind. Consumers order events by `updatedAt`, so `updatedAt` must not decrease.
    fixture.clock.advance(-1000);
    const changed = await update(client, incentive.rowId, { name: "Second" });
    fixture.clock.advance(1000);
    expect(changed.updatedAt).toBe(incentive.updatedAt);
    expect((await client.events()).at(-1)).toMatchObject({ data: { name: "Second", updatedAt: incentive.updatedAt } });
  });

  it("rejects references with characters that PostgreSQL cannot store", async () => {
    const incentive = await create(client);
    const bad = ["input.formId INVALID", "input.name TOO_SHORT"];
    for (const formId of ["\0", "\ud800"]) await expectRefused(incentive, { formId, name: "" }, bad);
    await expectRefused(incentive, { formId: { name: "a\0" }, name: "" }, ["input.formId.name INVALID", "input.name TOO_SHORT"]);
    await expectRefused(incentive, { name: "" }, ["input.incentiveId INVALID", "input.name TOO_SHORT"], "\0");
    await expectRefused(incentive, {}, ["input.incentiveId.name INVALID"], { name: "a\0" });
  });

  it("writes and emits nothing if nothing changes", async () => {
    const incentive = await create(client, { tier: "quick", limitCount: 2, limitPeriod: "WEEK" });
    fixture.clock.advance(1000);
    expect(await update(client, incentive.rowId, { tier: "quick", limitCount: 2, limitPeriod: "WEEK", icon: null })).toEqual(incentive);
    expect(await client.events()).toHaveLength(1);
  });

  it("returns NOT_FOUND and changes nothing for another workspace's record", async () => {
    const incentive = await create(client, { name: "Mine" });
    const owner = client;
    client = fixture.client();
    for (const ref of [incentive.rowId, "Mine"]) expect(await faults(ref, { name: "Yours" })).toEqual(["input.incentiveId NOT_FOUND"]);
    expect(await getIncentive(owner, incentive.rowId)).toEqual(incentive);
    expect(await client.events()).toEqual([]);
  });

  it("returns the same result and emits one event if repeated with its Idempotency-Key", async () => {
    const { rowId } = await create(client);
    const input = { incentiveId: rowId, name: "Again" };
    const first = await mutate(client, "update_incentive", input, "key");
    expect(await mutate(client, "update_incentive", input, "key")).toEqual(first);
    expect(await client.events()).toHaveLength(2);
  });
});
