import { discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Client } from "../testing/fixture.js";
import { answer, creditRule, discountRule, grantOf, refuseCode } from "../testing/granting.js";
import {
  addConnection,
  addDiscountCode,
  addForm,
  create,
  createActive,
  done,
  faultsOf,
  getIncentive,
  labelRule,
  mutate,
  removeConnection,
  update,
} from "../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";

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

const future = "2027-01-01T00:00:00.000Z";
const pool = { delivery: "POOL" };
const draftOf = async (...rules: object[]) => create(client, { formId: await addForm(fixture, client), rules });
const activate = (incentiveId: string) => mutate(client, "update_incentive", { incentiveId, status: "ACTIVE" });
const owned = (rowId: string, state: object) =>
  fixture.recordsIn(client.workspaceId).discountCodes.push({
    ...discountCodeOf({ rowId }),
    state: {
      ...{ status: "ACTIVE", startAt: null, endsAt: null, isExhausted: false, isPoolEmpty: false, isPoolLow: false, isPlaced: true },
      ...state,
    },
  });
/** Emits `discountCodeUpdated`. By default, the code has no problems. */
const emitEvent = (rowId: string, changes: object) =>
  fixture.emitEvent(discountCodeUpdated, client.workspaceId, rowId, {
    ...eventDataOf(discountCodeOf({ rowId, updatedAt: fixture.clock.now().toISOString() })),
    ...{ isExhausted: false, isPoolEmpty: false, isPoolLow: false, placements: [{ placementId: newId(), connectionId: newId() }] },
    ...changes,
    changed: ["status"],
  });
const published = async () =>
  (await fixture.emitted(client.workspaceId)).filter(({ what }) => what === "incentive.problems_changed").map(({ data }) => data.problems);
const codesOf = (problems: readonly { code: string }[]) => problems.map(({ code }) => code);

