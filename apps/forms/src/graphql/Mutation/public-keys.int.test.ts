import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { mutate } from "../../testing/forms.js";
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
  fixture.clock.advance(1000);
});

const rotate = (placementId: string, key?: string) => ask(client, "rotate_form_public_key", { key }, { placementId });
const remove = (placementId: string, key?: string) =>
  ask<{ deletedId: string | null; userErrors: UserError[] }>(
    client,
    "remove_form_placement",
    { selection: "deletedId", key },
    { placementId },
  );
/** Returns the end time of a placement's public keys. */
const keys = async ({ rowId }: Placement) => {
  const { rows } = await fixture.admin.query("SELECT public_key, ended_at FROM public_keys WHERE placement_id = $1", [rowId]);
  return Object.fromEntries(rows.map(({ public_key, ended_at }) => [public_key, ended_at?.toISOString() ?? null]));
};
const codes = async ({ shortLink }: Placement) =>
  (await fixture.admin.query("SELECT FROM short_link_codes WHERE code = $1", [shortLink.code])).rowCount;
const news = async () => (await client.events()).map(({ what }) => what).filter((what) => !what.endsWith(".created"));

describe("rotate_form_public_key", () => {
  it("creates another key; the old one ends at once and is kept", async () => {
    const { placement: rotated } = await rotate(placement.rowId);
    const now = fixture.clock.now().toISOString();
    expect(rotated).toEqual({ ...placement, publicKey: expect.stringMatching(/^fpk_[0-9A-Za-z]{24}$/), updatedAt: now });
    expect(rotated?.publicKey).not.toBe(placement.publicKey);
    expect(await readPlacement(client, placement.rowId)).toEqual(rotated);
    expect(await keys(placement)).toEqual({ [placement.publicKey]: now, [rotated?.publicKey ?? ""]: null });
    const event = (await client.events()).at(-1);
    expect(event).toMatchObject({ what: "form_placement.updated", data: { changed: ["publicKey", "updatedAt"] } });
    for (const key of [placement.publicKey, rotated?.publicKey]) expect(JSON.stringify(event)).not.toContain(key);
    fixture.clock.advance(1000);
    await rotate(placement.rowId);
    expect(await keys(placement)).toMatchObject({
      [placement.publicKey]: now,
      [rotated?.publicKey ?? ""]: fixture.clock.now().toISOString(),
    });
  });

  it("creates no other key with the same Idempotency-Key", async () => {
    const first = await rotate(placement.rowId, "key");
    expect(await rotate(placement.rowId, "key")).toEqual(first);
    expect(Object.keys(await keys(placement))).toHaveLength(2);
    expect(await news()).toEqual(["form_placement.updated"]);
  });

  it("leaves one valid key after ten concurrent rotations", async () => {
    await Promise.all(Array.from({ length: 10 }, () => rotate(placement.rowId)));
    const all = Object.entries(await keys(placement));
    expect(all).toHaveLength(11);
    expect(all.filter(([, endedAt]) => endedAt === null)).toEqual([[(await readPlacement(client, placement.rowId))?.publicKey, null]]);
  });
});

describe("remove_form_placement", () => {
  it("removes placement and short link, ends the key and emits an event", async () => {
    const { rowId, formId, channelId, publicKey } = placement;
    expect(await codes(placement)).toBe(1);
    expect(await remove(rowId, "key")).toEqual({ deletedId: rowId, userErrors: [] });
    expect(await readPlacement(client, rowId)).toBeNull();
    expect(await client.entities("ShortLink", [placement.shortLink.rowId], "rowId")).toEqual([null]);
    expect(await keys(placement)).toEqual({ [publicKey]: fixture.clock.now().toISOString() });
    expect(await codes(placement)).toBe(0);
    const data = { rowId, formId, channelId, connectionId: null };
    expect((await client.events()).at(-1)).toEqual({ what: "form_placement.removed", recordId: rowId, data });
    expect(await remove(rowId, "key")).toEqual({ deletedId: rowId, userErrors: [] });
    expect(pathsOf((await remove(rowId.toUpperCase())).userErrors)).toEqual(["input.placementId NOT_FOUND"]);
    expect(await news()).toEqual(["form_placement.removed"]);
  });

  it("does not affect other placements", async () => {
    const other = await placeForm(client, { formId: placement.formId });
    await remove(placement.rowId);
    expect(await readPlacement(client, other.rowId)).toEqual(other);
    expect(await keys(other)).toEqual({ [other.publicKey]: null });
    expect(await codes(other)).toBe(1);
  });
});

describe("delete_form", () => {
  it("ends the public keys and short links of its placements", async () => {
    await mutate(client, "delete_form", { formId: placement.formId });
    expect(await keys(placement)).toEqual({ [placement.publicKey]: fixture.clock.now().toISOString() });
    expect(await codes(placement)).toBe(0);
    expect(await readPlacement(client, placement.rowId)).toBeNull();
  });

  it("leaves no valid key or code despite concurrent rotations and new placements", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { rowId, formId } = await placeForm(client);
      const others = await Promise.all([placeForm(client, { formId }), placeForm(client, { formId })]);
      await Promise.all([
        rotate(rowId),
        mutate(client, "delete_form", { formId }),
        ...others.map((other) => rotate(other.rowId)),
        ask(client, "add_form_placement", {}, { formId, channelId: "Email", config: {} }),
      ]);
      const { rows } = await fixture.admin.query(
        `SELECT k.public_key FROM public_keys k WHERE k.workspace_id = $1 AND k.ended_at IS NULL
           AND NOT EXISTS (SELECT FROM form_placements p WHERE p.row_id = k.placement_id)
         UNION ALL SELECT c.code FROM short_link_codes c WHERE c.workspace_id = $1
           AND NOT EXISTS (SELECT FROM short_links l WHERE l.row_id = c.short_link_id)`,
        [client.workspaceId],
      );
      expect(rows).toEqual([]);
      expect(await client.entities("Form", [formId], "rowId")).toEqual([null]);
    }
  });
});

describe.each([
  ["rotate_form_public_key", rotate],
  ["remove_form_placement", remove],
])("%s", (_operation, act) => {
  it("returns NOT_FOUND for an unknown placement or another workspace's, and ends nothing", async () => {
    const owner = client;
    client = fixture.client();
    for (const id of [placement.rowId, newId()]) expect(pathsOf((await act(id)).userErrors)).toEqual(["input.placementId NOT_FOUND"]);
    expect(await client.events()).toEqual([]);
    client = owner;
    expect(await readPlacement(client, placement.rowId)).toEqual(placement);
    expect(await keys(placement)).toEqual({ [placement.publicKey]: null });
    expect(await news()).toEqual([]);
  });
});
