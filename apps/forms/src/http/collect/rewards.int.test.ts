import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { incentiveDeleted, incentiveProblemsChanged } from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { newId } from "@offergraph/shared/time/ids";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { openForm, type Visitors, visitors } from "../../testing/collect.js";
import type { Client } from "../../testing/fixture.js";
import { type IncentivesFixture, incentiveOf, incentivesOf, ruleOf, startIncentivesFixture } from "../../testing/incentives.js";
import { ask, placeForm, readPlacement } from "../../testing/placements.js";

let fixture: IncentivesFixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startIncentivesFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture.stop());

type CodeData = EventOf<typeof discountCodeCreated>["data"];
/** Publishes an event of a discount code and waits until the forms service has processed the event. */
async function emitCode(client: Client, data: CodeData, changed?: "valuePercent" | "title" | "status"): Promise<void> {
  if (!changed) await fixture.emitEvent(discountCodeCreated, client.workspaceId, data.rowId, data);
  else await fixture.emitEvent(discountCodeUpdated, client.workspaceId, data.rowId, { ...data, changed: [changed] });
}
const codeOf = (changes: Partial<CodeData> = {}): CodeData => ({ ...eventDataOf(discountCodeOf()), ...changes });
const setCopy = (client: Client, placementId: string, field: string, text: string | null) =>
  ask(client, "set_form_placement_copy", {}, { placementId, field, text });
const rewards = async (placement: { publicKey: string }) => (await visitor.offer(placement)).said.rewards;

describe("promised rewards", () => {
  it("are those of the form's active incentives, oldest first, with the values of their codes", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const { promises } = incentivesOf(fixture, client);
    const [percent, amount] = [codeOf({ valuePercent: "12.5" }), codeOf({ valueKind: "amount", valuePercent: null, valueAmount: "5" })];
    for (const code of [percent, amount]) await emitCode(client, code);
    await promises({
      createdAt: "2026-05-02T00:00:00.000Z",
      formId: form.rowId,
      tier: "enhanced",
      audience: "RETURNING",
      rules: [ruleOf({ discountCodeId: amount.rowId, outcome: "SKIPPED" })],
    });
    await promises({
      createdAt: "2026-05-01T00:00:00.000Z",
      formId: form.rowId,
      tier: "quick",
      rules: [
        ruleOf({ discountCodeId: percent.rowId }),
        ruleOf({ kindSlug: "billing_credit", discountCodeId: null, terms: { amount_minor: 750, currency: "eur", expires_in_days: 30 } }),
        ruleOf({ kindSlug: "metadata", discountCodeId: null, terms: { fields: { secret: "for the shop alone" }, public_label: null } }),
      ],
    });
    await promises({ formId: form.rowId, status: "DRAFT" });
    await promises({ formId: newId() });
    const promised = [
      { kind: "discount", label: "12.5 % off", outcome: "COMPLETE", tier: "quick", audience: null },
      { kind: "billing_credit", label: "7.50 EUR", outcome: "COMPLETE", tier: "quick", audience: null },
      { kind: "discount", label: "5.00 off", outcome: "SKIPPED", tier: "enhanced", audience: "RETURNING" },
    ];
    await vi.waitFor(async () => expect(await rewards(placement)).toEqual(promised), polling);
    const { rows } = await fixture.admin.query("SELECT FROM incentive_references i WHERE i::text LIKE '%for the shop alone%'");
    expect(rows).toEqual([]);
    expect(await rewards((await openForm(fixture.client())).placement)).toEqual([]);
  });

  it("follow changes of incentive and code, ignoring older events", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const code = codeOf();
    await emitCode(client, code);
    const incentive = incentiveOf({ formId: form.rowId, rules: [ruleOf({ discountCodeId: code.rowId })] });
    const { promises } = incentivesOf(fixture, client);
    const at = (ms: number) => new Date(Date.parse(incentive.updatedAt) + ms).toISOString();
    const labels = async () => (await rewards(placement)).map(({ label }: { label: string }) => label);
    const become = (expected: string[]) => vi.waitFor(async () => expect(await labels()).toEqual(expected), polling);
    await promises({ ...incentive, updatedAt: at(5) });
    await become(["10 % off"]);
    await promises({ ...incentive, updatedAt: at(4), status: "PAUSED" });
    expect(await labels()).toEqual(["10 % off"]);
    await emitCode(client, { ...code, valuePercent: "20", updatedAt: at(1) }, "valuePercent");
    await become(["20 % off"]);
    await emitCode(client, { ...code, valuePercent: "10", updatedAt: at(0) }, "valuePercent");
    expect(await labels()).toEqual(["20 % off"]);
    await promises({ ...incentive, updatedAt: at(6), status: "PAUSED" });
    expect(await labels()).toEqual([]);
    await promises({ ...incentive, updatedAt: at(7) });
    expect(await labels()).toEqual(["20 % off"]);
    const { rowId, name } = incentive;
    await fixture.emitEvent(incentiveDeleted, client.workspaceId, rowId, { rowId, name, formId: form.rowId });
    await promises({ ...incentive, updatedAt: at(8) });
    expect(await labels()).toEqual([]);
  });
});

