import { visitorOf } from "@offergraph/testkit/visitor";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { pngOf } from "../../services/qr/pictures.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { ask, type Placement, placeForm } from "../../testing/placements.js";
import { pictureOf, readings } from "../../testing/qr-readers.js";

let fixture: Fixture;
let visit: ReturnType<typeof visitorOf>;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { PUBLIC_URL: "https://offers.example" });
  visit = visitorOf(fixture.running.url, () => fixture.clock.now());
});
afterAll(() => fixture?.stop());

let client: Client;
let placement: Placement;
beforeEach(async () => {
  client = fixture.client();
  placement = await placeForm(client);
});

const pathOf = (type: string) => `/s/${placement.shortLink.code}/qr.${type}`;
const setStyle = (qr: object | null) => ask(client, "set_form_placement_qr_style", {}, { placementId: placement.rowId, qr });
const setDisabled = (disabled: boolean) =>
  ask<{ userErrors: object[] }>(
    client,
    "set_short_link_disabled",
    { selection: "shortLink { disabled }" },
    { shortLinkId: placement.shortLink.rowId, disabled },
  );
const both = (text: string) => ({ jsqr: text, zbar: text });
const readPng = async (png: Uint8Array) => readings(pictureOf(png));
const drawn = {
  svg: async (response: Response) => pngOf(await response.text()),
  png: async (response: Response) => new Uint8Array(await response.arrayBuffer()),
};
const codeOf = async (response: Response) =>
  ((await response.json()) as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code;

describe.each([
  ["svg", "image/svg+xml; charset=utf-8"],
  ["png", "image/png"],
] as const)("GET /s/{code}/qr.%s", (type, mediaType) => {
  it("shows the short link in the default style", async () => {
    const response = await visit(pathOf(type));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, mediaType]);
    const png = await drawn[type](response);
    expect(pictureOf(png).width).toBe(512);
    expect(await readPng(png)).toEqual(both(placement.shortLink.url));
    expect(placement.shortLink.url).toBe(`https://offers.example/s/${placement.shortLink.code}`);
  });

  it("uses the placement's style and link at once", async () => {
    const before = await visit(pathOf(type));
    const link = "https://shop.example/grüße?a=1&b=<2>";
    expect((await setStyle({ preset: "dotted", mode: "dark", size: "m", link })).userErrors).toEqual([]);
    const after = await visit(pathOf(type), { headers: { "if-none-match": before.headers.get("etag") ?? "" } });
    expect(after.status).toBe(200);
    const png = await drawn[type](after);
    expect(pictureOf(png).width).toBe(256);
    expect(await readPng(png)).toEqual(both("https://shop.example/gr%C3%BC%C3%9Fe?a=1&b=%3C2%3E"));
    await setStyle(null);
    expect((await visit(pathOf(type))).headers.get("etag")).toBe(before.headers.get("etag"));
  });

  it("is revalidated on each request and returns 304 if unchanged", async () => {
    const { headers } = await visit(pathOf(type));
    const etag = headers.get("etag") ?? "";
    expect(headers.get("cache-control")).toBe("public, no-cache");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await visit(pathOf(type), { headers: { "if-none-match": known } });
      expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await visit(pathOf(type), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("is 410 while the link is disabled", async () => {
    await visit(pathOf(type));
    await setDisabled(true);
    const response = await visit(pathOf(type));
    expect([response.status, await codeOf(response)]).toEqual([410, "SHORT_LINK_DISABLED"]);
    await setDisabled(false);
    expect((await visit(pathOf(type))).status).toBe(200);
  });

  it("is 404 for an unknown code and a removed placement", async () => {
    expect((await visit(`/s/%00/qr.${type}`)).status).toBe(404);
    for (const path of [`/s/nobodys/qr.${type}`, `/s/${placement.shortLink.code}x/qr.${type}`]) {
      const response = await visit(path);
      expect([path, response.status, await codeOf(response)]).toEqual([path, 404, "SHORT_LINK_UNKNOWN"]);
    }
    await ask(client, "remove_form_placement", { selection: "deletedId" }, { placementId: placement.rowId });
    expect((await visit(pathOf(type))).status).toBe(404);
  });

  it("counts no click", async () => {
    await visit(pathOf(type));
    const { rows } = await fixture.admin.query("SELECT click_count FROM short_links WHERE row_id = $1", [placement.shortLink.rowId]);
    expect(rows).toEqual([{ click_count: 0 }]);
  });
});

it("get_form_install returns the image's URL", async () => {
  const query = "query ($slug: String!) { get_form_install(slug: $slug) { placements { qrSvgUrl } } }";
  const { rows } = await fixture.admin.query("SELECT form_slug FROM forms WHERE row_id = $1", [placement.formId]);
  const { get_form_install } = await client.data<{ get_form_install: { placements: { qrSvgUrl: string }[] } }>(query, {
    slug: rows[0].form_slug,
  });
  const { pathname, origin } = new URL(get_form_install.placements[0]?.qrSvgUrl ?? "");
  expect([origin, pathname]).toEqual(["https://offers.example", pathOf("svg")]);
  expect((await visit(pathname)).status).toBe(200);
});
