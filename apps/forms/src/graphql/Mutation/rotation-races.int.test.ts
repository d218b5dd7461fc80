import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, type FormAnswer, getRotation, modelOf, mutate, publishForm, type Share, saveDraft } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const published = async () =>
  (await fixture.admin.query("SELECT row_id AS id FROM forms WHERE workspace_id = $1 AND status = 2", [client.workspaceId])).rows.map(
    ({ id }) => id as string,
  );

/** Expects a consistent rotation: each published form once, 100 % in total, one main form. */
async function expectSound(): Promise<Share[]> {
  const rotation = await getRotation(client);
  expect(rotation.map(({ formId }) => formId).sort()).toEqual((await published()).sort());
  expect(rotation.reduce((sum, { share }) => sum + share, 0)).toBe(rotation.length > 0 ? 100 : 0);
  expect(rotation.filter(({ main }) => main)).toHaveLength(rotation.length > 0 ? 1 : 0);
  return rotation;
}
const isDone = ({ userErrors }: FormAnswer) => userErrors.length === 0;
const whole = (main: string, ...others: string[]): Share[] => [
  { formId: main, main: true, share: 100 },
  ...others.map((formId) => ({ formId, main: false, share: 0 })),
];
const archive = (formId: string) => mutate(client, "update_form", { formId, body: { status: "ARCHIVED" } });
const promote = (shares: Share[]) => mutate(client, "set_form_promotion", { shares });

async function two() {
  const { rowId: main } = await publishForm(client, "Main");
  const { rowId: second } = await publishForm(client, "Second", (formId) => whole(main, formId));
  return { main, second };
}

describe("the rotation", () => {
  it("is one of two concurrent writes, never a mixture", async () => {
    const { main, second } = await two();
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [whole(main, second), whole(second, main)];
      const answers = await Promise.all([promote(one), promote(other)]);
      expect(answers.map(isDone)).toEqual([true, true]);
      expect([one, other]).toContainEqual(await expectSound());
    }
  });

  it("stays consistent if a form is made main and archived concurrently: one of the two is rejected", async () => {
    const { main, second } = await two();
    for (let round = 0; round < 8; round += 1) {
      const [promoted, archived] = await Promise.all([promote(whole(second, main)), archive(second)]);
      expect([isDone(promoted), isDone(archived)].filter(Boolean)).toHaveLength(1);
      const rotation = await expectSound();
      if (isDone(promoted)) {
        expect(pathsOf(archived.userErrors)).toEqual(["input.body.status IN_USE"]);
        expect(rotation).toEqual(whole(second, main));
        await promote(whole(main, second));
      } else {
        expect(pathsOf(promoted.userErrors)).toEqual(["input.shares.0.formId INVALID"]);
        expect(rotation).toEqual(whole(main));
        await mutate(client, "update_form", { formId: second, body: { status: "DRAFT" } });
        await mutate(client, "publish_form", { formId: second, shares: whole(main, second) });
      }
    }
  });

  it("stays consistent if a form is deleted and published concurrently, and deletes once", async () => {
    const { main, second } = await two();
    const { rowId: third } = await createForm(client, "Third");
    await saveDraft(client, third);
    const shares = whole(main, second, third);
    const [shown, ...deleted] = await Promise.all([
      mutate(client, "publish_form", { formId: third, shares }),
      ...Array.from({ length: 3 }, () => mutate(client, "delete_form", { formId: third })),
    ]);
    expect(deleted.filter(isDone)).toHaveLength(1);
    // `publish_form` reports NOT_FOUND for each input field that contains the id of the deleted form.
    const gone = ["input.formId NOT_FOUND", "input.shares.2.formId NOT_FOUND"];
    if (!isDone(shown)) expect(gone).toEqual(expect.arrayContaining(pathsOf(shown.userErrors)));
    expect(await expectSound()).toEqual(whole(main, second));
    const ends = (await client.events()).filter(({ what }) => what === "form.deleted");
    expect(ends.map(({ recordId }) => recordId)).toEqual([third]);
  });

  it("stays consistent under concurrent mutations, and its last event matches", async () => {
    const forms = await Promise.all(["A", "B", "C", "D"].map((title) => createForm(client, title)));
    const ids = forms.map(({ rowId }) => rowId);
    await Promise.all(ids.map((id) => saveDraft(client, id)));
    for (let round = 0; round < 6; round += 1) {
      const at = (offset: number) => ids[(round + offset) % ids.length] ?? "";
      const shown = await published();
      await Promise.all([
        mutate(client, "publish_form", { formId: at(0) }),
        mutate(client, "publish_form", { formId: at(1), shares: whole(at(1), ...shown.filter((id) => id !== at(1))) }),
        promote(whole(at(2), at(3))),
        archive(at(2)),
        mutate(client, "update_form", { formId: at(3), body: { status: "READY" } }),
        saveDraft(client, at(1), modelOf(`round${round}`)),
        mutate(client, "update_form", { formId: at(0), body: { status: "DRAFT" } }),
      ]);
      await expectSound();
    }
    const emitted = (await client.events()).filter(({ what }) => what === "rotation.changed").at(-1);
    expect(emitted?.data.rotation).toEqual(await getRotation(client));
  });
});
