import { polling } from "@offergraph/testkit/timeouts";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Runs `work` with pages of one origin. Throws an Error if a page requests another origin, violates its Content Security Policy or has a
 * script error. Pages may navigate to the origin `leadsTo`.
 */
export async function pageVisit(
  browser: Browser,
  origin: string,
  work: (page: Page, context: BrowserContext) => Promise<void>,
  { leadsTo = "", ...options }: BrowserContextOptions & { leadsTo?: string } = {},
): Promise<void> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(polling.timeout);
  const page = await context.newPage();
  const outside: string[] = [];
  const broken: string[] = [];
  const failed: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (![origin, leadsTo].includes(url.origin) && url.protocol !== "data:") outside.push(request.url());
  });
  context.on("requestfailed", (request) => failed.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`));
  context.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.request().method()} ${response.url()} ${response.status()}`);
  });
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
  });
  try {
    await work(page, context);
    expect(outside).toEqual([]);
    expect(broken).toEqual([]);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await describePages(context, failed)}`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Describes what a visitor sees after a failure, and which requests failed. A timeout alone does not say why it happened. */
async function describePages(context: BrowserContext, failed: readonly string[]): Promise<string> {
  const pages = context.pages().map(async (page) => {
    const content = await page
      .locator("body")
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: Error) => error.message);
    return `Page: ${page.url()}\n${content.slice(0, 3_000)}`;
  });
  return [...(await Promise.all(pages)), "Failed requests:", ...(failed.length > 0 ? failed : ["none"])].join("\n");
}
