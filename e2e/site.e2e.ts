import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { checkWeight } from "./src/check-weight.js";
import { startChromium } from "./src/chromium.js";
import { pageVisit } from "./src/page-visit.js";
import { newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const screens: [string, BrowserContextOptions][] = [1280, 390, 320].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme): [string, BrowserContextOptions] => [
    `${width} pixels, ${colorScheme}`,
    { viewport: { width, height: width > 500 ? 900 : 844 }, colorScheme, ...(width < 500 && { isMobile: true, hasTouch: true }) },
  ]),
);

let browser: Browser;
let workspace: Workspace;
let origin: string;
let reader: string;
beforeAll(async () => {
  [browser, workspace, { baseUrl: origin }] = await Promise.all([startChromium(), newWorkspace(), readSystem()]);
  const { workspaceId, memberId } = workspace;
  ({ key: reader } = await newKey(workspaceId, memberId, ["--kind", "secret", "--level", "READ"]));
});
afterAll(() => browser?.close());

const keyField = (page: Page) => page.getByRole("textbox", { name: "API key" });
/** Enters the key, and waits until the page has loaded the schema. Before, a message above the editor moves the editor. */
async function enterKey(page: Page): Promise<void> {
  await expect.poll(() => message(page).textContent()).toContain("Enter an API key");
  await keyField(page).fill(workspace.key);
  await expect.poll(() => message(page).textContent()).toBe("");
}
const search = (page: Page) => page.getByRole("searchbox", { name: "Search operations" });
const operation = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}\\b`) });
const insert = (page: Page) => page.getByRole("button", { name: "Use example" });
const response = (page: Page) => page.locator(".graphiql-response");
const dryRun = (page: Page) => page.getByRole("switch", { name: "Dry run" });
const message = (page: Page) => page.locator("#explorer-message");

/** Fails if the page sends a request to another origin, or writes an error to the console. */
function visit(path: string, work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  return pageVisit(
    browser,
    origin,
    async (page) => {
      const errors: string[] = [];
      page.on("console", (entry) => {
        // Ignores the console's entries about failed requests.
        if (entry.type() === "error" && !/Failed to load resource/.test(entry.text())) errors.push(entry.text());
      });
      await page.goto(origin + path);
      await work(page);
      expect(errors).toEqual([]);
    },
    options,
  );
}

async function choose(page: Page, name: string): Promise<void> {
  await search(page).fill(name);
  await operation(page, name).click();
  await insert(page).click();
}

describe("the home page", () => {
  it.each(screens)("has no axe violations and no horizontal overflow: %s", (_screen, options) =>
    visit(
      "/",
      async (page) => {
        await page
          .getByRole("status")
          .getByText(/^✓ Ready$/)
          .waitFor();
        await page.getByRole("status").getByText("The gateway accepts requests.").waitFor();
        await checkPage(page);
      },
      options,
    ),
  );

  it("paints within a second, with less than 200 kB of scripts", () => visit("/", (page) => checkWeight(page)));

  it("fills the key into the examples and copies them, and keeps the key in the tab only", () =>
    visit("/", async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("textbox", { name: "Your API key" }).fill(workspace.key);
      // The button names the result for two seconds, which could pass before the check.
      await page.clock.pauseAt(Date.now());
      await page.getByRole("button", { name: "Copy" }).first().click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      await page.clock.runFor(1_999);
      expect(await page.getByRole("button", { name: "Copied" }).count()).toBe(1);
      await page.clock.runFor(1);
      expect(await page.getByRole("button", { name: "Copied" }).count()).toBe(0);
      await page.clock.resume();
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      expect(copied).toContain(`curl ${origin}/graphql/v1`);
      expect(copied).toContain(`Bearer ${workspace.key}`);
      expect(page.url()).toBe(`${origin}/`);
      expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(workspace.key);
      await page.getByRole("link", { name: "Open the explorer" }).click();
      await expect.poll(() => keyField(page).inputValue()).toBe(workspace.key);
      await keyField(page).press("Tab");
      await page.getByRole("button", { name: "Forget" }).press("Enter");
      expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain(workspace.key);
    }));
});

describe("the explorer", () => {
  it.each(screens)("has no axe violations and no horizontal overflow, and runs an example: %s", (_screen, options) =>
    visit(
      "/explorer",
      async (page) => {
        await enterKey(page);
        await choose(page, "list_discount_codes");
        await page.getByRole("button", { name: "Execute query" }).click();
        await response(page).getByText("totalCount").waitFor();
        await checkPage(page);
        expect(page.url()).toBe(`${origin}/explorer`);
        expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(workspace.key);
      },
      options,
    ),
  );

  it("can be used by keyboard alone", () =>
    visit("/explorer", async (page) => {
      const { keyboard } = page;
      const tabTo = async (target: ReturnType<typeof search>) => {
        for (let presses = 0; presses < 40; presses += 1) {
          if (await target.evaluate((element) => element.matches(":focus"))) return;
          await keyboard.press("Tab");
        }
        throw new Error("The Tab key does not reach the element.");
      };
      await search(page).waitFor();
      await tabTo(keyField(page));
      await keyboard.type(workspace.key);
      await tabTo(search(page));
      await keyboard.type("get workspace settings");
      await operation(page, "list_orders").waitFor({ state: "detached" });
      await tabTo(operation(page, "get_workspace_settings"));
      await keyboard.press("Enter");
      await tabTo(insert(page));
      await keyboard.press("Enter");
      await keyboard.press("Control+Enter");
      await response(page).getByText("A workspace of the tests").waitFor();
    }));

  it("says that a key is missing or wrong, or that its level is too low", () =>
    visit("/explorer", async (page) => {
      await expect.poll(() => message(page).textContent()).toContain("Enter an API key");
      await keyField(page).fill("sk_live_wrong");
      await expect.poll(() => message(page).textContent()).toContain("The API key is invalid");
      await keyField(page).fill(reader);
      await expect.poll(() => message(page).textContent()).toBe("");
      await choose(page, "create_campaign");
      await page.getByRole("button", { name: "Execute query" }).click();
      await expect.poll(() => message(page).textContent()).toContain("requires the access level WRITE; this key has READ");
    }));

  it("sends a mutation as a dry run until the keyboard turns the switch off, and says that nothing was changed", () =>
    visit("/explorer", async (page) => {
      const sent: (string | undefined)[] = [];
      page.on("request", (request) => {
        if (request.postData()?.includes("create_form(")) sent.push(request.headers()["dry-run"]);
      });
      const isOn = () => dryRun(page).getAttribute("aria-checked");
      const shown = async () => ((await response(page).locator(".CodeMirror-code").textContent()) ?? "").replace(/\s+/g, " ");
      await enterKey(page);
      await choose(page, "create_form");
      expect(await isOn()).toBe("true");
      await page.getByRole("button", { name: "Execute query" }).click();
      await response(page).getByText('"dryRun"').waitFor();
      expect(await shown()).toMatch(/^\W*"extensions": \W*"dryRun"/);
      await expect.poll(() => message(page).textContent()).toContain("This was a dry run, which changed nothing.");
      await checkPage(page);
      await page.getByRole("button", { name: "Execute query" }).press("Tab");
      expect(await dryRun(page).evaluate((element) => element.matches(":focus"))).toBe(true);
      await page.keyboard.press("Space");
      expect(await isOn()).toBe("false");
      await page.getByRole("button", { name: "Execute query" }).click();
      await page.getByRole("button", { name: "Send" }).click();
      await expect.poll(() => message(page).textContent()).toBe("");
      expect(await shown()).not.toContain("dryRun");
      expect(sent).toEqual(["true", undefined]);
      await page.reload();
      await expect.poll(isOn).toBe("true");
    }));

  it("asks before it sends a mutation that is not a dry run", () =>
    visit("/explorer", async (page) => {
      const sent: string[] = [];
      page.on("request", (request) => sent.push(request.postData() ?? ""));
      await enterKey(page);
      await choose(page, "create_campaign");
      await dryRun(page).click();
      const dialog = page.getByRole("dialog", { name: "Send the mutation?" });
      await page.getByRole("button", { name: "Execute query" }).click();
      await dialog.getByText("CreateCampaign").waitFor();
      await checkPage(page);
      await page.keyboard.press("Escape");
      await response(page).getByText("The mutation was not sent.").waitFor();
      expect(sent.filter((body) => body.includes("create_campaign("))).toEqual([]);
      await page.getByRole("button", { name: "Execute query" }).click();
      await dialog.getByRole("button", { name: "Send" }).click();
      await response(page).getByText('"userErrors": []').waitFor();
    }));

  it("opens the documentation, the history and the dialogs of GraphiQL under the strict policy", () =>
    visit("/explorer", async (page) => {
      await enterKey(page);
      await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
      await page
        .getByRole("button", { name: "Query", exact: true })
        .or(page.getByRole("link", { name: "Query" }))
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Show History" }).click();
      for (const name of ["Short Keys", "Settings"]) {
        await page.getByRole("button", { name: `Open ${name === "Settings" ? "settings" : "short keys"} dialog` }).click();
        await page.getByRole("dialog", { name }).waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog", { name }).waitFor({ state: "detached" });
      }
    }));
});
