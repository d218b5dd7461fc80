import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addGrant } from "../../testing/grants.js";
import {
  addDiscountCode,
  create,
  createActive,
  done,
  faultsOf,
  getIncentive,
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

const replacing = (incentiveId: unknown, rules: object[], key?: string) =>
  mutate(client, "replace_incentive_rules", { incentiveId, rules }, key);
const replace = (incentiveId: unknown, rules: object[]) => done(replacing(incentiveId, rules));
const labelled = (label: string) => ({
  kind_slug: "metadata",
  outcome: "COMPLETE",
  terms: { public_label: label, fields: { a: 1, b: 2 } },
});
const idsOf = (incentive: { rules: { rowId: string }[] }) => incentive.rules.map(({ rowId }) => rowId);

describe("replace_incentive_rules", () => {
  it("sets all rules in order; existing rules keep their ids", async () => {
    const incentive = await create(client, { name: "Set", rules: [labelled("a"), labelled("b"), labelled("b")] });
    const [a, firstB, secondB] = idsOf(incentive);
    fixture.clock.advance(1000);
    const reordered = { ...labelled("b"), terms: { fields: { b: 2, a: 1 }, public_label: "b" } };
    const changed = await replace("Set", [reordered, labelled("c"), labelled("a")]);
    expect(changed.rules.map(({ terms }) => (terms as { public_label: string }).public_label)).toEqual(["b", "c", "a"]);
    expect(idsOf(changed)).toEqual([firstB, expect.anything(), a]);
    expect(idsOf(changed)).not.toContain(secondB);
    expect(changed.updatedAt).toBe(fixture.clock.now().toISOString());
    expect(await getIncentive(client, incentive.rowId)).toEqual(changed);
    const emitted = (await client.events()).at(-1);
    expect(emitted).toMatchObject({ what: "incentive.updated", recordId: incentive.rowId, data: { changed: ["rules", "updatedAt"] } });
    expect(emitted?.data.rules).toHaveLength(3);
    const [, c] = idsOf(changed);
    expect(idsOf(await replace("Set", [labelled("c")]))).toEqual([c]);
  });

  it("keeps replaced rules for their grants; an equal later rule gets another id", async () => {
    const incentive = await create(client, { rules: [labelled("a")] });
    const grantId = await addGrant(fixture, client, incentive);
    expect((await replace(incentive.rowId, [])).rules).toEqual([]);
    expect(await client.entities("Grant", [grantId], "ruleId")).toEqual([{ ruleId: incentive.rules[0]?.rowId }]);
    expect(idsOf(await replace(incentive.rowId, [labelled("a")]))).not.toEqual(idsOf(incentive));
  });

  it("writes and emits nothing if nothing changes", async () => {
    const incentive = await create(client, { rules: [labelled("a"), labelled("b")] });
    fixture.clock.advance(1000);
    expect(await replace(incentive.rowId, [labelled("a"), labelled("b")])).toEqual(incentive);
    expect(await client.events()).toHaveLength(1);
  });

  it("leaves an active incentive at least one rule", async () => {
    const incentive = await createActive(fixture, client);
    expect(await faultsOf(replacing(incentive.rowId, []))).toEqual(["input.rules INVALID_TRANSITION"]);
    expect(await getIncentive(client, incentive.rowId)).toEqual(incentive);
    await update(client, incentive.rowId, { status: "PAUSED" });
    expect((await replace(incentive.rowId, [])).rules).toEqual([]);
  });

  it("returns all errors at once and changes nothing", async () => {
    const incentive = await create(client, { rules: [labelRule()] });
    const before = await client.events();
    const discount = { kind_slug: "discount", outcome: "COMPLETE" };
    const rules = [
      discount,
      { ...discount, discount_code_id: await addDiscountCode(fixture, client, true) },
      { ...labelRule(), terms: {} },
    ];
    const expected = [
      "input.rules.0.discount_code_id REQUIRED",
      "input.rules.1.discount_code_id NOT_FOUND",
      "input.rules.2.terms.fields REQUIRED",
      "input.rules.2.terms.public_label REQUIRED",
    ];
    expect(await faultsOf(replacing(incentive.rowId, rules))).toEqual(expected);
    expect(await faultsOf(replacing(newId(), rules))).toEqual(["input.incentiveId NOT_FOUND", ...expected]);
    expect(await faultsOf(replacing(incentive.rowId, [labelRule(), labelRule(), labelRule(), labelRule()]))).toEqual([
      "input.rules LIMIT_EXCEEDED",
    ]);
    expect(await getIncentive(client, incentive.rowId)).toEqual(incentive);
    expect(await client.events()).toEqual(before);
  });

  it("returns NOT_FOUND and changes nothing for another workspace's record", async () => {
    const incentive = await create(client, { name: "Mine", rules: [labelRule()] });
    const owner = client;
    client = fixture.client();
    for (const ref of [incentive.rowId, "Mine"]) expect(await faultsOf(replacing(ref, []))).toEqual(["input.incentiveId NOT_FOUND"]);
    expect(await getIncentive(owner, incentive.rowId)).toEqual(incentive);
    expect(await client.events()).toEqual([]);
  });

  it("returns the same result and emits one event if repeated with its Idempotency-Key", async () => {
    const { rowId } = await create(client);
    const first = await replacing(rowId, [labelRule()], "key");
    expect(await replacing(rowId, [labelRule()], "key")).toEqual(first);
    expect(await client.events()).toHaveLength(2);
  });

  it("stores one complete set if called twice concurrently", async () => {
    const { rowId } = await create(client);
    const sets = [
      ["a", "b"],
      ["c", "d", "e"],
    ].map((labels) => labels.map(labelled));
    const answers = await Promise.all(sets.map((rules) => replace(rowId, rules)));
    const last = await getIncentive(client, rowId);
    expect(answers.map(idsOf)).toContainEqual(idsOf({ rules: last?.rules ?? [] }));
  });
});
