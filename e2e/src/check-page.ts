import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Fails if the page has an axe violation, or if the page is wider than its window. */
export async function checkPage(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  // With `preload`, axe would add inline styles, which the Content Security Policy forbids.
  const { violations } = (await page.evaluate("axe.run({ preload: false })")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
}
