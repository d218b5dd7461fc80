import { polling } from "@offergraph/testkit/timeouts";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./src/chromium.js";
import { type HostedForm, hostedForm, short } from "./src/hosted-form.js";
import { offerReward } from "./src/offer-reward.js";
import { type Shop, startShop } from "./src/shop.js";
import { waitUntil } from "./src/wait-until.js";
import { change, responsesTo, setTriggers, snippetOf } from "./src/website-form.js";
import { newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const body = `<body style="margin:0;height:5000px"><button id="buy">Buy</button></body>`;
const onClick = { type: "CLICK_ELEMENT", selector: "#buy" };

describe("a form on a website, from installation to the response", () => {
  let browser: Browser;
  let workspace: Workspace;
  let form: HostedForm;
  let shop: Shop;
  let elsewhere: Shop;
  let snippet = "";
  beforeAll(async () => {
    [browser, workspace, shop, elsewhere] = await Promise.all([
      startChromium(),
      newWorkspace(),
      startShop(() => snippet + body),
      startShop(() => snippet + body),
    ]);
    const config = { allowed_origins: [shop.origin], position: "bottom_left" };
    form = await hostedForm(workspace.client, { payload: short, channelId: "Website", config });
    snippet = await snippetOf(workspace.client, form.formSlug);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([shop.close(), elsewhere.close()]);
  });

  async function visit(
    work: (page: Page) => Promise<void>,
    prepare?: (context: BrowserContext) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, ...options });
    context.setDefaultTimeout(polling.timeout);
    try {
      await prepare?.(context);
      await work(await context.newPage());
    } finally {
      await context.close();
    }
  }
  const isOpening = async (page: Page) => (await page.locator("[data-offergraph-form]").count()) > 0;
  async function go(page: Page, path: string): Promise<void> {
    await page.goto(shop.origin + path);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
  }

  const matches = [{ op: "STARTS_WITH", value: "/sale" }];
  const kinds: [Record<string, unknown>, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
    [{ type: "PAGE_URL", matches }, (page) => go(page, "/hats"), (page) => page.evaluate(`history.pushState(null, "", "/sale")`)],
    [{ type: "TIME_ON_PAGE", delay_ms: 60_000 }, ({ clock }) => clock.runFor(59_999), ({ clock }) => clock.runFor(1)],
    [{ type: "SCROLL_DEPTH", percent: 50 }, ({ mouse }) => mouse.wheel(0, 500), ({ mouse }) => mouse.wheel(0, 3000)],
    [{ type: "EXIT_INTENT" }, ({ mouse }) => mouse.move(500, 300), ({ mouse }) => mouse.move(500, -5)],
    [onClick, (page) => page.mouse.click(500, 300), (page) => page.click("#buy")],
    [{ type: "ADD_TO_CART", delay_ms: 0 }, (page) => page.click("#buy"), (page) => page.evaluate("offergraph.addToCart()")],
  ];
  it.each(kinds)("is opened by the trigger %j", async (trigger, before, when) => {
    await setTriggers(workspace.client, form.formId, [trigger]);
    await visit(
      async (page) => {
        await go(page, "/");
        await before(page);
        expect(await isOpening(page)).toBe(false);
        await when(page);
        await page.getByRole("dialog", { name: "How was it?" }).waitFor();
      },
      // Pauses the clock, so that the page's time passes only in runFor.
      async ({ clock }) => (trigger.type === "TIME_ON_PAGE" ? clock.pauseAt(Date.now()) : undefined),
    );
  });

  it("stores the response with the visitor id, and does not open again", async () => {
    await setTriggers(workspace.client, form.formId, [onClick]);
    await visit(async (page) => {
      await go(page, "/shoes?gclid=abc");
      await page.click("#buy");
      const dialog = page.getByRole("dialog", { name: "How was it?" });
      await dialog.waitFor();
      const leftAndBottom = async () => {
        const box = await dialog.boundingBox();
        return box && [box.x, box.y + box.height];
      };
      await expect.poll(leftAndBottom).toEqual([16, 684]);
      const frame = page.frameLocator("iframe");
      await frame.getByRole("textbox", { name: "Why?" }).fill("The price");
      await frame.getByRole("button", { name: "Complete" }).click();
      await frame.getByRole("heading", { name: "Thank you" }).waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await page.locator("[data-offergraph-form]").waitFor({ state: "detached" });
      await go(page, "/hats");
      await page.click("#buy");
      expect(await isOpening(page)).toBe(false);
      const [response, ...others] = (await responsesTo(workspace.client, form.formSlug)).filter(({ status }) => status !== "INCOMPLETE");
      expect(others).toEqual([]);
      expect(response).toMatchObject({
        status: "COMPLETE",
        answers: { why: "The price" },
        visitorId: await page.evaluate(`localStorage.getItem("offergraph:visitor")`),
        sessionId: await page.evaluate(`sessionStorage.getItem("offergraph:session")`),
        clickId: "abc",
        clickIdKind: "gclid",
        originRef: `${shop.origin}/shoes`,
      });
    });
  });

  it("counts a view when a person sees the form, but not when a page only loads it", async () => {
    await setTriggers(workspace.client, form.formId, [onClick]);
    const views = async () => {
      const query = "query ($slug: String!) { views: get_form_views(slug: $slug) { total } }";
      return (await workspace.client.data<{ views: { total: number } }>(query, { slug: form.formSlug })).views.total;
    };
    const look = async (page: Page) => {
      await go(page, "/");
      await go(page, "/shoes");
      await page.click("#buy");
      await page.frameLocator("iframe").getByRole("textbox", { name: "Why?" }).waitFor();
    };
    const before = await views();
    // The forms service treats headless Chromium as a crawler and counts no view.
    await visit(look);
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    await visit(look, undefined, { userAgent });
    await waitUntil("the view is counted", async () => (await views()) > before);
    expect(await views()).toBe(before + 1);
  });

  it("is closed by Escape, can be declined by keyboard, and returns the focus to the page", () =>
    visit(async (page) => {
      const hasFocus = () => page.evaluate("document.activeElement.id");
      await setTriggers(workspace.client, form.formId, []);
      await go(page, "/");
      await page.focus("#buy");
      await page.evaluate("offergraph.open()");
      await page.frameLocator("iframe").getByRole("textbox", { name: "Why?" }).press("Escape");
      await expect.poll(hasFocus).toBe("buy");
      await page.evaluate("offergraph.open()");
      await page.frameLocator("iframe").getByRole("button", { name: "No, thanks" }).press("Enter");
      await expect.poll(hasFocus).toBe("buy");
      const visitorId = await page.evaluate(`localStorage.getItem("offergraph:visitor")`);
      const responses = (await responsesTo(workspace.client, form.formSlug)).filter((response) => response.visitorId === visitorId);
      expect(responses.map(({ status }) => status)).toEqual(["SKIPPED"]);
    }));

  it("issues its reward to the customer that the page sets", async () => {
    await offerReward(workspace.client, form.formId);
    await visit(async (page) => {
      await setTriggers(workspace.client, form.formId, []);
      await go(page, "/");
      await page.evaluate(`document.querySelector("[data-key]").dataset.customer = "ann@shop.example"`);
      await page.evaluate("offergraph.open()");
      const frame = page.frameLocator("iframe");
      await frame.getByRole("textbox", { name: "Why?" }).fill("The price");
      await frame.getByRole("button", { name: "Complete" }).click();
      await frame.getByRole("button", { name: /^Copy THANKS/ }).click();
      await frame.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate("document.documentElement.outerHTML")).not.toContain("THANKS");
    });
  });

  it("loads a small script that is cached for minutes and revalidated by ETag", async () => {
    const { baseUrl } = await readSystem();
    const { headers } = await fetch(`${baseUrl}/embed.js`, { headers: { "accept-encoding": "gzip" } });
    expect(Number(headers.get("content-length"))).toBeLessThan(15_000);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    const again = await fetch(`${baseUrl}/embed.js`, { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  it("logs an error to the console if the page's origin is not allowed", () =>
    visit(async (page) => {
      const logged = page.waitForEvent("console", (message) => message.text().startsWith("Offergraph: no form is shown"));
      await page.goto(elsewhere.origin);
      await logged;
      await page.evaluate("offergraph.open()");
      expect(await isOpening(page)).toBe(false);
    }));

  it("logs an error to the console if the public key was rotated", async () => {
    await change(workspace.client, "rotate_form_public_key", { placementId: form.placementId }, "");
    await visit(async (page) => {
      const logged = page.waitForEvent("console", (message) => message.text().includes("This public key is no longer valid"));
      await page.goto(shop.origin);
      await logged;
      expect(await isOpening(page)).toBe(false);
    });
    snippet = await snippetOf(workspace.client, form.formSlug);
    await visit((page) => go(page, "/"));
  });
});
