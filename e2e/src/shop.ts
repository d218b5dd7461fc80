import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { polling } from "@offergraph/testkit/timeouts";
import type { Browser, BrowserContext, Page } from "playwright-core";

/** A local web server that serves the pages of a shop. */
export interface Shop {
  origin: string;
  close(): Promise<void>;
}

/** Head of each page of the shop. `data-ready` is set when the embed script is ready. `data-broken` is the message of a script error. */
const head = `<!doctype html><meta charset="utf-8"><title>A shop</title><script nonce="shop">
addEventListener("error", ({ message }) => { document.documentElement.dataset.broken = message });
document.addEventListener("offergraph:ready", () => { document.documentElement.dataset.ready = "" });
</script>`;

export async function startShop(html: (path: string) => string, policy?: string): Promise<Shop> {
  const server = createServer(({ url = "/", method }, response) => {
    if (method === "POST") return response.writeHead(303, { location: "/cart" }).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...(policy && { "content-security-policy": policy }) });
    response.end(head + html(url));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Simulated hosted page that posts the same messages to the shop. Has a button for each action of the visitor. */
const formPage = `<!doctype html><title>A form</title><button data-send="done">Answer</button><button data-send="close">Leave</button><script>
const send = (offergraph) => parent.postMessage({ offergraph, position: "center", height: 300 }, "*");
document.addEventListener("click", ({ target }) => send(target.dataset.send));
send("ready");
</script>`;

export const forms = "http://offergraph.test";
export const snippet = (key = "fpk_one") => `<script src="${forms}/embed.js" data-key="${key}" async></script>`;

/** Simulates the forms service with one form that has these `triggers`. */
export async function mockFormsService(context: BrowserContext, triggers: unknown[]): Promise<void> {
  const script = await readFile(new URL("../../apps/forms/dist/browser/embed.js", import.meta.url), "utf8");
  const cors = { "access-control-allow-origin": "*" };
  await context.route(`${forms}/embed.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await context.route(`${forms}/f/**`, (route) => route.fulfill({ contentType: "text/html", body: formPage }));
  await context.route(`${forms}/v1/collect/**`, (route) =>
    route.fulfill({ json: { form: { formSlug: "a-form", formVariantId: "1", model: { title: "How was it?" } }, triggers }, headers: cors }),
  );
}

export interface Visit {
  page: Page;
  /** True if the embed script has started to open a form. */
  isOpening(): Promise<boolean>;
  /** Loads another page of the shop and waits until the embed script is ready. */
  go(path: string): Promise<void>;
  /** Returns the message of a script error on the page, or null. */
  broken(): Promise<string | null>;
  end(): Promise<void>;
}

export async function visit(
  browser: Browser,
  { origin }: Shop,
  { triggers, path = "/", prepare }: { triggers: unknown[]; path?: string; prepare?: (context: BrowserContext) => Promise<void> },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  context.setDefaultTimeout(polling.timeout);
  await mockFormsService(context, triggers);
  await prepare?.(context);
  const page = await context.newPage();
  const go = async (to: string) => {
    await page.goto(origin + to);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
  };
  await go(path);
  return {
    page,
    go,
    isOpening: async () => (await page.locator("[data-offergraph-form]").count()) > 0,
    broken: () => page.locator("html").getAttribute("data-broken"),
    end: () => context.close(),
  };
}
