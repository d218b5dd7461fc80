import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, storedResponse, type Visitors, visitors } from "../../testing/collect.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { mutate } from "../../testing/forms.js";

let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture.stop());

const input = { channelId: "Website", config: { allowed_origins: ["https://shop.example"] } };

describe("the main form's placement", () => {
  it("serves each visitor a form of its channel by share, and stores the response with that form", async () => {
    const client = fixture.client();
    const elsewhere = await openForm(client);
    const third = await openForm(client, { input });
    const second = await openForm(client, { input });
    const main = await openForm(client, { input });
    const shares = [main, second, third, elsewhere].map(({ form }, index) => ({
      formId: form.rowId,
      main: index === 0,
      share: [50, 20, 10, 20][index] ?? 0,
    }));
    expect((await mutate(client, "set_form_promotion", { shares })).userErrors).toEqual([]);

    const names = Array.from({ length: 150 }, (_, index) => `visitor ${index}`);
    const slugs = async () => {
      const got: string[] = [];
      for (const name of names) got.push((await visitor.offer(main.placement, name)).said.form.formSlug);
      return got;
    };
    const first = await slugs();
    expect(await slugs()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([main, second, third].map(({ form }) => form.formSlug)));

    const open = new Map([main, second, third].map((one) => [one.form.formSlug, one]));
    for (const [index, name] of names.slice(0, 10).entries()) {
      const { said } = await visitor.start(main.placement, { visitorId: name });
      const got = open.get(first[index] ?? "");
      expect(await storedResponse(fixture, said.id)).toMatchObject({
        form_id: got?.form.rowId,
        form_variant_id: got?.form.publishedVariantId,
        form_placement_id: got?.placement.rowId,
        asked_placement_id: main.placement.rowId,
      });
      expect((await visitor.change(main.placement, said.id, { outcome: "SKIPPED" })).status).toBe(200);
    }
  });

  it("accepts responses to any of them; other placements serve their own form", async () => {
    const client = fixture.client();
    const other = await openForm(client, { input });
    const main = await openForm(client, { input });
    const shares = [
      { formId: main.form.rowId, main: true, share: 0 },
      { formId: other.form.rowId, main: false, share: 100 },
    ];
    await mutate(client, "set_form_promotion", { shares });
    expect((await visitor.offer(main.placement, "ann")).said.form.formSlug).toBe(other.form.formSlug);
    const { said } = await visitor.start(main.placement, { visitorId: "ann", formVariantId: main.form.publishedVariantId });
    expect(await storedResponse(fixture, said.id)).toMatchObject({ form_id: main.form.rowId });

    await mutate(client, "set_form_promotion", { shares: shares.map(({ formId, main, share }) => ({ formId, main, share: 100 - share })) });
    for (const name of ["a", "b", "c"]) expect((await visitor.offer(other.placement, name)).said.form.formSlug).toBe(other.form.formSlug);
  });
});
