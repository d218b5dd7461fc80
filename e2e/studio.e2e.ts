import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage as checkLoadedPage } from "./src/check-page.js";
import { checkWeight } from "./src/check-weight.js";
import { startChromium } from "./src/chromium.js";
import { hostedForm, short } from "./src/hosted-form.js";
import { pageVisit } from "./src/page-visit.js";
import { type StudioRecords, studioRecords } from "./src/studio-records.js";
import { responsesTo } from "./src/website-form.js";
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

/** Fails if the page sends a request to another origin, or violates its Content Security Policy. */
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
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  // Waits for the color transitions after a change of the color scheme.
  await expect.poll(() => page.evaluate("document.getAnimations().length")).toBe(0);
  await checkLoadedPage(page);
}

/** Checks a page in light mode (width 1280) and in dark mode (width 390). */
async function checkPageAtBothWidths(page: Page): Promise<void> {
  for (const [width, colorScheme] of [[1280, "light"] as const, [390, "dark"] as const]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await checkPage(page);
  }
}

/** Intercepts the requests of one operation, and responds with `result`. */
async function answer(page: Page, operation: string, result: object): Promise<void> {
  await page.route("**/graphql/v1", (route) =>
    route.request().postData()?.includes(operation) ? route.fulfill({ json: result }) : route.continue(),
  );
}

