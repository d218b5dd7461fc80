import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./src/chromium.js";
import { pageVisit } from "./src/page-visit.js";
import { type StudioRecords, studioRecords } from "./src/studio-records.js";
import { newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const screens: [string, BrowserContextOptions][] = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme): [string, BrowserContextOptions] => [
    `${width} pixels, ${colorScheme}`,
    { viewport: { width, height: 844 }, colorScheme, ...(width < 500 && { isMobile: true, hasTouch: true }) },
  ]),
);

let browser: Browser;
let workspace: Workspace;
let origin: string;
let reader: string;
let records: StudioRecords;
beforeAll(async () => {
  [browser, workspace, { baseUrl: origin }] = await Promise.all([startChromium(), newWorkspace(), readSystem()]);
  const { workspaceId, memberId } = workspace;
  ({ key: reader } = await newKey(workspaceId, memberId, ["--kind", "secret", "--level", "READ"]));
  records = await studioRecords(workspace, origin);
});
afterAll(() => browser?.close());

const keyField = (page: Page) => page.getByRole("textbox", { name: "API key" });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Opens the studio with a key. Fails if the page sends a request to another origin, or violates its Content Security Policy. */
function visit(key: string, path: string, work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  return pageVisit(
    browser,
    origin,
    async (page) => {
      await page.goto(`${origin}/studio${path}`);
      await keyField(page).fill(key);
      await work(page);
    },
    options,
  );
}

async function checkPage(page: Page): Promise<void> {
  await expect.poll(() => page.getByText("Loading …").count()).toBe(0);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: { html: string }[] }[] };
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
}

/** Opens the page of a record from its list. */
async function open(page: Page, list: string, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: list }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await title(page, name).waitFor();
}

describe("the studio", () => {
  it.each(screens)("has no axe violations and no horizontal overflow on its pages: %s", (_screen, options) =>
    visit(
      workspace.key,
      "",
      async (page) => {
        await title(page, "Discount codes").waitFor();
        await checkPage(page);
        await open(page, "Codes", records.code);
        await page.getByRole("table").getByText(records.orderRef).waitFor();
        await page.getByRole("img", { name: /^Orders per day/ }).waitFor();
        await checkPage(page);
        await open(page, "Incentives", records.incentiveName);
        await page.getByRole("list", { name: "Held grants" }).getByText("Honeypot filled").first().waitFor();
        await checkPage(page);
        await open(page, "Forms", records.formTitle);
        await page.getByRole("list", { name: "Funnel" }).getByText("€40.00 revenue").waitFor();
        await page.getByRole("list", { name: "Results" }).getByText("The delivery was slow, said Ann.").waitFor();
        await page.getByRole("table").getByText("Delivery", { exact: true }).waitFor();
        await checkPage(page);
        await open(page, "Orders", records.orderRef);
        await page.getByRole("link", { name: records.code }).waitFor();
        await checkPage(page);
        await page.getByRole("link", { name: "Webhooks" }).click();
        await page.getByText("No webhooks in the last 30 days").waitFor();
        await checkPage(page);
      },
      options,
    ),
  );
});

describe("a visitor of the studio", () => {
  it("sees that a key is missing or wrong, and then the lists, without a key in the URL or on the disk", () =>
    visit("sk_live_wrong", "", async (page) => {
      await page.getByRole("alert").getByText("The API key is invalid").waitFor();
      await checkPage(page);
      await keyField(page).fill(reader);
      await page.getByText("Your key has the access level READ.").waitFor();
      await title(page, "Discount codes").waitFor();
      expect(page.url()).not.toContain(reader);
      expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(reader);
    }));

  it("paints within a second, with less than 200 kB of scripts", () =>
    visit(reader, "", async (page) => {
      await title(page, "Discount codes").waitFor();
      await page.reload();
      await title(page, "Discount codes").waitFor();
      const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
      await expect.poll(() => page.evaluate(paint)).toBeLessThan(1_000);
      const sizes =
        "performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'script').map(({ encodedBodySize }) => encodedBodySize)";
      const scripts = (await page.evaluate(sizes)) as number[];
      expect(scripts.length).toBeGreaterThan(1);
      expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
    }));

  it("filters a list by keyboard, and can share the filtered list", () =>
    visit(reader, "", async (page) => {
      const rows = page.getByRole("table").getByRole("row");
      await title(page, "Discount codes").waitFor();
      await page.getByRole("searchbox", { name: "Code or title" }).fill(records.code.toLowerCase());
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole("button", { name: /Status/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name: "Expired" }).waitFor();
      await checkPage(page);
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.getByText("No code matches the filters").waitFor();
      expect(page.url()).toContain("status=EXPIRED");
      await page.reload();
      await page.getByText("No code matches the filters").waitFor();
    }));

  it("sees that a record does not exist", () =>
    visit(reader, "#/codes/01a1ff3b-e5ca-779b-84be-4d05ac5a0eb8", async (page) => {
      await title(page, "This discount code does not exist").waitFor();
      await page.getByRole("link", { name: "All codes" }).click();
      await title(page, "Discount codes").waitFor();
    }));

  it("sees held grants without buttons if the key can only read", () =>
    visit(reader, `#/incentives/${records.incentiveId}`, async (page) => {
      await page.getByText("Deciding needs a key with the access level WRITE.").waitFor();
      await page
        .getByRole("list", { name: "Held grants" })
        .getByRole("heading", { name: records.held[0] ?? "" })
        .waitFor();
      expect(await page.getByRole("button", { name: /Release|Decline/ }).count()).toBe(0);
      await page.getByRole("link", { name: "Webhooks" }).click();
      await page.getByText("This list needs the access level ADMIN").waitFor();
      await checkPage(page);
    }));

  it("declines a held grant, and sees an error of the API in words", () =>
    visit(workspace.key, `#/incentives/${records.incentiveId}`, async (page) => {
      const grant = (name: string) => page.getByRole("list", { name: "Held grants" }).getByRole("listitem").filter({ hasText: name });
      const dialog = page.getByRole("alertdialog");
      const [first = "", second = ""] = records.held;
      await grant(first).getByRole("button", { name: "Release" }).click();
      await dialog.getByText(`${first} gets the reward at once.`).waitFor();
      await checkPage(page);
      const elsewhere = "mutation ($input: DeclineIncentiveGrantInput!) { decline_incentive_grant(input: $input) { userErrors { code } } }";
      await workspace.client.data(elsewhere, { input: { grantId: await heldGrantOf(first) } });
      await dialog.getByRole("button", { name: "Release now" }).click();
      await dialog.getByRole("alert").waitFor();
      expect(await dialog.getByRole("alert").textContent()).toMatch(/\w{3,} \w+.*\.$/);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await grant(second).getByRole("button", { name: "Decline" }).press("Enter");
      await dialog.getByRole("button", { name: "Decline now" }).press("Enter");
      await page.getByText(`The reward of ${second} is declined.`).waitFor();
      await page.getByText("No grant waits for a decision").waitFor();
      await page.getByRole("list", { name: "Grants by state" }).getByText("Declined").waitFor();
    }));
});

async function heldGrantOf(name: string): Promise<string> {
  const filter = { incentiveId: { equalTo: records.incentiveId }, state: { equalTo: "HELD" } };
  const query = "query ($filter: GrantFilter) { list_grants(filter: $filter) { nodes { rowId customer { name } } } }";
  const { list_grants: list } = await workspace.client.data<{ list_grants: { nodes: { rowId: string; customer: { name: string } }[] } }>(
    query,
    { filter },
  );
  return list.nodes.find(({ customer }) => customer.name === name)?.rowId ?? "";
}
