import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, visitors, wordsOf } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { done, mutate } from "../../testing/forms.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const answers = { why: "cheap" };
const setUp = async (client: Client, body: object) => {
  const { form, placement } = await openForm(client);
  await done(mutate(client, "update_form", { formId: form.rowId, body }));
  return placement;
};

describe("enable_repeat", () => {
  it("false rejects a visitor's second response in GET, POST and PATCH", async () => {
    const visitor = visitors(fixture);
    const placement = await setUp(fixture.client(), { enable_repeat: false });
    const [first, second] = [newId(), newId()];
    for (const id of [first, second]) expect((await visitor.start(placement, { id, visitorId: "ann" })).status).toBe(201);
    expect((await visitor.change(placement, first, { answers, outcome: "COMPLETE" })).said.status).toBe("COMPLETE");
    expect(wordsOf(await visitor.change(placement, second, { answers, outcome: "COMPLETE" }))).toContain("409 ALREADY_ANSWERED");
    expect(wordsOf(await visitor.start(placement, { visitorId: "ann" }))).toContain("409 ALREADY_ANSWERED");
    expect(wordsOf(await visitor.offer(placement, "ann"))).toContain("409 ALREADY_ANSWERED");
    // `enable_repeat` does not affect retries, other visitors, or declined responses.
    expect((await visitor.start(placement, { id: first, visitorId: "ann" })).said.status).toBe("COMPLETE");
    expect((await visitor.change(placement, first, { answers, outcome: "COMPLETE" })).status).toBe(200);
    expect((await visitor.offer(placement, "bob")).status).toBe(200);
    expect((await visitor.change(placement, second, { outcome: "SKIPPED" })).said.status).toBe("SKIPPED");
  });

  it("true accepts it", async () => {
    const visitor = visitors(fixture);
    const placement = await setUp(fixture.client(), { enable_repeat: true });
    for (const id of [newId(), newId()]) {
      expect((await visitor.start(placement, { id, visitorId: "ann" })).status).toBe(201);
      expect((await visitor.change(placement, id, { answers, outcome: "COMPLETE" })).said.status).toBe("COMPLETE");
    }
    expect((await visitor.offer(placement, "ann")).status).toBe(200);
  });
});

it("returning_enabled, priority and view_type reach the page and the embed script", async () => {
  const visitor = visitors(fixture);
  const placement = await setUp(fixture.client(), { returning_enabled: true, priority: 7, view_type: "PICKER" });
  expect((await visitor.offer(placement, "ann")).said.form).toMatchObject({ returningEnabled: true, priority: 7, viewType: "PICKER" });
});
