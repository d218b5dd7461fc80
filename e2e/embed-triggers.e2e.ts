import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./src/chromium.js";
import { type Shop, snippet, startShop, type Visit, visit } from "./src/shop.js";

const body = `${snippet()}<body style="margin:0;height:5000px">
<button id="buy" class="cta"><b>Buy</b></button><button id="other">Other</button>
<form method="post" action="/cart/add"><button id="add">Add</button></form>
<form method="post" action="/search"><button id="find">Find</button></form></body>`;

/** Scrolls the page with a script, and resolves after the page's scroll event. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(`new Promise((resolve) => {
    document.addEventListener("scroll", resolve, { once: true });
    scrollTo(0, ${top});
  }).then(() => undefined)`);

describe("a trigger opens the form as soon as its condition holds, and not before", () => {
  let browser: Browser;
  let shop: Shop;
  let open: Visit | undefined;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([startChromium(), startShop(() => body)]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** With `isPaused`, the time of the pages passes only in `runFor`. Otherwise, it would also pass between two checks of a test. */
  async function run(triggers: unknown[], work: (visit: Visit, page: Page) => Promise<void>, path = "/", isPaused = false): Promise<void> {
    open = await visit(browser, shop, { triggers, path, prepare: async ({ clock }) => (isPaused ? clock.pauseAt(Date.now()) : undefined) });
    try {
      await work(open, open.page);
      expect(await open.broken()).toBeNull();
    } finally {
      await open.end();
    }
  }

  const matches = [
    [{ op: "CONTAINS", value: "/sale" }, "/shoes/sale?size=40", "/shoes"],
    [{ op: "STARTS_WITH", value: "/shoes" }, "/shoes/red", "/hats/shoes"],
    [{ op: "EXACT", value: "/shoes" }, "/shoes", "/shoes/red"],
    [{ op: "CONTAINS", value: "/käse" }, "/käse", "/kase"],
  ] as const;
  it.each(matches)("PAGE_URL %j opens it at %s, but not at %s", (match, path, otherPath) =>
    run(
      [{ type: "PAGE_URL", matches: [{ op: "EXACT", value: "nowhere" }, match] }],
      async ({ isOpening, go }) => {
        expect(await isOpening()).toBe(false);
        await go(path);
        expect(await isOpening()).toBe(true);
      },
      otherPath,
    ),
  );

  it("PAGE_URL also matches the full URL", () => {
    const value = `${shop.origin}/shoes`;
    return run([{ type: "PAGE_URL", matches: [{ op: "EXACT", value }] }], async ({ isOpening, go }) => {
      expect(await isOpening()).toBe(false);
      await go("/shoes");
      expect(await isOpening()).toBe(true);
    });
  });

  it("TIME_ON_PAGE opens it after the delay", () =>
    run(
      [{ type: "TIME_ON_PAGE", delayMs: 60_000 }],
      async ({ isOpening }, { clock }) => {
        await clock.runFor(59_999);
        expect(await isOpening()).toBe(false);
        await clock.runFor(1);
        expect(await isOpening()).toBe(true);
      },
      "/",
      true,
    ));

  it("SCROLL_DEPTH opens it at the given depth, but not without scrolling", () =>
    run([{ type: "SCROLL_DEPTH", percent: 50 }], async ({ isOpening }, page) => {
      const way = 5000 - 700;
      expect(await isOpening()).toBe(false);
      await scrollTo(page, way * 0.45);
      expect(await isOpening()).toBe(false);
      await scrollTo(page, way * 0.5);
      expect(await isOpening()).toBe(true);
    }));

  it("SCROLL_DEPTH 100 opens it at the end of the page", () =>
    run([{ type: "SCROLL_DEPTH", percent: 100 }], async ({ isOpening }, page) => {
      await scrollTo(page, 4200);
      expect(await isOpening()).toBe(false);
      await scrollTo(page, 9999);
      expect(await isOpening()).toBe(true);
    }));

  it("EXIT_INTENT opens it if the pointer leaves the page at the top, but not at a side", () =>
    run([{ type: "EXIT_INTENT" }], async ({ isOpening }, { mouse }) => {
      await mouse.move(500, 300);
      await mouse.move(20, 10);
      await mouse.move(500, 2);
      expect(await isOpening()).toBe(false);
      await mouse.move(500, 300);
      await mouse.move(-5, 300);
      expect(await isOpening()).toBe(false);
      await mouse.move(500, 300);
      await mouse.move(500, -5);
      expect(await isOpening()).toBe(true);
    }));

  it("CLICK_ELEMENT opens it after a click on or inside the element, but not outside", () =>
    run([{ type: "CLICK_ELEMENT", selector: "button.cta" }], async ({ isOpening }, page) => {
      await page.click("#other");
      expect(await isOpening()).toBe(false);
      await page.click("#buy b");
      expect(await isOpening()).toBe(true);
    }));

  const added = [
    ["a script's request", `fetch("/cart/add.js", { method: "POST", redirect: "manual" }).then(() => undefined)`],
    ["the page's word", "offergraph.addToCart()"],
    ["its event", `document.dispatchEvent(new CustomEvent("offergraph:add-to-cart"))`],
  ] as const;
  it.each(added)("ADD_TO_CART by %s opens it after the delay", (_, script) =>
    run(
      [{ type: "ADD_TO_CART", delayMs: 5000 }],
      async ({ isOpening }, page) => {
        await page.evaluate(`fetch("/search.js").then(() => undefined)`);
        await page.clock.runFor(10_000);
        expect(await isOpening()).toBe(false);
        await page.evaluate(script);
        await page.waitForFunction(`sessionStorage.getItem("offergraph:added-to-cart") !== null`);
        await page.clock.runFor(4999);
        expect(await isOpening()).toBe(false);
        await page.clock.runFor(1);
        expect(await isOpening()).toBe(true);
      },
      "/",
      true,
    ),
  );

  it("ADD_TO_CART by a form that navigates opens it on the next page", () =>
    run(
      [{ type: "ADD_TO_CART", delayMs: 5000 }],
      async ({ isOpening }, page) => {
        const ready = () => page.locator("html[data-ready]").waitFor({ state: "attached" });
        await Promise.all([page.waitForURL("**/cart"), page.click("#find")]);
        await ready();
        await page.clock.runFor(6000);
        expect(await isOpening()).toBe(false);
        await page.goto(`${shop.origin}/shoes`);
        await ready();
        await Promise.all([page.waitForURL("**/cart"), page.click("#add")]);
        await ready();
        await page.clock.runFor(4999);
        expect(await isOpening()).toBe(false);
        await page.clock.runFor(1);
        expect(await isOpening()).toBe(true);
      },
      "/",
      true,
    ));

  it("the first of several triggers opens it", () =>
    run(
      [{ type: "EXIT_INTENT" }, { type: "CLICK_ELEMENT", selector: "::no[selector" }, { type: "CLICK_ELEMENT", selector: "#buy" }],
      async ({ isOpening }, page) => {
        expect(await isOpening()).toBe(false);
        await page.click("#buy");
        expect(await isOpening()).toBe(true);
      },
    ));

  it("without triggers, only the page opens it", () =>
    run([], async ({ isOpening }, page) => {
      expect(await isOpening()).toBe(false);
      await page.evaluate("offergraph.open()");
      expect(await isOpening()).toBe(true);
    }));
});
