import { polling } from "@offergraph/testkit/timeouts";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./src/chromium.js";
import { forms, mockFormsService, snippet, startShop } from "./src/shop.js";

const atOnce = [{ type: "TIME_ON_PAGE", delayMs: 0 }];
const dialogs = (page: Page) => page.locator("[data-offergraph-form]");
const collect = `${forms}/v1/collect/**`;

describe("the embed script does not affect the shop's page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  interface Case {
    html?: string;
    policy?: string;
    prepare?(context: BrowserContext): Promise<unknown>;
  }
  /** Opens a shop's page in a separate browser context. Throws if a script on the page throws an error. */
  async function run({ html = snippet(), policy, prepare }: Case, work: (page: Page, logged: string[]) => Promise<void>): Promise<void> {
    const shop = await startShop(() => html, policy);
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    context.setDefaultTimeout(polling.timeout);
    try {
      await mockFormsService(context, atOnce);
      await prepare?.(context);
      const page = await context.newPage();
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.goto(shop.origin);
      await work(page, logged);
      expect(await page.locator("html").getAttribute("data-broken")).toBeNull();
    } finally {
      await context.close();
      await shop.close();
    }
  }
  const opens = (page: Page) => page.getByRole("dialog").waitFor();
  const waitForLog = (logged: string[], words: string) =>
    expect.poll(() => logged.filter((text) => text.startsWith("Offergraph:"))).toEqual([expect.stringContaining(words)]);

  it("works with a strict Content Security Policy that allows Offergraph's origin", () => {
    const policy = `default-src 'none'; script-src ${forms} 'nonce-shop'; connect-src ${forms}; frame-src ${forms}; require-trusted-types-for 'script'`;
    return run({ policy }, opens);
  });

  it("removes its dialog after a timeout if the policy blocks the frame", () =>
    run({ policy: "frame-src 'none'", prepare: ({ clock }) => clock.install() }, async (page, logged) => {
      await page.clock.runFor(10);
      await dialogs(page).waitFor({ state: "attached" });
      await page.clock.runFor(21_000);
      await waitForLog(logged, "Offergraph: the form did not load");
      expect(await dialogs(page).count()).toBe(0);
    }));

  it("works without browser storage", () => {
    const disable = (name: string) => `Object.defineProperty(window, "${name}", { get() { throw new Error("No storage.") } });`;
    return run({ prepare: (context) => context.addInitScript(disable("localStorage") + disable("sessionStorage")) }, opens);
  });

  it("runs once if the page loads it twice, and shows one of two forms at a time", () => {
    const requested: string[] = [];
    const prepare = async (context: BrowserContext) => void context.on("request", (request) => requested.push(request.url()));
    return run({ html: snippet("fpk_one") + snippet("fpk_one") + snippet("fpk_two"), prepare }, async (page) => {
      await opens(page);
      const keys = () => requested.flatMap((url) => /collect\/(\w+)/.exec(url)?.[1] ?? []);
      await expect.poll(() => keys().sort()).toEqual(["fpk_one", "fpk_two"]);
      expect(await page.evaluate("offergraph.keys.toSorted()")).toEqual(["fpk_one", "fpk_two"]);
      await page.evaluate(`offergraph.open("fpk_one"); offergraph.open("fpk_two")`);
      expect(await dialogs(page).count()).toBe(1);
    });
  });

  it("adds one global name, and is isolated from the page's styles", () => {
    const names = `<script>window.before = Object.keys(window).concat("before")</script>`;
    const styles = "<style>dialog, iframe, button { border: 9px solid red; font-size: 50px }</style><button id=own>Own</button>";
    return run({ html: names + styles + snippet() }, async (page) => {
      await opens(page);
      expect(await page.evaluate("Object.keys(window).filter((name) => !before.includes(name) && Number.isNaN(Number(name)))")).toEqual([
        "offergraph",
      ]);
      const borderOf = (element: string) => page.evaluate(`getComputedStyle(${element}).borderTopWidth`);
      expect(await borderOf(`document.querySelector("[data-offergraph-form]").shadowRoot.querySelector("iframe")`)).toBe("0px");
      expect(await borderOf("own")).toBe("9px");
    });
  });

  it("does not overwrite an existing global variable with this name", () =>
    run({ html: `<script>window.offergraph = "ours"</script>${snippet()}` }, async (page, logged) => {
      await waitForLog(logged, "another script already uses window.offergraph");
      expect(await page.evaluate("offergraph")).toBe("ours");
    }));

  const cors = { "access-control-allow-origin": "*" };
  const others = { "access-control-allow-origin": "https://elsewhere.example" };
  const errors = [{ message: "The origin is not among allowed_origins.", extensions: { code: "origin_not_allowed" } }];
  const failures: [string, string, (route: Route) => Promise<void>][] = [
    [
      "rejects the origin",
      "The origin is not among allowed_origins.",
      (route) => route.fulfill({ status: 403, headers: cors, json: { errors } }),
    ],
    [
      "rejects the origin without CORS headers",
      "did not respond or does not allow requests from http://127.0.0.1",
      (route) => route.fulfill({ status: 403, headers: others, json: { errors } }),
    ],
    ["is unavailable", "did not respond", (route) => route.abort()],
    ["returns 500", "The server responded with status 500", (route) => route.fulfill({ status: 500, headers: cors, body: "<h1>" })],
    ["returns invalid JSON", "Offergraph: SyntaxError", (route) => route.fulfill({ headers: cors, body: "<h1>" })],
  ];
  it.each(failures)("logs an error and opens no form if the server %s", (_, words, answer) =>
    run({ prepare: (context) => context.route(collect, answer) }, async (page, logged) => {
      await waitForLog(logged, words);
      await page.evaluate("offergraph.open()");
      expect(await dialogs(page).count()).toBe(0);
    }),
  );

  it("logs an error if the public key is missing", () =>
    run({ html: snippet("") }, (_, logged) => waitForLog(logged, "has no data-key attribute")));
});
