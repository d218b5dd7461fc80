import type { Page } from "playwright-core";
import { expect } from "vitest";

const firstPaint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
const scriptSizes =
  "performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'script').map(({ encodedBodySize }) => encodedBodySize)";

/**
 * Fails if the first paint takes longer than 1 s, or if the compressed scripts exceed 200 kB. `isShown` waits until the page is complete.
 * Repeats a slow measurement once, because other tests can slow down the paint.
 */
export async function checkWeight(page: Page, isShown: () => Promise<unknown> = async () => undefined): Promise<void> {
  const paint = async () => {
    await page.reload();
    await isShown();
    return page.evaluate(firstPaint);
  };
  await expect.poll(paint).toBeLessThan(1_000);
  const sizes = (await page.evaluate(scriptSizes)) as number[];
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
}
