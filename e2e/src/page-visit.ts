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
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (![origin, leadsTo].includes(url.origin) && url.protocol !== "data:") outside.push(request.url());
  });
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
  });
  try {
    await work(page, context);
    expect(outside).toEqual([]);
    expect(broken).toEqual([]);
  } finally {
    await context.close();
  }
}
