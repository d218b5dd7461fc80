import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { startChromium } from "./src/chromium.js";
import { pageVisit } from "./src/page-visit.js";
import { readSystem } from "./src/workspace.js";

const screens: [string, BrowserContextOptions][] = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme): [string, BrowserContextOptions] => [
    `${width} pixels, ${colorScheme}`,
    { viewport: { width, height: 844 }, colorScheme },
  ]),
);
const pages = ["/docs/operations/create_discount_code", "/docs/states", "/docs/search"];

let browser: Browser;
let origin: string;
beforeAll(async () => {
  [browser, { baseUrl: origin }] = await Promise.all([startChromium(), readSystem()]);
});
afterAll(() => browser?.close());

/** Opens a page. Fails if the page sends a request to another origin, or violates its Content Security Policy. */
function visit(path: string, work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  return pageVisit(
    browser,
    origin,
    async (page) => {
      await page.goto(origin + path);
      await work(page);
    },
    options,
  );
}

describe.each(pages)("the page %s", (path) => {
  it.each(screens)("has no axe violations and no horizontal overflow: %s", (_screen, options) => visit(path, checkPage, options));
});

describe("the reference", () => {
  it("works without JavaScript", () =>
    visit(
      "/docs",
      async (page) => {
        await page.getByRole("link", { name: "Operations", exact: true }).first().click();
        await page.getByRole("link", { name: "create_partner", exact: true }).first().click();
        await page.getByRole("heading", { name: "create_partner", level: 1 }).waitFor();
        await page.getByText("offergraph.createPartner(").waitFor();
        await page.getByRole("link", { name: "offergraph.discounts.partner.added.v1" }).click();
        await page.getByText('"type": "offergraph.discounts.partner.added.v1"').waitFor();
        await page.getByRole("link", { name: "This page as Markdown" }).waitFor();
      },
      { javaScriptEnabled: false },
    ));

  it("finds pages by their words", () =>
    visit("/docs/search", async (page) => {
      await page.getByRole("searchbox", { name: "Search the reference" }).fill("Create partner");
      await page.getByText(/^\d+ pages found\.$/).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/operations/create_partner");
    }));

  it("shows the events that each mutation of the running services declares", async () => {
    const operations = await (await fetch(`${origin}/docs/operations.md`)).text();
    const mutations = [...operations.matchAll(/^\| \[`(\w+)`\]\(\S+\) \| .* \| mutation \|/gm)].map(([, name]) => name);
    expect(mutations.length).toBeGreaterThan(60);
    const texts = await Promise.all(mutations.map(async (name) => (await fetch(`${origin}/docs/operations/${name}.md`)).text()));
    expect(texts.filter((text) => !/^## Events\n\nThe mutation (can emit the following events|emits no public event)/m.test(text))).toEqual(
      [],
    );
  });
});
