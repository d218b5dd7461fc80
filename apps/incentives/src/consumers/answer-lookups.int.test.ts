import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, formOf } from "@offergraph/testkit/references";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type Client, pathsOf } from "../testing/fixture.js";
import { addForm, mutate } from "../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";

let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

/** On a busy machine, a lookup can take longer than the limit of 300 ms. */
const eventually = (input: object, expected: string[]) =>
  vi.waitFor(async () => {
    const { userErrors } = await mutate(client, "create_incentive", { name: "x", ...input });
    expect(pathsOf(userErrors)).toEqual(expected);
  }, polling);
const keptForms = async () =>
  (await fixture.admin.query("SELECT row_id, form_slug FROM form_references WHERE workspace_id = $1", [client.workspaceId])).rows;

describe("a record without a replica", () => {
  it("is looked up: a form by id, slug or title; a discount code and a connection by id", async () => {
    const [form, code, connection] = [formOf({ title: "Why?" }), discountCodeOf(), connectionOf()];
    const records = fixture.recordsIn(client.workspaceId);
    records.forms.push(form);
    records.discountCodes.push(code);
    records.connections.push(connection);
    const credit = { amount_minor: 1, currency: "eur", expires_in_days: 1 };
    const rules = [
      { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: code.rowId },
      { kind_slug: "billing_credit", outcome: "COMPLETE", connection_id: connection.rowId, terms: credit },
    ];
    await eventually({ formId: "Why?", rules }, []);
    expect(await keptForms()).toEqual([{ row_id: form.rowId, form_slug: "why" }]);
    records.forms.length = 0;
    for (const formId of [form.rowId, "why", { name: "Why?" }]) await eventually({ formId }, []);
  });

  it("is NOT_FOUND if it does not exist or is in another workspace", async () => {
    const form = formOf();
    fixture.recordsIn(newId()).forms.push(form);
    const rules = [{ kind_slug: "discount", outcome: "COMPLETE", discount_code_id: newId() }];
    for (const formId of [form.rowId, form.formSlug, newId()])
      await eventually({ formId, rules }, ["input.formId NOT_FOUND", "input.rules.0.discount_code_id NOT_FOUND"]);
  });

  it("is AMBIGUOUS_REF if two forms have that title", async () => {
    const clones = [formOf({ formSlug: "a", title: "Twice" }), formOf({ formSlug: "b", title: "Twice" })];
    fixture.recordsIn(client.workspaceId).forms.push(...clones);
    await eventually({ formId: "Twice" }, ["input.formId AMBIGUOUS_REF"]);
    await addForm(fixture, client, { title: "Thrice" });
    await addForm(fixture, client, { title: "Thrice" });
    await eventually({ formId: "Thrice" }, ["input.formId NOT_FOUND"]);
  });
});