describe("the rewards of a discount code", () => {
  it("are promised while it is not expired, and never after its deletion", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const code = codeOf();
    await emitCode(client, code);
    const { promises } = incentivesOf(fixture, client);
    await promises({ formId: form.rowId, rules: [ruleOf({ discountCodeId: code.rowId }), ruleOf({ discountCodeId: newId() })] });
    const at = (ms: number) => new Date(Date.parse(code.updatedAt) + ms).toISOString();
    const count = async () => (await rewards(placement)).length;
    expect(await count()).toBe(2);
    await emitCode(client, { ...code, status: "EXPIRED", updatedAt: at(1) }, "status");
    expect(await count()).toBe(1);
    await emitCode(client, { ...code, updatedAt: at(2) }, "status");
    expect(await count()).toBe(2);
    await fixture.emitEvent(discountCodeDeleted, client.workspaceId, code.rowId, { rowId: code.rowId, code: code.code, aliasedCodes: [] });
    await emitCode(client, { ...code, updatedAt: at(3) }, "status");
    expect(await count()).toBe(1);
  });
});

describe("the rewards of a rule with a problem", () => {
  it("are promised only while the rule can grant; a warning changes nothing", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const code = codeOf();
    await emitCode(client, code);
    const { promises } = incentivesOf(fixture, client);
    const rule = (terms: object = {}) => ruleOf({ discountCodeId: code.rowId, terms: { ...terms } });
    const incentive = await promises({ formId: form.rowId, rules: [rule(), rule({ delivery: "POOL" }), ruleOf()] });
    let at = Date.parse(incentive.updatedAt);
    const next = () => {
      at += 1;
      return new Date(at).toISOString();
    };
    const emitProblem = (problem?: string, severity: "ERROR" | "WARNING" = "ERROR", changedAt = next()) => {
      const { rowId, name } = incentive;
      const ruleId = incentive.rules[0]?.rowId ?? "";
      const problems = problem ? [{ code: problem as "POOL_EMPTY", severity, ruleId, discountCodeId: code.rowId }] : [];
      return fixture.emitEvent(incentiveProblemsChanged, client.workspaceId, rowId, { rowId, name, changedAt, problems });
    };
    const count = async () => (await rewards(placement)).length;
    expect(await count()).toBe(3);
    await emitProblem("CODE_EXHAUSTED");
    expect(await count()).toBe(1);
    await emitProblem(undefined, "ERROR", incentive.updatedAt);
    expect(await count()).toBe(1);
    await emitProblem("POOL_EMPTY");
    expect(await count()).toBe(2);
    await emitProblem("CODE_ON_NO_STORE", "WARNING");
    expect(await count()).toBe(3);
    await emitProblem("CODE_NOT_ACTIVE");
    await promises({ ...incentive, updatedAt: new Date(at + 1).toISOString() });
    expect(await count()).toBe(1);
    await emitProblem();
    expect(await count()).toBe(3);
  });
});

describe("the rewards of a rule with a deleted connection", () => {
  it("are not promised", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const { promises } = incentivesOf(fixture, client);
    const connectionId = newId();
    const terms = { amount_minor: 500, currency: "eur", expires_in_days: 1 };
    const credit = (id: string) => ruleOf({ kindSlug: "billing_credit", discountCodeId: null, connectionId: id, terms });
    const { rowId, name, rules, updatedAt } = await promises({ formId: form.rowId, rules: [credit(connectionId), credit(newId())] });
    expect(await rewards(placement)).toHaveLength(2);
    const problem = { code: "CONNECTION_DELETED", severity: "ERROR", ruleId: rules[0]?.rowId ?? "", discountCodeId: null } as const;
    const changedAt = new Date(Date.parse(updatedAt) + 1).toISOString();
    const problems = [{ ...problem, connectionId }];
    await fixture.emitEvent(incentiveProblemsChanged, client.workspaceId, rowId, { rowId, name, changedAt, problems });
    expect(await rewards(placement)).toHaveLength(1);
  });
});

describe("[incentive] in a placement's texts", () => {
  it("is the line's own reward, on the form and in the API, and is removed without one", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const { promises } = incentivesOf(fixture, client);
    const entitlement = (limit: number) => ruleOf({ kindSlug: "entitlement", discountCodeId: null, terms: { lookup_key: "seats", limit } });
    await setCopy(client, placement.rowId, "tier_note_text", "Get [incentive] now");
    await setCopy(client, placement.rowId, "upsell_text", "More: [incentive]");
    const quick = await promises({ formId: form.rowId, tier: "quick", rules: [entitlement(1)] });
    const enhanced = await promises({ formId: form.rowId, tier: "enhanced", rules: [entitlement(5)] });
    const both = { tierNoteText: "Get +1 seats now", upsellText: "More: +5 seats" };
    expect((await visitor.offer(placement)).said.copy).toEqual(both);
    const other = await placeForm(client);
    await setCopy(client, other.rowId, "upsell_text", "Take it [incentive]");
    const shown = async ({ rowId }: { rowId: string }) => {
      const { tierNoteResolved: tierNoteText, upsellResolved: upsellText } = (await readPlacement(client, rowId)) ?? {
        tierNoteResolved: undefined,
        upsellResolved: undefined,
      };
      return { tierNoteText, upsellText };
    };
    expect(await shown(placement)).toEqual(both);
    expect(await shown(other)).toEqual({ tierNoteText: null, upsellText: "Take it" });
    for (const incentive of [quick, enhanced]) await promises({ ...incentive, status: "PAUSED", updatedAt: "2026-06-01T11:00:01.000Z" });
    expect((await visitor.offer(placement)).said.copy).toEqual({ tierNoteText: null, upsellText: null });
    expect(await shown(placement)).toEqual({ tierNoteText: "Get now", upsellText: "More:" });
  });
});
