import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { ask, type Placement, placeForm, readPlacement } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
let placement: Placement;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  placement = await placeForm(client);
});

const setDisabled = (disabled: boolean, { key, shortLinkId = placement.shortLink.rowId }: { key?: string; shortLinkId?: string } = {}) =>
  ask<{ shortLink: { rowId: string; disabled: boolean } | null; userErrors: UserError[] }>(
    client,
    "set_short_link_disabled",
    { selection: "shortLink { rowId disabled }", key },
    { shortLinkId, disabled },
  );
const isDisabled = async () => (await readPlacement(client, placement.rowId))?.shortLink.disabled;
const news = async () => (await client.events()).filter(({ what }) => what.startsWith("short_link."));

describe("set_short_link_disabled", () => {
  it("revokes and restores a short link, with an event each; a repeat changes nothing", async () => {
    const { rowId } = placement.shortLink;
    for (const disabled of [false, true, true, false]) {
      expect(await setDisabled(disabled, { shortLinkId: rowId.toUpperCase() })).toEqual({ shortLink: { rowId, disabled }, userErrors: [] });
      expect(await isDisabled()).toBe(disabled);
    }
    const data = { rowId, formPlacementId: placement.rowId };
    expect(await news()).toEqual(["short_link.disabled", "short_link.enabled"].map((what) => ({ what, recordId: rowId, data })));
  });

  it("returns NOT_FOUND for an unknown short link or another workspace's, and changes nothing", async () => {
    const owner = client;
    client = fixture.client();
    for (const shortLinkId of [placement.shortLink.rowId, newId()])
      expect(pathsOf((await setDisabled(true, { shortLinkId })).userErrors)).toEqual(["input.shortLinkId NOT_FOUND"]);
    expect(await client.events()).toEqual([]);
    client = owner;
    expect(await isDisabled()).toBe(false);
    expect(await news()).toEqual([]);
  });

  it("returns the same result with the same Idempotency-Key, and revokes nothing again", async () => {
    const first = await setDisabled(true, { key: "key" });
    await setDisabled(false);
    expect(await setDisabled(true, { key: "key" })).toEqual(first);
    expect(await isDisabled()).toBe(false);
    expect(await news()).toHaveLength(2);
  });
});
