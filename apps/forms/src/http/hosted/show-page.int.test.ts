import { visitorOf } from "@offergraph/testkit/visitor";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, setPublished, visitors, wordsOf } from "../../testing/collect.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { done, mutate, saveDraft } from "../../testing/forms.js";
import { ask } from "../../testing/placements.js";

let fixture: Fixture;
let visit: ReturnType<typeof visitorOf>;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visit = visitorOf(fixture.running.url, () => fixture.clock.now());
});
afterAll(() => fixture?.stop());

const titled = (title: string) => ({ title, elements: [{ type: "text", name: "why" }] });

describe("the hosted page, after it was rendered before", () => {
  it("shows a new version and closes with its placement", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client, { model: titled("First title") });
    const page = async () => {
      const response = await visit(`/f/${placement.publicKey}`);
      return [response.status, /<title>(.*)<\/title>/.exec(await response.text())?.[1]];
    };
    for (let time = 0; time < 2; time += 1) expect(await page()).toEqual([200, "First title"]);
    await saveDraft(client, form.rowId, titled("Second title"));
    await done(mutate(client, "publish_form", { formId: form.rowId }));
    expect(await page()).toEqual([200, "Second title"]);
    await setPublished(client, placement.rowId, false);
    expect((await page())[0]).toBe(410);
    await setPublished(client, placement.rowId, true);
    expect(await page()).toEqual([200, "Second title"]);
  });

  it("ends with its public key, as the collect API does", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { offer, start, change, read } = visitors(fixture);
    const page = async ({ publicKey }: { publicKey: string }) => (await visit(`/f/${publicKey}`)).status;
    const started = await start(placement);
    expect([await page(placement), started.status]).toEqual([200, 201]);
    const { placement: rotated } = await ask(client, "rotate_form_public_key", {}, { placementId: placement.rowId });
    const { id } = started.said;
    const answers = [offer(placement), start(placement), read(placement, id), change(placement, id, { answers: {} })];
    expect((await Promise.all(answers)).map(wordsOf)).toEqual(Array(4).fill("410 PUBLIC_KEY_ENDED"));
    expect([await page(placement), rotated && (await page(rotated))]).toEqual([410, 200]);
  });
});