describe("the activation of an incentive", () => {
  it("is rejected for each rule with an unusable code, according to discounts", async () => {
    const states = [{ status: "DRAFT" }, { status: "ACTIVE", is_exhausted: true }, { is_pool_empty: true }];
    const codes = await Promise.all(states.map((state) => addDiscountCode(fixture, client, false, state)));
    owned(codes[0] ?? "", { status: "DRAFT" });
    owned(codes[1] ?? "", { isExhausted: true });
    owned(codes[2] ?? "", { isPoolEmpty: true });
    const incentive = await draftOf(...codes.map((code, index) => discountRule(code, index === 2 ? pool : undefined)));
    const { userErrors } = await activate(incentive.rowId);
    expect(userErrors.map(({ field, code }) => [field.join("."), code])).toEqual(
      [0, 1, 2].map((index) => [`input.status.rules.${index}`, "INVALID_TRANSITION"]),
    );
    for (const [index, { message }] of userErrors.entries()) expect(message).toContain(`Rule ${incentive.rules[index]?.rowId}: `);
    expect(await getIncentive(client, incentive.rowId)).toMatchObject({ status: "DRAFT" });
  });

  it("is rejected if a code was deleted or cannot be looked up", async () => {
    const deleted = await draftOf(discountRule(await addDiscountCode(fixture, client)));
    await fixture.admin.query("UPDATE discount_code_references SET is_deleted = true WHERE row_id = $1", [
      deleted.rules[0]?.discountCodeId,
    ]);
    expect(await faultsOf(activate(deleted.rowId))).toEqual(["input.status.rules.0 INVALID_TRANSITION"]);
    const unknown = await addDiscountCode(fixture, client, false, { status: null });
    fixture.recordsIn(client.workspaceId).discountCodes.push(discountCodeOf({ rowId: unknown }));
    expect(await faultsOf(activate((await draftOf(discountRule(unknown))).rowId))).toEqual(["input.status.rules.0 UNAVAILABLE"]);
  });

  it("is accepted with a scheduled code, an unplaced code, or one that has just become usable", async () => {
    const scheduled = await addDiscountCode(fixture, client, false, { status: "SCHEDULED", starts_at: future });
    const unplaced = await addDiscountCode(fixture, client, false, { is_placed: false });
    const stale = await addDiscountCode(fixture, client, false, { status: "DRAFT" });
    owned(stale, { status: "ACTIVE" });
    const incentive = await done(activate((await draftOf(...[scheduled, unplaced, stale].map((code) => discountRule(code)))).rowId));
    expect(incentive.status).toBe("ACTIVE");
    const problems = incentive.problems as { code: string; severity: string; discountCodeId: string }[];
    expect(problems.find(({ discountCodeId }) => discountCodeId === unplaced)).toMatchObject({
      code: "CODE_ON_NO_STORE",
      severity: "WARNING",
    });
  });

  it("has the warnings that follow from the looked-up state of a code, and so has the creation", async () => {
    const stale = await addDiscountCode(fixture, client, false, { status: "DRAFT" });
    owned(stale, { status: "ACTIVE", isPlaced: false });
    const warned = async (operation: string, input: object) => {
      const type = operation === "create_incentive" ? "CreateIncentiveInput" : "UpdateIncentiveInput";
      const mutation = `mutation ($input: ${type}!) { answer: ${operation}(input: $input) { incentive { rowId } userErrors { code } } }`;
      const { data, extensions } = await client.call(mutation, { input });
      const { answer } = data as { answer: { incentive: { rowId: string } } };
      return { rowId: answer.incentive.rowId, codes: codesOf(extensions?.warnings as { code: string }[]) };
    };
    const created = await warned("create_incentive", {
      name: "A reward",
      formId: await addForm(fixture, client),
      rules: [discountRule(stale)],
    });
    expect(created.codes).toEqual(["CODE_ON_NO_STORE", "INCENTIVE_NOT_ACTIVE"]);
    const activated = await warned("update_incentive", { incentiveId: created.rowId, status: "ACTIVE" });
    expect(activated.codes).toEqual(["CODE_ON_NO_STORE"]);
  });

  it("rejects unusable rules of an ACTIVE incentive; a draft may have them", async () => {
    const draft = await addDiscountCode(fixture, client, false, { status: "DRAFT" });
    owned(draft, { status: "DRAFT" });
    const incentive = await createActive(fixture, client, { rules: [labelRule()] });
    const rules = [labelRule(), discountRule(draft)];
    const replace = () => mutate(client, "replace_incentive_rules", { incentiveId: incentive.rowId, rules });
    expect(await faultsOf(replace())).toEqual(["input.rules.1.discount_code_id INVALID_TRANSITION"]);
    await update(client, incentive.rowId, { status: "ARCHIVED" });
    await update(client, incentive.rowId, { status: "DRAFT" });
    expect(await done(replace())).toMatchObject({ problems: [{ code: "CODE_NOT_ACTIVE" }] });
  });
});

