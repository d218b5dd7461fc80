import { createHash } from "node:crypto";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { brandLogoChanged, brandUpdated } from "@offergraph/shared/contracts/events/workspace";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { newId } from "@offergraph/shared/time/ids";
import { pngOf as image } from "@offergraph/testkit/images";
import { visitorOf } from "@offergraph/testkit/visitor";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { keepWorkspace } from "../../consumers/keep-workspace.js";
import { openForm } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { ask, type Placement } from "../../testing/placements.js";
import { pictureOf, readings } from "../../testing/qr-readers.js";

let fixture: Fixture;
let visit: ReturnType<typeof visitorOf>;
let client: Client;
let placement: Placement;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visit = visitorOf(fixture.running.url, () => fixture.clock.now());
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  placement = (await openForm(client)).placement;
});

const red = image(32, 32, () => [200, 0, 0, 255]);
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const brand = {
  ...{ accentColor: "#ffd166", font: "SERIF", cornerRadius: 20, locale: "de", supportEmail: "help+1@shop.example" },
  logo: { sha256: sha256(red), mediaType: "image/png", width: 32, height: 32 },
};

async function take<Data>(definition: EventDefinition<Data>, data: Data): Promise<void> {
  const { workspaceId } = client;
  const emitted = { workspaceId, actor: null, recordId: workspaceId, data, time: new Date() };
  const event = parseEvent(keepWorkspace.events, pendingEvent(definition, emitted).event);
  if (event) await fixture.running.parts.database.transaction({ workspaceId }, async (tx) => keepWorkspace.handle?.(tx, event));
}
async function setBrand(changes: Partial<Omit<typeof brand, "logo">> & { logo?: null } = {}, updatedAt = "2026-05-02T10:00:00.000Z") {
  const { workspaceId } = client;
  const data = { workspaceId, updatedAt, ...brand, ...changes };
  await take(brandUpdated, { ...data, changed: ["logo", "updatedAt"] });
  await take(brandLogoChanged, { workspaceId, updatedAt, logo: data.logo && { ...data.logo, data: red.toString("base64") } });
}
const page = async (path = `/f/${placement.publicKey}`) => {
  const response = await visit(path, { headers: { accept: "text/html" } });
  return { response, html: await response.text() };
};
const settingsOf = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? "{}");
const logoOf = (html: string) => /<img id="logo" src="([^"]+)"/.exec(html)?.[1];

