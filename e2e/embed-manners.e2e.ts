import { polling } from "@offergraph/shared/testing/timeouts";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./src/chromium.js";
import { forms, snippet, standInForForms, startShop } from "./src/shop.js";

const atOnce = [{ type: "TIME_ON_PAGE", delayMs: 0 }];
const dialogs = (page: Page) => page.locator("[data-offergraph-form]");
const collect = `${forms}/v1/collect/**`;

describe("the embed script leaves a shop's page alone", () => {
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
  /** One page of a shop, in a browser of its own; afterwards nothing in it has broken. */
  async function run({ html = snippet(), policy, prepare }: Case, work: (page: Page, said: string[]) => Promise<void>): Promise<void> {
    const shop = await startShop(() => html, policy);
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    context.setDefaultTimeout(polling.timeout);
    try {
      await standInForForms(context, atOnce);
      await prepare?.(context);
      const page = await context.newPage();
      const said: string[] = [];
      page.on("console", (message) => said.push(message.text()));
      await page.goto(shop.origin);
      await work(page, said);
      expect(await page.locator("html").getAttribute("data-broken")).toBeNull();
    } finally {
      await context.close();
      await shop.close();
    }
  }
  const opens = (page: Page) => page.getByRole("dialog").waitFor();
  const until = (said: string[], words: string) =>
    expect.poll(() => said.filter((text) => text.startsWith("Offergraph:")), polling).toEqual([expect.stringContaining(words)]);

  it("under a strict policy that lets it in", () => {
    const policy = `default-src 'none'; script-src ${forms} 'nonce-shop'; connect-src ${forms}; frame-src ${forms}; require-trusted-types-for 'script'`;
    return run({ policy }, opens);
  });

  it("that keeps its frame out: nothing is seen, and after a while nothing is left", () =>
    run({ policy: "frame-src 'none'", prepare: ({ clock }) => clock.install() }, async (page, said) => {
      await page.clock.runFor(10);
      await dialogs(page).waitFor({ state: "attached" });
      await page.clock.runFor(21_000);
      await until(said, "Offergraph: the form did not open");
      expect(await dialogs(page).count()).toBe(0);
    }));

  it("whose browser keeps nothing", () => {
    const refuse = (name: string) => `Object.defineProperty(window, "${name}", { get() { throw new Error("Kept nothing.") } });`;
    return run({ prepare: (context) => context.addInitScript(refuse("localStorage") + refuse("sessionStorage")) }, opens);
  });

  it("loaded twice it works once, and of two forms it shows one at a time", () => {
    const asked: string[] = [];
    const prepare = async (context: BrowserContext) => void context.on("request", (request) => asked.push(request.url()));
    return run({ html: snippet("fpk_one") + snippet("fpk_one") + snippet("fpk_two"), prepare }, async (page) => {
      await opens(page);
      const keys = () => asked.flatMap((url) => /collect\/(\w+)/.exec(url)?.[1] ?? []);
      await expect.poll(() => keys().sort(), polling).toEqual(["fpk_one", "fpk_two"]);
      expect(await page.evaluate("offergraph.keys.toSorted()")).toEqual(["fpk_one", "fpk_two"]);
      await page.evaluate(`offergraph.open("fpk_one"); offergraph.open("fpk_two")`);
      expect(await dialogs(page).count()).toBe(1);
    });
  });

  it("adds one name to the page, and takes and leaves no styles", () => {
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

  it("gives way to a page that has that name already", () =>
    run({ html: `<script>window.offergraph = "ours"</script>${snippet()}` }, async (page, said) => {
      await until(said, "window.offergraph is already used");
      expect(await page.evaluate("offergraph")).toBe("ours");
    }));

  const cors = { "access-control-allow-origin": "*" };
  const others = { "access-control-allow-origin": "https://elsewhere.example" };
  const errors = [{ message: "The origin is not among allowed_origins.", extensions: { code: "origin_not_allowed" } }];
  const refusals: [string, string, (route: Route) => Promise<void>][] = [
    [
      "refuses its origin",
      "The origin is not among allowed_origins.",
      (route) => route.fulfill({ status: 403, headers: cors, json: { errors } }),
    ],
    [
      "refuses its origin unreadably",
      "did not respond, or does not allow the origin http://127.0.0.1",
      (route) => route.fulfill({ status: 403, headers: others, json: { errors } }),
    ],
    ["is unavailable", "did not respond", (route) => route.abort()],
    ["is broken", "the server answered 500", (route) => route.fulfill({ status: 500, headers: cors, body: "<h1>" })],
    ["talks nonsense", "Offergraph: SyntaxError", (route) => route.fulfill({ headers: cors, body: "<h1>" })],
  ];
  it.each(refusals)("when the server %s: the console says so, and nothing else happens", (_, words, answer) =>
    run({ prepare: (context) => context.route(collect, answer) }, async (page, said) => {
      await until(said, words);
      await page.evaluate("offergraph.open()");
      expect(await dialogs(page).count()).toBe(0);
    }),
  );

  it("without a public key: the console says what is missing", () =>
    run({ html: snippet("") }, (_, said) => until(said, "has no data-key attribute")));
});
