import type { Page } from "playwright-core";

const paths = [
  ...["/", "/explorer", "/docs", "/docs/operations", "/docs/operations/create_discount_code", "/docs/events", "/docs/errors"],
  ...["/docs/states", "/docs/filters", "/docs/changes", "/docs/types", "/docs/search?q=code", "/no-such-page"],
];

/** `shot` opens a new page with a given width and color scheme. */
export async function takeSite(
  baseUrl: string,
  shot: (name: string, work: (page: Page) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const path of paths)
    await shot(`site-${path.replace(/\W+/g, "-")}`, async (page) => {
      await page.goto(baseUrl + path);
      await page.waitForLoadState("networkidle");
    });
}
