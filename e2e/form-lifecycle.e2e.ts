import { mkdir } from "node:fs/promises";
import path from "node:path";
import { polling } from "@offergraph/testkit/timeouts";
import { decode } from "fast-png";
import jsqr from "jsqr";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startChromium } from "./src/chromium.js";
import { type HostedForm, hostedForm } from "./src/hosted-form.js";
import { pageVisit } from "./src/page-visit.js";
import { change } from "./src/website-form.js";
import { newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

// The default export of `jsqr` depends on the module loader.
const readQr = ("default" in jsqr ? jsqr.default : jsqr) as (typeof jsqr)["default"];
const styles = ["classic", "soft", "dotted", "diamond", "accent", "ink"].flatMap((preset) =>
  ["light", "dark"].flatMap((mode) =>
    ["square", "rounded", "dot", "diamond"].flatMap((dots) =>
      ["square", "rounded", "dot"].map((eyes) => ({ preset, mode, dots, eyes, size: "m" })),
    ),
  ),
);
const payload = {
  title: "How was it?",
  pages: [
    {
      name: "first",
      elements: [
        { type: "radiogroup", name: "reason", title: "Why did you buy?", choices: ["price", "taste"], isRequired: true },
        { type: "comment", name: "story", title: "Tell us more" },
      ],
    },
  ],
};

describe("a form", () => {
  let browser: Browser;
  let workspace: Workspace;
  let origin: string;
  let form: HostedForm;
  let link: string;
  beforeAll(async () => {
    [browser, workspace, { baseUrl: origin }] = await Promise.all([startChromium(), newWorkspace(), readSystem()]);
    form = await hostedForm(workspace.client, { payload });
  });
  afterAll(() => browser?.close());

  async function scan(): Promise<string | undefined> {
    const { install } = await workspace.client.data<{ install: { placements: { qrSvgUrl: string }[] } }>(
      "query ($slug: String!) { install: get_form_install(slug: $slug) { placements { qrSvgUrl } } }",
      { slug: form.formSlug },
    );
    const answer = await fetch((install.placements[0]?.qrSvgUrl ?? "").replace(/svg$/, "png"));
    const { width, height, data } = decode(new Uint8Array(await answer.arrayBuffer()));
    return readQr(new Uint8ClampedArray(data), width, height)?.data;
  }

  async function answer(page: Page, story: string): Promise<void> {
    await page.goto(link);
    await page.getByRole("radio", { name: "taste" }).check({ force: true });
    await page.getByRole("textbox", { name: "Tell us more" }).fill(story);
    await photograph(page, "question");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    await photograph(page, "end");
  }

  it("has a readable QR code in every preset, mode, dots and eyes", async () => {
    const found = new Map<string, string[]>();
    for (const style of styles) {
      await change(workspace.client, "set_form_placement_qr_style", { placementId: form.placementId, qr: style }, "");
      const text = String(await scan());
      found.set(text, [...(found.get(text) ?? []), JSON.stringify(style)]);
    }
    expect([...found.keys()]).toEqual([expect.stringMatching(new RegExp(`^${origin}/s/\\w{7}$`))]);
    expect(found.values().next().value).toHaveLength(styles.length);
    [link = ""] = [...found.keys()];
  });

  it("records a click and a response for its QR code, on a phone and a desktop", async () => {
    // Removes "Headless", because the service does not count clicks of headless browsers.
    const userAgent = (await browser.newPage().then((page) => page.evaluate<string>("navigator.userAgent"))).replace("Headless", "");
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent };
    await pageVisit(browser, origin, (page) => answer(page, "The coffee was great but the delivery was slow."), phone);
    await pageVisit(browser, origin, (page) => answer(page, "I love the packaging."), {
      viewport: { width: 1280, height: 800 },
      userAgent,
    });
    const { surface } = await workspace.client.data<{ surface: { responses: { nodes: object[] } } }>(
      `query ($slug: String!) { surface: get_form_responses_surface(slug: $slug) { responses { nodes {
        status answers trustScore trustReasons clickId clickIdKind shortLinkId formPlacementId channel { name } } } } }`,
      { slug: form.formSlug },
    );
    const stories = ["I love the packaging.", "The coffee was great but the delivery was slow."];
    expect(surface.responses.nodes).toHaveLength(2);
    expect(surface.responses.nodes).toEqual(
      expect.arrayContaining(
        stories.map((story) =>
          expect.objectContaining({
            status: "COMPLETE",
            answers: { reason: "taste", story },
            trustScore: expect.any(Number),
            clickId: expect.stringMatching(/^ogc_/),
            clickIdKind: "short_link",
            shortLinkId: expect.any(String),
            formPlacementId: form.placementId,
            channel: { name: "Hosted page" },
          }),
        ),
      ),
    );
  });

  it("returns insights from its answers", async () => {
    const read = `query ($form: RefOrUUIDFilter!) { insight: get_form_insight_read(answers: { formId: $form }, facts: { formId: $form }, reasons: {}) {
      answers { question text readable mined } facts { kind subject polaritySign } } }`;
    await vi.waitFor(
      async () => {
        const { insight } = await workspace.client.data<{ insight: { answers: object[]; facts: object[] } }>(read, { form: form.formSlug });
        expect(insight.answers).toHaveLength(4);
        expect(insight.facts).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: "opinion", subject: "coffee", polaritySign: 1 }),
            expect.objectContaining({ kind: "opinion", subject: "delivery", polaritySign: -1 }),
            expect.objectContaining({ kind: "opinion", subject: "packaging", polaritySign: 1 }),
          ]),
        );
      },
      { ...polling, interval: 100 },
    );
  });

  it("shows an error page if its short link is disabled", async () => {
    const { links } = await workspace.client.data<{ links: { rowId: string }[] }>("{ links: get_form_short_links { rowId } }");
    for (const { rowId } of links) await change(workspace.client, "set_short_link_disabled", { shortLinkId: rowId, disabled: true }, "");
    await pageVisit(browser, origin, async (page) => {
      const response = await page.goto(link);
      expect(response?.status()).toBe(410);
      await page.getByRole("heading", { name: "This form is closed" }).waitFor();
    });
    expect(await (await fetch(link)).json()).toMatchObject({ errors: [{ extensions: { code: "SHORT_LINK_DISABLED" } }] });
  });
});

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.FORM_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}-${page.viewportSize()?.width}.png`), fullPage: true });
}