/** Opens a list of the studio, and then the record with this name. */
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
        const funnel = page.getByRole("list", { name: "Funnel" });
        await funnel.getByText("€40.00 revenue").waitFor();
        const steps = await funnel.getByRole("listitem").allInnerTexts();
        const figures = steps.map((text) => text.split("\n").slice(0, 2).join(" "));
        expect(figures).toEqual(["Views 2", "Starts 2", "Completes 2", "Rewards 0", "Orders 1"]);
        await page.getByRole("img", { name: /^Views per day/ }).waitFor();
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
      await checkPageAtBothWidths(page);
      await keyField(page).fill(reader);
      await page.getByText("Your key has the access level READ.").waitFor();
      await title(page, "Discount codes").waitFor();
      expect(page.url()).not.toContain(reader);
      expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(reader);
    }));

  it("paints within a second, with less than 200 kB of scripts", () =>
    visit(reader, "", async (page) => {
      await title(page, "Discount codes").waitFor();
      await checkWeight(page, () => title(page, "Discount codes").waitFor());
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
      await checkPageAtBothWidths(page);
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.getByText("No code matches the filters").waitFor();
      expect(page.url()).toContain("status=EXPIRED");
      await page.reload();
      await page.getByText("No code matches the filters").waitFor();
    }));

  it("loses the session when another page of the tab has forgotten the key", () =>
    visit(reader, "", async (page) => {
      await title(page, "Discount codes").waitFor();
      // Simulates the back/forward cache, because Playwright disables it.
      await page.evaluate("sessionStorage.clear(); dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
      await title(page, "Studio").waitFor();
      expect(await keyField(page).inputValue()).toBe("");
      expect(await page.getByRole("navigation", { name: "Lists" }).count()).toBe(0);
      await checkPageAtBothWidths(page);
    }));

  it("sees which orders the sums leave out, and no records of the previous filter after an error", () =>
    visit(reader, "#/orders?payment=PAID", async (page) => {
      await page.getByText("3 orders").waitFor();
      const sums = page.getByRole("region", { name: "Sums" });
      await sums.getByText("€80.00").first().waitFor();
      await sums.getByText("The sums leave out test and canceled orders.").waitFor();
      await checkPageAtBothWidths(page);
      await answer(page, "list_orders", { errors: [{ message: "The list is not available.", extensions: { code: "INTERNAL" } }] });
      await page.getByRole("searchbox", { name: "Discount code" }).fill(records.code);
      await page.getByText("The list is not available.").waitFor();
      await sums.getByText("€40.00").first().waitFor();
      expect(await page.getByText("order-1002").count()).toBe(0);
      expect(await page.getByText("3 orders").count()).toBe(0);
      await checkPageAtBothWidths(page);
    }));

  it("sees the other lists without axe violations", () =>
    visit(workspace.key, "#/incentives", async (page) => {
      await page.getByRole("link", { name: records.incentiveName }).waitFor();
      await checkPageAtBothWidths(page);
      await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: "Forms" }).click();
      await page.getByRole("link", { name: records.formTitle }).first().waitFor();
      await checkPageAtBothWidths(page);
      const times = { createdAt: "2026-11-24T10:00:00.000Z", nextAttemptAt: "2026-11-24T10:05:00.000Z" };
      const state = {
        state: "PENDING",
        attempts: 2,
        lastStatus: 503,
        lastError: "Service unavailable",
        endpoint: { url: "https://a.example" },
      };
      const nodes = [{ rowId: "1", eventType: "offergraph.orders.order.created", ...times, ...state }];
      const list = { nodes, pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 1 };
      await answer(page, "list_webhook_deliveries", { data: { list_webhook_deliveries: list } });
      await page.getByRole("link", { name: "Webhooks" }).click();
      await page.getByRole("table").getByText("orders.order.created").waitFor();
      await checkPageAtBothWidths(page);
      await page.evaluate("location.hash = '#/unknown'");
      await title(page, "This page does not exist").waitFor();
      await checkPageAtBothWidths(page);
    }));

  it("sees that a record does not exist", () =>
    visit(reader, "#/codes/01a1ff3b-e5ca-779b-84be-4d05ac5a0eb8", async (page) => {
      await title(page, "This discount code does not exist").waitFor();
      await checkPageAtBothWidths(page);
      await page.getByRole("link", { name: "All codes" }).click();
      await title(page, "Discount codes").waitFor();
    }));

  it("previews the draft and the live version of a form, which stores nothing", async () => {
    const form = await hostedForm(workspace.client, { payload: short });
    const save = "mutation ($input: SaveFormDraftInput!) { save_form_draft(input: $input) { userErrors { code } } }";
    const asks = (title: string) => ({ ...short, elements: [{ type: "text", name: "why", title, isRequired: true }] });
    await workspace.client.data(save, { input: { formId: form.formId, payload: asks("What would you change?") } });
    await visit(reader, `#/forms/${form.formSlug}`, async (page) => {
      const shown = (name: string) => page.frameLocator(`iframe[title="Preview of the ${name}"]`);
      await page.getByRole("button", { name: "Live version" }).click();
      await shown("live version").getByRole("textbox", { name: "Why?" }).waitFor();
      await page.getByRole("button", { name: "Draft" }).press("Enter");
      const draft = shown("draft");
      await draft.getByRole("banner").getByText("Preview").waitFor();
      await draft.getByRole("button", { name: "Complete" }).click();
      await draft.getByText("Response required.").waitFor();
      await draft.getByRole("textbox", { name: "What would you change?" }).fill("Nothing");
      await draft.getByRole("button", { name: "Complete" }).click();
      await draft.getByText("This was a preview, so your answers were not stored.").waitFor();
      await checkPage(page);
      // The preview cannot read the API key in the storage of the studio's origin.
      expect(await draft.locator("body").evaluate("self.origin")).toBe("null");
      await workspace.client.data(save, { input: { formId: form.formId, payload: {} } });
      await page.getByRole("button", { name: "Reload the preview" }).click();
      await draft.getByText("The draft has no questions.").waitFor();
      // A phone has too little room for the preview, so the page shows a link.
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => page.locator("iframe").isVisible()).toBe(false);
      await checkPage(page);
      await page.goto((await page.getByRole("link", { name: "Open the draft in a new tab" }).getAttribute("href")) ?? "");
      await page.getByText("The draft has no questions.").waitFor();
      await checkPage(page);
    });
    expect(await responsesTo(workspace.client, form.formSlug)).toEqual([]);
  });

  it("gets only a link if the preview has another origin than the studio", () => {
    const elsewhere = origin.replace(/127\.0\.0\.1|localhost/, (host) => (host === "localhost" ? "127.0.0.1" : "localhost"));
    return pageVisit(browser, elsewhere, async (page) => {
      await page.goto(`${elsewhere}/studio#/forms/${records.formSlug}`);
      await keyField(page).fill(reader);
      await page.getByRole("button", { name: "Draft" }).click();
      const link = page.getByRole("link", { name: "Open the draft in a new tab" });
      expect(await link.getAttribute("href")).toMatch(new RegExp(`^${origin}/preview/`));
      expect(await page.locator("iframe").count()).toBe(0);
    });
  });

  it("sees held grants without buttons if the key can only read", () =>
    visit(reader, `#/incentives/${records.incentiveId}`, async (page) => {
      await page.getByText("Deciding needs a key with the access level WRITE.").waitFor();
      await page
        .getByRole("list", { name: "Held grants" })
        .getByRole("heading", { name: records.held[0] ?? "" })
        .waitFor();
      expect(await page.getByRole("button", { name: /Release|Decline/ }).count()).toBe(0);
      await checkPageAtBothWidths(page);
      await page.getByRole("link", { name: "Webhooks" }).click();
      await page.getByText("This list needs the access level ADMIN").waitFor();
      await checkPageAtBothWidths(page);
    }));

  it("declines a held grant, and sees an error of the API in words", () =>
    visit(workspace.key, `#/incentives/${records.incentiveId}`, async (page) => {
      const grant = (name: string) => page.getByRole("list", { name: "Held grants" }).getByRole("listitem").filter({ hasText: name });
      const dialog = page.getByRole("alertdialog");
      const [first = "", second = ""] = records.held;
      await grant(first).getByRole("button", { name: "Release" }).click();
      await dialog.getByText(`${first} gets the reward at once.`).waitFor();
      await checkPageAtBothWidths(page);
      const elsewhere = "mutation ($input: DeclineIncentiveGrantInput!) { decline_incentive_grant(input: $input) { userErrors { code } } }";
      await workspace.client.data(elsewhere, { input: { grantId: await heldGrantOf(first) } });
      await dialog.getByRole("button", { name: "Release now" }).click();
      await dialog.getByRole("alert").waitFor();
      expect(await dialog.getByRole("alert").textContent()).toMatch(/\w{3,} \w+.*\.$/);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await page.getByText(`The reward of ${first} may have changed`).waitFor();
      await expect.poll(() => grant(first).count()).toBe(0);
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