describe("the problems of an active incentive", () => {
  it("follow the code's state, with one event per change; the incentive stays ACTIVE", async () => {
    const code = await addDiscountCode(fixture, client);
    const incentive = await createActive(fixture, client, { rules: [discountRule(code, pool)] });
    const become = async (changes: object, expected: string[]) => {
      fixture.clock.advance(1_000);
      await emitEvent(code, changes);
      const read = async () => (await getIncentive(client, incentive.rowId))?.problems as { code: string }[];
      expect(codesOf(await read())).toEqual(expected);
      await vi.waitFor(async () => expect(codesOf((await published()).at(-1) ?? [])).toEqual(expected), polling);
    };
    await become({ status: "DRAFT" }, ["CODE_NOT_ACTIVE"]);
    await become({ status: "ACTIVE" }, []);
    await become({ status: "ACTIVE", isExhausted: true }, ["CODE_EXHAUSTED"]);
    await become({ status: "ACTIVE", isPoolLow: true }, ["POOL_LOW"]);
    await become({ status: "ACTIVE", isPoolLow: true, isPoolEmpty: true }, ["POOL_EMPTY"]);
    await become({ status: "EXPIRED" }, ["CODE_EXPIRED"]);
    fixture.clock.advance(1_000);
    await fixture.emitEvent(discountCodeDeleted, client.workspaceId, code, { rowId: code, code: "SUN", aliasedCodes: [] });
    await vi.waitFor(async () => expect(codesOf((await published()).at(-1) ?? [])).toEqual(["CODE_DELETED"]), polling);
    expect(await published()).toHaveLength(7);
    expect(await getIncentive(client, incentive.rowId)).toMatchObject({ status: "ACTIVE" });
    await update(client, incentive.rowId, { status: "ARCHIVED" });
    await vi.waitFor(async () => expect(await published()).toHaveLength(8), polling);
    expect((await published()).at(-1)).toEqual([]);
  });

  it("include a deleted connection, and a rule cannot name this connection", async () => {
    const connection = await addConnection(fixture, client);
    const incentive = await createActive(fixture, client, { rules: [labelRule(), creditRule(connection)] });
    await removeConnection(fixture, client, { ...incentive, rules: incentive.rules.slice(1) });
    const problem = { code: "CONNECTION_DELETED", severity: "ERROR", ruleId: incentive.rules[1]?.rowId, discountCodeId: null };
    expect((await getIncentive(client, incentive.rowId))?.problems).toMatchObject([{ ...problem, connectionId: connection }]);
    await vi.waitFor(async () => expect(await published()).toEqual([[{ ...problem, connectionId: connection }]]), polling);
    const rules = [creditRule(connection), creditRule(connection, 7)];
    expect(await faultsOf(mutate(client, "create_incentive", { name: "A reward", rules }))).toEqual(
      [0, 1].map((index) => `input.rules.${index}.connection_id NOT_FOUND`),
    );
    expect(await faultsOf(mutate(client, "replace_incentive_rules", { incentiveId: incentive.rowId, rules }))).toEqual(
      [0, 1].map((index) => `input.rules.${index}.connection_id NOT_FOUND`),
    );
  });

  it("of many incentives read all connections with one statement", async () => {
    for (const _ of [1, 2, 3]) {
      const connection = await addConnection(fixture, client);
      await create(client, { rules: [creditRule(connection)] });
      await fixture.admin.query("UPDATE connection_references SET is_deleted = true WHERE row_id = $1", [connection]);
    }
    const read = vi.spyOn(fixture.running.parts.database, "read");
    const { list } = await client.data<{ list: { nodes: { problems: { code: string }[] }[] } }>(
      "{ list: list_incentives { nodes { problems { code } } } }",
    );
    const statements = read.mock.calls.filter(
      ([workspaceId, { text }]) => workspaceId === client.workspaceId && text.includes("FROM connection_references"),
    );
    read.mockRestore();
    expect(list.nodes.flatMap(({ problems }) => codesOf(problems))).toEqual(Array(3).fill("CONNECTION_DELETED"));
    expect(statements).toHaveLength(1);
  });

  it("do not affect other workspaces, and are reported for each incentive of the code", async () => {
    const code = await addDiscountCode(fixture, client);
    const incentives = [
      await createActive(fixture, client, { rules: [discountRule(code)] }),
      await draftOf(discountRule(code), labelRule()),
    ];
    await emitEvent(code, { status: "DRAFT" });
    await vi.waitFor(async () => expect(await published()).toHaveLength(2), polling);
    for (const { rowId, rules } of incentives)
      expect(await getIncentive(client, rowId)).toMatchObject({
        problems: [{ code: "CODE_NOT_ACTIVE", ruleId: rules[0]?.rowId, discountCodeId: code }],
      });
    const other = fixture.client();
    expect((await fixture.emitted(other.workspaceId)).length).toBe(0);
  });
});

it.each(["CODE_NOT_ACTIVE", "CODE_EXHAUSTED"] as const)(
  "a grant whose code is rejected with %s is FAILED for that reason",
  async (reason) => {
    const incentive = await createActive(fixture, client, { rules: [discountRule(await addDiscountCode(fixture, client))] });
    const response = await answer(fixture, client, incentive);
    await refuseCode(fixture, client, (await grantOf(fixture, client, response)).row_id, reason);
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "FAILED", failure_reason: reason });
  },
);