describe("the brand of the workspace", () => {
  it("is on the page: style sheet, logo, language, contact address and dialog", async () => {
    const before = await page();
    expect([before.html.includes("<style>"), logoOf(before.html), settingsOf(before.html).dialog]).toEqual([false, undefined, {}]);
    await setBrand();
    const { response, html } = await page();
    const [, css = ""] = /<style>(.*?)<\/style>/.exec(html) ?? [];
    expect(css).toMatch(/--font:Charter.*--radius-card:20px.*--radius:16px.*--accent:#[0-9a-f]{6}.*dark\)\{:root\{--accent:#ffd166;/);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(`style-src 'self' 'sha256-${createHash("sha256").update(css).digest("base64")}'`);
    expect(html).toContain('<html lang="de">');
    expect(settingsOf(html)).toMatchObject({ locale: "de", supportEmail: brand.supportEmail });
    expect(settingsOf(html).dialog).toEqual({ cornerRadius: 20, accent: expect.stringMatching(/^#/), darkAccent: "#ffd166" });
    client = fixture.client();
    const other = (await openForm(client)).placement;
    expect((await page(`/f/${other.publicKey}`)).html).not.toContain("<style>");
  });

  it("gives way to the language of the form", async () => {
    await setBrand();
    const model = { locale: "fr", elements: [{ type: "text", name: "why" }] };
    const own = await openForm(client, { model });
    expect((await page(`/f/${own.placement.publicKey}`)).html).toContain('<html lang="fr">');
  });

  it("is on a preview, and on the page of an expired preview", async () => {
    await setBrand();
    const query = "query ($formId: Ref!) { preview: get_form_preview(formId: $formId) { url } }";
    const { preview } = await client.data<{ preview: { url: string } }>(query, { formId: placement.formId });
    const look = () => page(new URL(preview.url).pathname);
    const open = await look();
    fixture.clock.advance(2 * 3_600_000);
    const ended = await look();
    expect([open.response.status, ended.response.status]).toEqual([200, 410]);
    for (const { html } of [open, ended]) {
      expect([html.includes("<style>"), logoOf(html) !== undefined, html.includes('<html lang="de">')]).toEqual([true, true, true]);
    }
    expect(settingsOf(open.html)).toMatchObject({ locale: "de", supportEmail: brand.supportEmail });
  });

  it("is on the page of a closed form, in its language, and not on that of an unknown form", async () => {
    await setBrand();
    await ask(client, "set_form_placement_published", {}, { placementId: placement.rowId, published: false });
    const { response, html } = await page();
    expect([response.status, logoOf(html) !== undefined, html.includes("<style>")]).toEqual([410, true, true]);
    expect(html).toContain('Haben Sie Fragen? Schreiben Sie an <a href="mailto:help+1@shop.example">help+1@shop.example</a>.');
    await ask(
      client,
      "set_short_link_disabled",
      { selection: "shortLink { disabled }" },
      { shortLinkId: placement.shortLink.rowId, disabled: true },
    );
    expect((await page(`/s/${placement.shortLink.code}`)).html).toBe(html);
    const unknown = await page("/f/fpk_nobodys");
    expect([unknown.response.status, unknown.html.includes("contact"), unknown.html.includes("<img")]).toEqual([404, false, false]);
  });

  it("has a logo at a URL with its hash, until the logo is deleted", async () => {
    await setBrand();
    const path = logoOf((await page()).html) ?? "";
    expect(path).toBe(`/assets/brand/${client.workspaceId}/${brand.logo.sha256.slice(0, 20)}`);
    const response = await visit(path);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(red);
    expect([
      response.headers.get("content-type"),
      response.headers.get("cache-control"),
      response.headers.get("x-content-type-options"),
    ]).toEqual(["image/png", "public, max-age=31536000, immutable", "nosniff"]);
    const etag = response.headers.get("etag") ?? "";
    expect((await visit(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await visit(path.replace(/.$/, "x"))).headers.get("cache-control")).toBe("no-store");
    for (const id of ["nobody", newId()]) expect((await visit(`/assets/brand/${id}/x`)).status).toBe(404);
    await setBrand({ logo: null }, "2026-05-02T10:00:01.000Z");
    expect([logoOf((await page()).html), (await visit(path)).status]).toEqual([undefined, 404]);
  });

  it("is the newest one, even if older events arrive late", async () => {
    await setBrand({}, "2026-05-02T10:00:02.000Z");
    await setBrand({ locale: "fr", logo: null }, "2026-05-02T10:00:01.000Z");
    const { html } = await page();
    expect([html.includes('lang="de"'), logoOf(html) !== undefined]).toEqual([true, true]);
  });

  it("has its logo, or else its accent color, in the center of QR codes, which stay readable", async () => {
    const { shortLink, rowId: placementId } = placement;
    const png = async () => new Uint8Array(await (await visit(`/s/${shortLink.code}/qr.png`)).arrayBuffer());
    const svg = async () => (await visit(`/s/${shortLink.code}/qr.svg`)).text();
    const centerOf = (picture: ReturnType<typeof pictureOf>) => {
      const at = 4 * (Math.floor(picture.height / 2) * picture.width + Math.floor(picture.width / 2));
      return [...picture.pixels.slice(at, at + 3)];
    };
    await setBrand();
    const picture = pictureOf(await png());
    expect(centerOf(picture)).toEqual([200, 0, 0]);
    expect(await readings(picture)).toEqual({ jsqr: shortLink.url, zbar: shortLink.url });
    expect(await svg()).toContain(`href="data:image/png;base64,${red.toString("base64")}"`);
    expect((await visit(`/s/${shortLink.code}/qr.svg`)).headers.get("content-security-policy")).toContain("img-src data:");
    await setBrand({ logo: null }, "2026-05-02T10:00:01.000Z");
    expect(await svg()).toContain('fill="#ffd166"');
    await ask(client, "set_form_placement_qr_style", {}, { placementId, qr: { fg: "#880000" } });
    expect(await svg()).not.toContain("#ffd166");
    await ask(client, "set_form_placement_qr_style", {}, { placementId, qr: { center: false } });
    await setBrand({}, "2026-05-02T10:00:02.000Z");
    expect(await svg()).not.toContain("<image");
  });
});
