import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./src/chromium.js";
import { forms, type Shop, snippet, startShop, type Visit, visit } from "./src/shop.js";

const body = `${snippet()}<body style="margin:0;height:5000px"><h1 id="reviews">Shoes</h1><button id="buy">Buy</button></body>`;
const onClick = [{ type: "CLICK_ELEMENT", selector: "#buy" }];
const day = 24 * 60 * 60 * 1000;
const dialog = (page: Page) => page.getByRole("dialog", { name: "How was it?" });
const inForm = (page: Page, name: string) => page.frameLocator("iframe").getByRole("button", { name });

describe("the embed script on a shop's pages", () => {
  let browser: Browser;
  let shop: Shop;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([startChromium(), startShop(() => body)]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  interface VisitOptions {
    triggers: unknown[];
    path?: string;
    prepare?(context: BrowserContext): Promise<void>;
  }
  async function run(options: VisitOptions, work: (visit: Visit, page: Page) => Promise<void>): Promise<void> {
    const open = await visit(browser, shop, options);
    try {
      await work(open, open.page);
      expect(await open.broken()).toBeNull();
    } finally {
      await open.end();
    }
  }
  async function closed(page: Page): Promise<void> {
    await page.locator("[data-offergraph-form]").waitFor({ state: "detached" });
  }

  describe("detects navigation without a page load", () => {
    const ways = [
      ["pushState", `history.pushState(null, "", "/sale")`],
      ["replaceState", `history.replaceState(null, "", "/sale")`],
      ["history.back", "history.back()"],
      ["a fragment", `location.hash = "/sale"`],
    ] as const;
    const browsers = [
      ["with the Navigation API", ""],
      ["without it", "delete window.navigation; delete Window.prototype.navigation;"],
    ] as const;
    const cases = browsers.flatMap(([kind, difference]) => ways.map(([way, script]) => [way, kind, script, difference] as const));
    it.each(cases)("by %s, %s", (_way, _kind, script, difference) => {
      const prepare = async (context: BrowserContext) => {
        await context.addInitScript(`${difference} history.pushState(null, "", "/hats")`);
      };
      const triggers = [{ type: "PAGE_URL", matches: [{ op: "CONTAINS", value: "/sale" }] }];
      return run({ triggers, prepare, path: "/sale" }, async ({ isOpening }, page) => {
        await page.evaluate(`history.replaceState(null, "", "/shoes")`);
        expect(await isOpening()).toBe(false);
        await page.evaluate(script);
        await page.locator("[data-offergraph-form]").waitFor({ state: "attached" });
      });
    });

    it.each(browsers)("and restarts TIME_ON_PAGE for another page, but not for another query or fragment, %s", (_, difference) => {
      const prepare = async (context: BrowserContext) => {
        await context.addInitScript(difference);
        // Pauses the clock, so that the page's time passes only in runFor.
        await context.clock.pauseAt(Date.now());
      };
      return run({ triggers: [{ type: "TIME_ON_PAGE", delayMs: 60_000 }], prepare }, async ({ isOpening }, page) => {
        await page.clock.runFor(50_000);
        await page.evaluate(`history.pushState(null, "", "/hats")`);
        await page.clock.runFor(50_000);
        expect(await isOpening()).toBe(false);
        await page.evaluate(`history.replaceState(null, "", "?sort=price"); location.hash = "reviews"`);
        await page.waitForURL("**/hats?sort=price#reviews");
        await page.clock.runFor(10_000);
        expect(await isOpening()).toBe(true);
      });
    });

    it("and ignores the scroll position of the previous page", () =>
      run({ triggers: [{ type: "SCROLL_DEPTH", percent: 50 }] }, async ({ isOpening }, page) => {
        const waitForScroll = (script: string) =>
          page.evaluate(
            `new Promise((resolve) => { addEventListener("scroll", resolve, { once: true }); ${script} }).then(() => undefined)`,
          );
        await waitForScroll(`scrollTo(0, 9999); history.pushState(null, "", "/hats")`);
        expect(await isOpening()).toBe(false);
        await waitForScroll("scrollTo(0, 0)");
        await waitForScroll("scrollTo(0, 3000)");
        expect(await isOpening()).toBe(true);
      }));
  });

  it("opens a form as a modal dialog that traps the focus and restores it after Escape", () =>
    run({ triggers: onClick }, async (_, page) => {
      await page.focus("#buy");
      await page.keyboard.press("Enter");
      await dialog(page).waitFor();
      for (let times = 0; times < 6; times += 1) {
        await page.keyboard.press("Tab");
        expect(await page.evaluate(`document.activeElement.matches("body, [data-offergraph-form]")`)).toBe(true);
      }
      await page.getByRole("button", { name: "Close" }).focus();
      await page.keyboard.press("Escape");
      await closed(page);
      expect(await page.evaluate("document.activeElement.id")).toBe("buy");
    }));

  const ways: [string, (page: Page) => Promise<void>][] = [
    ["its button", (page) => page.getByRole("button", { name: "Close" }).click()],
    ["a click outside", (page) => page.mouse.click(5, 5)],
    ["the form itself", (page) => inForm(page, "Leave").click()],
  ];
  it.each(ways)("does not open the form for 30 days after a visitor closed it by %s", (_, close) =>
    run({ triggers: onClick, prepare: ({ clock }) => clock.install() }, async ({ isOpening, go }, page) => {
      await page.click("#buy");
      await dialog(page).waitFor();
      await close(page);
      await closed(page);
      await page.click("#buy");
      await go("/hats");
      await page.click("#buy");
      expect(await isOpening()).toBe(false);
      await page.clock.fastForward(30 * day + 1);
      await page.click("#buy");
      expect(await isOpening()).toBe(true);
    }),
  );

  it("does not open the form after a response, unless the page opens it", () =>
    run({ triggers: onClick, prepare: ({ clock }) => clock.install() }, async ({ isOpening, go }, page) => {
      await page.click("#buy");
      await inForm(page, "Answer").click();
      await page.getByRole("button", { name: "Close" }).click();
      await closed(page);
      await page.clock.fastForward(400 * day);
      await go("/");
      await page.click("#buy");
      expect(await isOpening()).toBe(false);
      await page.evaluate("offergraph.open()");
      expect(await isOpening()).toBe(true);
    }));

  it("requests the form with one visitor id on all pages", () =>
    run({ triggers: [] }, async ({ go }, page) => {
      const requestedVisitorId = () =>
        page.waitForRequest(`${forms}/v1/collect/**`).then((request) => new URL(request.url()).searchParams.get("visitorId"));
      const [first] = await Promise.all([requestedVisitorId(), go("/a")]);
      const [second] = await Promise.all([requestedVisitorId(), go("/b")]);
      expect(first).toMatch(/^[0-9a-f-]{36}$/);
      expect(second).toBe(first);
    }));

  it("ignores messages that are not from the form's frame", () =>
    run({ triggers: onClick }, async ({ isOpening }, page) => {
      await page.click("#buy");
      await dialog(page).waitFor();
      await page.evaluate(`postMessage({ offergraph: "close" }, "*")`);
      await page.evaluate(`new Promise((resolve) => { addEventListener("message", resolve); postMessage("", "*") }).then(() => undefined)`);
      expect(await isOpening()).toBe(true);
    }));
});
