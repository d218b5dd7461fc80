import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import {
  addConnection,
  addDiscountCode,
  addForm,
  create,
  done,
  faultsOf,
  getIncentive,
  labelRule,
  mutate,
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

const creating = (input: object, key?: string) => mutate(client, "create_incentive", { name: "A reward", ...input }, key);
const faults = (input: object) => faultsOf(creating(input));
const rowCounts = async () => {
  const count = async (table: string) =>
    (await fixture.admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rowCount;
  return [await count("incentives"), await count("incentive_rules")];
};

describe("create_incentive", () => {
  it("creates a draft with only a name", async () => {
    const incentive = await create(client, { name: "Thanks" });
    const now = fixture.clock.now().toISOString();
    expect(incentive).toEqual({
      rowId: incentive.rowId,
      workspaceId: client.workspaceId,
      createdAt: now,
      updatedAt: now,
      name: "Thanks",
      description: null,
      formId: null,
      form: null,
      audience: null,
      tier: null,
      status: "DRAFT",
      icon: null,
      iconColor: null,
      limitCount: null,
      limitPeriod: null,
      minTrustScore: null,
      requiresVerifiedCustomer: null,
      problems: [],
      rules: [],
    });
    expect(await getIncentive(client, incentive.rowId)).toEqual(incentive);
  });

  it("creates one with every field and kind of rule, and emits the event", async () => {
    const [formId, codeId, connectionId] = [
      await addForm(fixture, client),
      await addDiscountCode(fixture, client),
      await addConnection(fixture, client),
    ];
    const credit = { amount_minor: 9_007_199_254_740_991, currency: "eur", expires_in_days: 365 };
    const fields = { description: "", audience: "NEW", tier: "enhanced", limitCount: 100, limitPeriod: "MONTH" };
    const incentive = await create(client, {
      ...fields,
      formId: formId.toUpperCase(),
      rules: [
        { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: codeId.toUpperCase(), connection_id: null, terms: null },
        { kind_slug: "billing_credit", outcome: "SKIPPED", connection_id: connectionId, terms: credit },
        labelRule("INCOMPLETE", "Thank you"),
      ],
    });
    expect(incentive).toMatchObject({ ...fields, formId, form: { rowId: formId } });
    expect(incentive.rules).toMatchObject([
      { kindSlug: "discount", outcome: "COMPLETE", discountCodeId: codeId, discountCode: { rowId: codeId }, connectionId: null, terms: {} },
      { kindSlug: "billing_credit", outcome: "SKIPPED", discountCodeId: null, discountCode: null, connectionId, terms: credit },
      { kindSlug: "metadata", outcome: "INCOMPLETE", terms: { fields: { vip: true }, public_label: "Thank you" } },
    ]);
    const { workspaceId, form, rules, problems, ...record } = incentive;
    const emitted = rules.map(({ rowId, kindSlug, outcome, discountCodeId, connectionId: connection, terms }) => ({
      rowId,
      kindSlug,
      outcome,
      discountCodeId,
      connectionId: connection,
      terms,
    }));
    expect(await client.events()).toEqual([{ what: "incentive.created", recordId: incentive.rowId, data: { ...record, rules: emitted } }]);
  });

  it("resolves a form by slug, else by title", async () => {
    const formId = await addForm(fixture, client, { form_slug: "why", title: "Why did you buy?" });
    await addForm(fixture, client, { form_slug: "other", title: "why" });
    for (const ref of ["why", { name: "why" }, "Why did you buy?"]) expect((await create(client, { formId: ref })).formId).toBe(formId);
  });

  it("returns all errors at once, writes and emits nothing", async () => {
    const codeId = await addDiscountCode(fixture, client);
    expect(
      await faults({
        name: "",
        description: "x".repeat(501),
        formId: await addForm(fixture, client, { is_deleted: true }),
        limitCount: 101,
        rules: [
          { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: codeId, terms: { prefix: "no", extra: 1 } },
          { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: await addDiscountCode(fixture, client, true) },
          { kind_slug: "entitlement", outcome: "COMPLETE", connection_id: newId(), terms: { limit: 0 } },
          labelRule(),
        ],
      }),
    ).toEqual([
      "input.description TOO_LONG",
      "input.formId NOT_FOUND",
      "input.limitCount OUT_OF_RANGE",
      "input.limitPeriod REQUIRED",
      "input.name TOO_SHORT",
      "input.rules LIMIT_EXCEEDED",
      "input.rules.0.terms.extra UNKNOWN_FIELD",
      "input.rules.0.terms.prefix INVALID",
      "input.rules.1.discount_code_id NOT_FOUND",
      "input.rules.2.connection_id UNKNOWN_FIELD",
      "input.rules.2.terms.limit OUT_OF_RANGE",
      "input.rules.2.terms.lookup_key REQUIRED",
    ]);
    expect(await rowCounts()).toEqual([0, 0]);
    expect(await client.events()).toEqual([]);
  });

  it("counts null as omitted", async () => {
    expect(await create(client, { formId: null, rules: null, limitCount: null, audience: null })).toMatchObject({
      formId: null,
      rules: [],
    });
    expect(await faults({ limitCount: null, limitPeriod: "DAY" })).toEqual(["input.limitCount REQUIRED"]);
  });

  it("returns UNAVAILABLE if a reference cannot be looked up, and succeeds on retry", async () => {
    const [code, connection] = [newId(), newId()];
    const rules = [
      { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: code },
      {
        kind_slug: "billing_credit",
        outcome: "COMPLETE",
        connection_id: connection,
        terms: { amount_minor: 1, currency: "eur", expires_in_days: 1 },
      },
    ];
    expect(pathsOf((await creating({ formId: "unheard of", rules }, "key")).userErrors)).toEqual([
      "input.formId UNAVAILABLE",
      "input.rules.0.discount_code_id UNAVAILABLE",
      "input.rules.1.connection_id UNAVAILABLE",
    ]);
    expect(await client.events()).toEqual([]);
    await addForm(fixture, client, { form_slug: "unheard of" });
    await fixture.admin.query("UPDATE discount_code_references SET row_id = $1 WHERE workspace_id = $2 AND row_id = $3", [
      code,
      client.workspaceId,
      await addDiscountCode(fixture, client),
    ]);
    await fixture.admin.query("UPDATE connection_references SET row_id = $1 WHERE workspace_id = $2 AND row_id = $3", [
      connection,
      client.workspaceId,
      await addConnection(fixture, client),
    ]);
    expect((await done(creating({ formId: "unheard of", rules }, "key"))).rules).toHaveLength(2);
  });

  it("does not see another workspace's form, discount code or connection", async () => {
    const owner = fixture.client();
    const own = await addForm(fixture, owner, { form_slug: "theirs" });
    const rules = [{ kind_slug: "discount", outcome: "COMPLETE", discount_code_id: await addDiscountCode(fixture, owner) }];
    for (const formId of [own, "theirs"])
      expect(await faults({ formId, rules })).toEqual(["input.formId UNAVAILABLE", "input.rules.0.discount_code_id UNAVAILABLE"]);
  });

  it("returns the same incentive if repeated with its Idempotency-Key", async () => {
    const first = await creating({ rules: [labelRule()] }, "key");
    expect(await creating({ rules: [labelRule()] }, "key")).toEqual(first);
    expect(await rowCounts()).toEqual([1, 1]);
    expect(await client.events()).toHaveLength(1);
  });
});

describe("the warnings of mutations of an incentive", () => {
  const warningsOf = async (operation: string, input: object) => {
    const type = operation.replace(/(^|_)([a-z])/g, (_all, _separator, letter: string) => letter.toUpperCase());
    const mutation = `mutation ($input: ${type}Input!) { answer: ${operation}(input: $input) { userErrors { code } } }`;
    const { data, extensions } = await client.call(mutation, { input });
    expect(data).toEqual({ answer: { userErrors: [] } });
    return (extensions?.warnings ?? []).map(({ code, message, next }) => ({ code, message, operation: next.operation }));
  };
  const codesOf = async (...given: Parameters<typeof warningsOf>) =>
    (await warningsOf(...given)).map(({ code, operation }) => `${code} ${operation}`);
  const [noForm, noRules, notActive] = [
    "INCENTIVE_WITHOUT_FORM update_incentive",
    "INCENTIVE_WITHOUT_RULES replace_incentive_rules",
    "INCENTIVE_NOT_ACTIVE update_incentive",
  ];

  it("say what it lacks, until it is active; an archived incentive has none", async () => {
    expect(await codesOf("create_incentive", { name: "Empty" })).toEqual([noForm, noRules, notActive]);
    const { rowId: incentiveId } = await create(client, { name: "Full" });
    const change = (input: object) => codesOf("update_incentive", { incentiveId, ...input });
    expect(await change({ formId: await addForm(fixture, client) })).toEqual([noRules, notActive]);
    expect(await codesOf("replace_incentive_rules", { incentiveId, rules: [labelRule()] })).toEqual([notActive]);
    expect(await change({ status: "ACTIVE" })).toEqual([]);
    expect(await change({ name: "Fuller" })).toEqual([]);
    expect(await change({ status: "PAUSED" })).toEqual([]);
    expect(await change({ name: "Fullest" })).toEqual([notActive]);
    expect(await change({ status: "ARCHIVED" })).toEqual([]);
    expect(await change({ name: "Over" })).toEqual([]);
  });

  it("contain its problems", async () => {
    const states = { ended: { status: "EXPIRED" }, drafted: { status: "DRAFT" }, unplaced: { is_placed: false } };
    const codes = await Promise.all(Object.values(states).map((state) => addDiscountCode(fixture, client, false, state)));
    const rules = codes.map((discount_code_id) => ({ kind_slug: "discount", outcome: "COMPLETE", discount_code_id }));
    const formId = await addForm(fixture, client);
    const found = await warningsOf("create_incentive", { name: "A reward", formId, rules });
    expect(found.map(({ code, operation }) => `${code} ${operation}`)).toEqual([
      "CODE_EXPIRED save_discount_code",
      "CODE_NOT_ACTIVE save_discount_code",
      "CODE_ON_NO_STORE add_discount_placements",
      notActive,
    ]);
    const { incentive } = await creating({ formId, rules });
    const problems = incentive?.problems as { message: string }[];
    const words = (message: string) => message.replace(/^Rule \S+ /, "");
    expect(found.slice(0, 3).map(({ message }) => words(message))).toEqual(problems.map(({ message }) => words(message)));
    expect(await codesOf("update_incentive", { incentiveId: incentive?.rowId, description: "x" })).toHaveLength(4);
  });
});
