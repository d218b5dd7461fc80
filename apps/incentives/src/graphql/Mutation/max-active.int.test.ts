import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { incentiveStatuses } from "../../domain/ordinals.js";
import { maxActive } from "../../domain/status.js";
import { addClones } from "../../testing/clones.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import {
  addForm,
  create,
  createActive,
  done,
  faultsOf,
  getIncentive,
  type Incentive,
  labelRule,
  mutate,
  update,
} from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
let formId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  formId = await addForm(fixture, client);
});

/** Creates `count` active incentives of the form, and returns the first. */
async function fill(count: number): Promise<Incentive> {
  const one = await createActive(fixture, client, { formId });
  await addClones(fixture, one, count - 1);
  return one;
}
const change = (incentiveId: string, input: object) => mutate(client, "update_incentive", { incentiveId, ...input });
const draft = (input: object = {}) => create(client, { formId, rules: [labelRule()], ...input });
const activeOfForm = async () =>
  (await fixture.admin.query("SELECT FROM incentives WHERE form_id = $1 AND status = $2", [formId, incentiveStatuses.indexOf("ACTIVE")]))
    .rowCount;

describe("the active incentives of a form", () => {
  it("are at most 100: one more is rejected with the limit, until another one is paused", async () => {
    const last = await fill(maxActive);
    const more = await draft();
    const { userErrors } = await change(more.rowId, { status: "ACTIVE" });
    expect(userErrors).toMatchObject([
      { field: ["input", "status"], code: "LIMIT_EXCEEDED", message: expect.stringContaining("at most 100") },
    ]);
    expect((await getIncentive(client, more.rowId))?.status).toBe("DRAFT");
    await update(client, last.rowId, { status: "PAUSED" });
    await update(client, more.rowId, { status: "ACTIVE" });
    expect(await faultsOf(change(last.rowId, { status: "ACTIVE" }))).toEqual(["input.status LIMIT_EXCEEDED"]);
  });

  it("cannot exceed that by a change of form, alone or with the status", async () => {
    await fill(maxActive);
    const elsewhere = await createActive(fixture, client);
    expect(await faultsOf(change(elsewhere.rowId, { formId }))).toEqual(["input.formId LIMIT_EXCEEDED"]);
    expect(await faultsOf(change(elsewhere.rowId, { formId, status: "ACTIVE" }))).toEqual(["input.formId LIMIT_EXCEEDED"]);
    const other = await draft({ formId: elsewhere.formId });
    expect(await faultsOf(change(other.rowId, { formId, status: "ACTIVE" }))).toEqual(["input.status LIMIT_EXCEEDED"]);
    expect(await draft()).toMatchObject({ status: "DRAFT", formId });
    expect(await update(client, other.rowId, { status: "ACTIVE" })).toMatchObject({ formId: elsewhere.formId });
  });

  it("can be changed, moved to another form or deleted if there are 100", async () => {
    const one = await fill(maxActive - 1);
    const two = await createActive(fixture, client, { formId });
    expect(await update(client, one.rowId, { name: "Renamed", formId, status: "ACTIVE" })).toMatchObject({ name: "Renamed" });
    await update(client, one.rowId, { formId: await addForm(fixture, client) });
    await createActive(fixture, client, { formId });
    await mutate(client, "delete_incentive", { incentiveId: two.rowId });
    expect(await createActive(fixture, client, { formId })).toMatchObject({ status: "ACTIVE" });
  });

  it("are exactly 100 after many concurrent activations, of drafts and from other forms", async () => {
    await fill(maxActive - 3);
    const drafts = await Promise.all(Array.from({ length: 4 }, () => draft()));
    const movers: Incentive[] = [];
    while (movers.length < 4) movers.push(await createActive(fixture, client));
    const answers = await Promise.all([
      ...drafts.map(({ rowId }) => change(rowId, { status: "ACTIVE" })),
      ...movers.map(({ rowId }) => change(rowId, { formId })),
    ]);
    expect(answers.filter(({ incentive }) => incentive)).toHaveLength(3);
    expect(answers.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(Array(5).fill("LIMIT_EXCEEDED"));
    expect(await activeOfForm()).toBe(maxActive);
  });

  it("are not counted for an unknown form", async () => {
    await fill(maxActive);
    const one = await draft();
    const gone = await addForm(fixture, client, { is_deleted: true });
    expect(await faultsOf(change(one.rowId, { formId: gone, status: "ACTIVE" }))).toEqual(["input.formId NOT_FOUND"]);
    expect(await done(change(one.rowId, { formId: null }))).toMatchObject({ formId: null });
  });
});
