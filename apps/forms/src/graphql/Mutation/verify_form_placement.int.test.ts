import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { done, mutate, publishForm } from "../../testing/forms.js";
import { addConnection, ask, placeForm, readPlacement } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const verify = (placementId: string, key?: string) => ask(client, "verify_form_placement", { key }, { placementId });
const problems = async (placementId: string) => (await verify(placementId)).placement?.verifyProblems;
const changes = async () => (await client.events()).filter(({ what }) => what === "form_placement.updated").map(({ data }) => data.changed);
const change = (formId: string, body: object) => done(mutate(client, "update_form", { formId, body }));
const later = (minutes: number) => new Date(fixture.clock.now().getTime() + minutes * 60_000).toISOString();

async function open(input: object = {}) {
  const { rowId: formId } = await publishForm(client);
  const placement = await placeForm(client, { formId, ...input });
  await ask(client, "set_form_placement_published", {}, { placementId: placement.rowId, published: true });
  return placement;
}

describe("verify_form_placement", () => {
  it("stores the time of a successful verification, and emits an event", async () => {
    const { rowId } = await open();
    fixture.clock.advance(60_000);
    const { placement } = await verify(rowId);
    expect(placement).toMatchObject({ verifiedAt: fixture.clock.now().toISOString(), verifyProblems: [] });
    expect(await readPlacement(client, rowId)).toEqual(placement);
    expect(await changes()).toEqual([
      ["published", "updatedAt"],
      ["verifiedAt", "updatedAt"],
    ]);
  });

  it("stores the problems and keeps the time of the last success; the same problems change nothing", async () => {
    const { rowId, formId } = await open();
    const { placement } = await verify(rowId);
    await change(formId, { ends_at: later(10), enable_ends_at: true });
    fixture.clock.advance(600_000);
    const found = { verifiedAt: placement?.verifiedAt, verifyProblems: [`The form stopped accepting responses at ${later(0)}.`] };
    expect((await verify(rowId)).placement).toMatchObject(found);
    fixture.clock.advance(1000);
    await verify(rowId);
    expect(await readPlacement(client, rowId)).toMatchObject(found);
    expect((await changes()).slice(2)).toEqual([["verifyProblems", "updatedAt"]]);
  });

  it("finds all problems at once: unpublished form, time window, unpublished placement", async () => {
    const { rowId } = await placeForm(client);
    const { formId } = (await readPlacement(client, rowId)) ?? { formId: "" };
    await change(formId, { starts_at: later(10) });
    const notYet = `The form does not accept responses before ${later(10)}.`;
    expect(await problems(rowId)).toEqual(["The form is not published; its status is DRAFT.", notYet, "The placement is not published."]);
  });

  it("finds a missing connection, and a website without an origin", async () => {
    const connectionId = await addConnection(fixture, client);
    const { rowId } = await open({ connectionId });
    expect(await problems(rowId)).toEqual([]);
    await fixture.admin.query("DELETE FROM connection_references WHERE row_id = $1", [connectionId]);
    await fixture.admin.query(`UPDATE form_placements SET config = '{"allowed_origins":[]}' WHERE row_id = $1`, [rowId]);
    expect(await problems(rowId)).toEqual([
      "The placement's store connection no longer exists in the workspace.",
      "Web pages cannot load the form because the placement's setting `allowed_origins` is empty.",
    ]);
  });

  it("returns NOT_FOUND for an unknown placement or another workspace's; a repeat with the same key does not verify again", async () => {
    const { rowId } = await open();
    const first = await verify(rowId, "key");
    fixture.clock.advance(1000);
    expect(await verify(rowId, "key")).toEqual(first);
    const owner = client;
    client = fixture.client();
    for (const id of [rowId, newId()]) expect(pathsOf((await verify(id)).userErrors)).toEqual(["input.placementId NOT_FOUND"]);
    expect(await client.events()).toEqual([]);
    client = owner;
    expect(await readPlacement(client, rowId)).toEqual(first.placement);
    expect(await changes()).toHaveLength(2);
  });
});
