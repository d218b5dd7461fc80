import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, setPublished, storedResponse, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { ask, type Placement, readPlacement } from "../../testing/placements.js";

let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { PUBLIC_URL: "https://forms.example" });
  visitor = visitors(fixture);
});
afterAll(() => fixture.stop());

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36" };
const follow = ({ shortLink }: Placement, method = "GET", { headers = {} as Record<string, string>, query = "" } = {}) =>
  visitor.send(method, `/s/${shortLink.code}${query}`, undefined, { headers: { ...browser, ...headers } });
async function clicks(client: Client, { rowId }: Placement): Promise<unknown> {
  const placement = await readPlacement(client, rowId);
  return (placement?.shortLink as { clickCount?: number } | undefined)?.clickCount;
}

describe("a short link", () => {
  it("redirects to the hosted page with a new click id each time, and counts clicks", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(placement)));
    const places = answers.map(({ status, headers }) => `${status} ${headers.get("location")}`);
    expect(new Set(places).size).toBe(20);
    for (const place of places)
      expect(place).toMatch(new RegExp(`^302 https://forms\\.example/f/${placement.publicKey}\\?click=ogc_\\w+&kind=short_link$`));
    expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
    expect(await clicks(client, placement)).toBe(20);
    await follow(placement, "HEAD");
    expect(await clicks(client, placement)).toBe(20);
  });

  it("redirects link previews, crawlers and prefetches without a click", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const others: Record<string, string>[] = [{ "user-agent": "WhatsApp/2.24.20.89 A" }, { "sec-purpose": "prefetch" }];
    for (const headers of others) {
      const { status, headers: said } = await follow(placement, "GET", { headers, query: "?utm_source=chat" });
      expect([status, said.get("location")]).toEqual([302, `https://forms.example/f/${placement.publicKey}?utm_source=chat`]);
    }
    expect(await clicks(client, placement)).toBe(0);
  });

  it("keeps its query, except for the click", async () => {
    const { placement } = await openForm(fixture.client());
    const query = "?utm_source=mail&utm_campaign=a%26b&click=forged&kind=gclid&utm_source=two";
    const { searchParams } = new URL((await follow(placement, "GET", { query })).headers.get("location") ?? "");
    expect(searchParams.getAll("utm_source")).toEqual(["mail", "two"]);
    expect(searchParams.get("utm_campaign")).toBe("a&b");
    expect(searchParams.getAll("click")).toEqual([expect.stringMatching(/^ogc_/)]);
    expect(searchParams.getAll("kind")).toEqual(["short_link"]);
  });

  it("redirects to the rotated key, and to the page of a closed form", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    await setPublished(client, placement.rowId, false);
    const rotated = await ask(client, "rotate_form_public_key", {}, { placementId: placement.rowId });
    expect((await follow(placement)).headers.get("location")).toContain(`/f/${rotated.placement?.publicKey}?`);
  });

  it("returns 410 while it is disabled, without counting", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const disable = (disabled: boolean) =>
      ask(client, "set_short_link_disabled", { selection: "shortLink { rowId }" }, { shortLinkId: placement.shortLink.rowId, disabled });
    await disable(true);
    expect(wordsOf(await follow(placement))).toBe("410 SHORT_LINK_DISABLED");
    await disable(false);
    expect((await follow(placement)).status).toBe(302);
    expect(await clicks(client, placement)).toBe(1);
  });

  it("is unknown if it never existed or its placement was removed", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    await ask(client, "remove_form_placement", { selection: "deletedId" }, { placementId: placement.rowId });
    expect(wordsOf(await follow(placement))).toBe("404 SHORT_LINK_UNKNOWN");
    expect(wordsOf(await visitor.send("GET", "/s/abcdefg"))).toBe("404 SHORT_LINK_UNKNOWN");
  });

  it("is stored only with responses that have its click id", async () => {
    const client = fixture.client();
    const [{ placement }, other] = [await openForm(client), await openForm(client)];
    const clickId = new URL((await follow(placement)).headers.get("location") ?? "").searchParams.get("click") ?? "";
    const linkOf = async (of: { publicKey: string }, body: object) => {
      const { said } = await visitor.start(of, body);
      const { short_link_id, click_id, click_id_kind } = (await storedResponse(fixture, said.id)) ?? {};
      return [short_link_id, click_id, click_id_kind];
    };
    expect(await linkOf(placement, { clickId })).toEqual([placement.shortLink.rowId, clickId, "short_link"]);
    expect(await linkOf(other.placement, { clickId })).toEqual([null, clickId, null]);
    const forged = clickId.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect(await linkOf(placement, { clickId: forged, clickIdKind: "gclid" })).toEqual([null, forged, "gclid"]);
    expect(await linkOf(placement, { clickId: forged, clickIdKind: "short_link" })).toEqual([null, forged, null]);
  });
});
