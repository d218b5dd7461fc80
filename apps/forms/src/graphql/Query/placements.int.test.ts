import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createForm, getForm } from "../../testing/forms.js";
import { addConnection, ask, placeForm, rotateSecret } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { PUBLIC_URL: "https://offers.example/base/" });
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

describe("get_form_channels", () => {
  const channels = async () =>
    (
      await client.data<{ all: { rowId: string; name: string; connections: unknown[] }[] }>(
        "{ all: get_form_channels { rowId workspaceId name surface requiresConnection serviceHosted connections { rowId } } }",
      )
    ).all;

  it("returns the four channels, with the workspace's connections where allowed", async () => {
    const second = await addConnection(fixture, client, "b");
    const first = await addConnection(fixture, client, "a");
    await addConnection(fixture, fixture.client());
    const both = [{ rowId: first }, { rowId: second }];
    expect((await channels()).map(({ name, connections }) => [name, connections])).toEqual([
      ["Store checkout", both],
      ["Website", both],
      ["Hosted page", []],
      ["Email", []],
    ]);
  });

  it("are entities in their own workspace only", async () => {
    const ids = (await channels()).map(({ rowId }) => rowId);
    expect(await client.entities("Channel", ids, "name surface")).toMatchObject([{ name: "Store checkout" }, { name: "Website" }, {}, {}]);
    expect(await fixture.client().entities("Channel", ids, "name")).toEqual([null, null, null, null]);
  });
});

describe("get_form_install", () => {
  const install = async (slug: string) =>
    (
      await client.data<{ install: { placements: object[] } | null }>(
        "query ($slug: String!) { install: get_form_install(slug: $slug) { formSlug placements { placementId surface url snippet qrSvgUrl published askEmail } } }",
        { slug },
      )
    ).install;

  it("returns URL and snippet of each placement, oldest first", async () => {
    const { rowId: formId, formSlug } = await createForm(client);
    const site = await placeForm(client, { formId });
    fixture.clock.advance(1000);
    const email = await placeForm(client, { formId, channelId: "Email", config: {} });
    const store = await placeForm(client, {
      formId,
      channelId: "Store checkout",
      config: {},
      connectionId: await addConnection(fixture, client),
    });
    await ask(client, "set_form_placement_published", {}, { placementId: email.rowId, published: true });
    await placeForm(client);
    const entry = ({ rowId, shortLink }: typeof site, others: object) => ({
      placementId: rowId,
      url: `https://offers.example/base/s/${shortLink.code}`,
      qrSvgUrl: `https://offers.example/base/s/${shortLink.code}/qr.svg`,
      published: false,
      snippet: null,
      askEmail: true,
      ...others,
    });
    const snippet = `<script src="https://offers.example/base/embed.js" data-key="${site.publicKey}" data-customer="" async></script>`;
    expect(await install(formSlug)).toEqual({
      formSlug,
      placements: [
        entry(site, { surface: "WEBSITE", snippet }),
        entry(email, { surface: "EMAIL_SHAREABLE", published: true }),
        entry(store, { surface: "IN_PLATFORM", askEmail: false }),
      ],
    });
    await rotateSecret(client, site);
    const [signed] = (await install(formSlug))?.placements ?? [];
    expect(signed).toMatchObject({ snippet: snippet.replace('data-customer=""', 'data-customer="" data-customer-signature=""') });
    expect(email.shortLink.url).toBe(`https://offers.example/base/s/${email.shortLink.code}`);
    expect((await getForm(client, formSlug))?.placements).toEqual([site, email, store].map(({ rowId }) => ({ rowId })));
  });

  it("is empty for a form without placements, and null for an unknown slug or another workspace's", async () => {
    const { formSlug } = await createForm(client, "Alone");
    expect(await install(formSlug)).toEqual({ formSlug, placements: [] });
    client = fixture.client();
    expect(await install(formSlug)).toBeNull();
  });
});

describe("get_form_short_links", () => {
  it("returns the workspace's short links, newest first", async () => {
    const links = async () =>
      (await client.data<{ all: { rowId: string }[] }>("{ all: get_form_short_links { rowId formPlacementId } }")).all;
    expect(await links()).toEqual([]);
    const placements = [await placeForm(client), await placeForm(client)];
    fixture.clock.advance(1000);
    placements.push(await placeForm(client));
    await placeForm(fixture.client());
    const expected = placements.map(({ rowId, shortLink }) => ({ rowId: shortLink.rowId, formPlacementId: rowId }));
    expect(await links()).toEqual(expected.reverse());
    const [newest] = expected;
    expect(await client.entities("ShortLink", [newest?.rowId ?? ""], "formPlacementId")).toEqual([
      { formPlacementId: newest?.formPlacementId },
    ]);
  });
});
