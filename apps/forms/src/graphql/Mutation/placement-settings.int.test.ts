import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
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

const asked = (operation: string) => (input: object, key?: string) =>
  ask(client, operation, { key }, { placementId: placement.rowId, ...input });
const setPublished = asked("set_form_placement_published");
const setCopy = asked("set_form_placement_copy");
const setQrStyle = asked("set_form_placement_qr_style");
const changes = async () => (await client.events()).filter(({ what }) => what === "form_placement.updated").map(({ data }) => data.changed);

const settings = [
  ["set_form_placement_published", setPublished, { published: true }, { published: true }],
  ["set_form_placement_copy", setCopy, { field: "upsell_text", text: "Take it" }, { upsellText: "Take it" }],
  ["set_form_placement_qr_style", setQrStyle, { qr: { fg: "#00aaFF" } }, { qr: { fg: "#00aaFF", preset: "classic" } }],
] as const;

describe.each(settings)("%s", (_operation, set, input, expected) => {
  const [field = ""] = Object.keys(expected);

  it("changes the placement and emits an event; a repeat changes nothing", async () => {
    const first = await set({ ...input, placementId: placement.rowId.toUpperCase() });
    expect(first).toMatchObject({ placement: { ...expected, updatedAt: fixture.clock.now().toISOString() }, userErrors: [] });
    fixture.clock.advance(1000);
    expect(await set(input)).toEqual(first);
    expect(await readPlacement(client, placement.rowId)).toEqual(first.placement);
    expect(await changes()).toEqual([[field, "updatedAt"]]);
    const [event] = (await client.events()).slice(-1);
    expect(event).toMatchObject({ recordId: placement.rowId, data: expected });
  });

  it("returns NOT_FOUND for an unknown placement or another workspace's, and changes nothing", async () => {
    const owner = client;
    client = fixture.client();
    for (const placementId of [placement.rowId, newId()])
      expect(pathsOf((await set({ ...input, placementId })).userErrors)).toEqual(["input.placementId NOT_FOUND"]);
    expect(await client.events()).toEqual([]);
    client = owner;
    expect(await readPlacement(client, placement.rowId)).toEqual(placement);
    expect(await changes()).toEqual([]);
  });

  it("returns the same result with the same Idempotency-Key", async () => {
    const first = await set(input, "key");
    fixture.clock.advance(1000);
    expect(await set(input, "key")).toEqual(first);
    expect(await changes()).toHaveLength(1);
  });
});

describe("set_form_placement_published", () => {
  it("reverts the change", async () => {
    await setPublished({ published: true });
    expect((await setPublished({ published: false })).placement?.published).toBe(false);
    expect(await changes()).toHaveLength(2);
  });
});

describe("set_form_placement_copy", () => {
  it("sets either text; null, or no value, restores the default", async () => {
    await setCopy({ field: "tier_note_text", text: "Gold: [incentive] for you" });
    const { placement: both } = await setCopy({ field: "upsell_text", text: "t".repeat(2000) });
    expect(both).toMatchObject({
      tierNoteText: "Gold: [incentive] for you",
      tierNoteResolved: "Gold: for you",
      upsellText: "t".repeat(2000),
    });
    expect((await setCopy({ field: "upsell_text", text: null })).placement).toMatchObject({ upsellText: null, upsellResolved: null });
    expect((await setCopy({ field: "tier_note_text" })).placement).toMatchObject({ tierNoteText: null, tierNoteResolved: null });
  });

  it("rejects an empty or too long text", async () => {
    expect(pathsOf((await setCopy({ field: "upsell_text", text: "" })).userErrors)).toEqual(["input.text TOO_SHORT"]);
    expect(pathsOf((await setCopy({ field: "upsell_text", text: "t".repeat(2001) })).userErrors)).toEqual(["input.text TOO_LONG"]);
    expect(await changes()).toEqual([]);
  });
});

describe("set_form_placement_qr_style", () => {
  const usual = {
    preset: "classic",
    size: "l",
    mode: "light",
    fg: null,
    eye: null,
    bg: null,
    dots: null,
    eyes: null,
    link: null,
    center: true,
  };

  it("stores the whole style with defaults; null, or no value, restores the default style", async () => {
    expect((await setQrStyle({ qr: {} })).placement?.qr).toEqual(usual);
    const link = `https://shop.example/${"x".repeat(2027)}`;
    const given = {
      preset: "ink",
      size: "xl",
      mode: "dark",
      fg: "#012345",
      eye: "#abcdef",
      bg: "#ABCDEF",
      dots: "dot",
      eyes: "rounded",
      center: false,
    };
    expect((await setQrStyle({ qr: { ...given, link } })).placement?.qr).toEqual({ ...given, link });
    expect((await setQrStyle({ qr: { size: "m" } })).placement?.qr).toEqual({ ...usual, size: "m" });
    expect((await setQrStyle({ qr: null })).placement?.qr).toBeNull();
    expect(await changes()).toHaveLength(4);
    await setQrStyle({});
    expect(await changes()).toHaveLength(4);
  });

  it("returns all errors at once and changes nothing", async () => {
    const qr = { preset: null, center: null, fg: "#12345", eye: "red", bg: "#12345g", link: `https://shop.example/${"x".repeat(2028)}` };
    expect(pathsOf((await setQrStyle({ qr, placementId: newId() })).userErrors)).toEqual([
      "input.placementId NOT_FOUND",
      "input.qr.bg INVALID",
      "input.qr.center REQUIRED",
      "input.qr.eye INVALID",
      "input.qr.fg INVALID",
      "input.qr.link TOO_LONG",
      "input.qr.preset REQUIRED",
    ]);
    for (const link of ["/form", "javascript:alert(1)", "ftp://shop.example", "https:shop"])
      expect(pathsOf((await setQrStyle({ qr: { link } })).userErrors), link).toEqual(["input.qr.link INVALID"]);
    expect(pathsOf((await setQrStyle({ qr: { link: `https://shop.example/${"ü".repeat(489)}` } })).userErrors)).toEqual([
      "input.qr.link TOO_LONG",
    ]);
    expect((await setQrStyle({ qr: { fg: "#777777", bg: "#999999", preset: null } })).userErrors).toEqual([
      { field: ["input", "qr", "preset"], code: "REQUIRED", message: "preset must not be null; omit preset to use the default, classic." },
      {
        field: ["input", "qr", "fg"],
        code: "INVALID",
        message: "The colors fg #777777 and bg #999999 differ by 13 % in brightness, but cameras need a difference of at least 50 %.",
      },
    ]);
    expect(await readPlacement(client, placement.rowId)).toEqual(placement);
    expect(await changes()).toEqual([]);
  });
});
