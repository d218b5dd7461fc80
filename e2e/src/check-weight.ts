import { polling } from "@offergraph/testkit/timeouts";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const firstPaint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
const scriptSizes =
  "performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'script').map(({ encodedBodySize }) => encodedBodySize)";

/**
 * Checks that a page paints within 1 s and that its scripts have less than 200 kB in compressed form. The function `isShown` waits until
 * the page is complete. If the paint takes longer than 1 s, reloads the page and measures the paint again, because other tests that run at
 * the same time can slow down the paint.
 */
export async function checkWeight(page: Page, isShown: () => Promise<unknown> = async () => undefined): Promise<void> {
  const paint = async () => {
    await page.reload();
    await isShown();
    return page.evaluate(firstPaint);
  };
  await expect.poll(paint, polling).toBeLessThan(1_000);
  const sizes = (await page.evaluate(scriptSizes)) as number[];
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
}
