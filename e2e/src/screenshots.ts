// Takes screenshots of an NPS question, a matrix question, the end page in each state of a grant, the status page,
// the pages of the gateway, and the studio.
//   npx tsx --conditions=source e2e/src/screenshots.ts [folder]
// Uses the running system of DATA_DIR, or starts a system. The default folder is .screenshots.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startChromium } from "./chromium.js";
import { hostedForm } from "./hosted-form.js";
import { offerReward } from "./offer-reward.js";
import { takeSite } from "./site-screenshots.js";
import { repository, startSystem } from "./start-system.js";
import { studioRecords } from "./studio-records.js";
import { waitUntil } from "./wait-until.js";
import { change } from "./website-form.js";
import { newWorkspace, readSystem } from "./workspace.js";

const folder = path.resolve(process.argv[2] ?? path.join(repository, ".screenshots"));
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const question = { type: "text", name: "why", title: "What brought you here today?", isRequired: true };
const payload = { title: "How was your visit?", elements: [question] };
const numbers = { type: "rating", name: "nps", title: "How likely are you to recommend us?", rateMin: 0, rateMax: 10 };
const nps = { ...numbers, minRateDescription: "Not at all", maxRateDescription: "Very likely" };
const matrix = {
  type: "matrix",
  name: "parts",
  title: "How satisfied are you with each of these?",
  columns: ["Very unhappy", "Unhappy", "Neutral", "Happy", "Very happy"],
  rows: ["Delivery", "Price", "Service", "Quality"],
};

const label = "10 % off";
const discount = { kind: "discount", label };
const expiresAt = "2027-01-31T22:59:59.000Z";
const states: Record<string, object[]> = {
  "issued-unique": [{ ...discount, state: "ISSUED", code: "THANKS7QXW3KPZ2M", expiresAt }],
  "issued-shared-scheduled": [{ ...discount, state: "ISSUED", code: "SPRING10", startsAt: "2027-01-01T08:00:00.000Z", expiresAt }],
  "issued-and-capped": [
    { ...discount, state: "ISSUED", code: "THANKS7QXW3KPZ2M" },
    { kind: "billing_credit", state: "CAPPED" },
  ],
  issuing: [{ ...discount, state: "ISSUING" }],
  pending: [{ ...discount, state: "PENDING" }],
  held: [{ ...discount, state: "HELD" }],
  capped: [{ kind: "discount", state: "CAPPED" }],
  failed: [{ kind: "discount", state: "FAILED" }],
  none: [],
};

const system = process.env.DATA_DIR ? undefined : await startSystem({ env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PUBLIC: "0" } });
const dataDirectory = system?.dataDirectory ?? process.env.DATA_DIR ?? "";
const browser = await startChromium();
try {
  await mkdir(folder, { recursive: true });
  const [{ baseUrl }, workspace] = [await readSystem(dataDirectory), await newWorkspace(dataDirectory)];
  const { client } = workspace;
  const addressOf = ({ publicKey }: { publicKey: string }) => `${baseUrl}/f/${publicKey}`;
  await takeEndings(browser, client, addressOf);
  await takeQuestions(browser, client, addressOf);
  await takeStatus(browser, client, addressOf);
  for (const [device, options] of Object.entries({ phone, desktop }))
    for (const colorScheme of ["light", "dark"] as const)
      await takeSite(baseUrl, (name, work) => shot(browser, { ...options, colorScheme }, `${name}-${device}-${colorScheme}`, work));
  await takeStudio(browser, baseUrl, workspace);
} finally {
  await browser.close();
  await system?.stop();
}

type OwnWorkspace = Awaited<ReturnType<typeof newWorkspace>>;
type Client = OwnWorkspace["client"];
type AddressOf = (form: { publicKey: string }) => string;

async function shot(browser: Browser, options: BrowserContextOptions, name: string, work: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await work(page);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  process.stdout.write(`${file}${overflow > 0 ? ` OVERFLOW ${overflow}` : ""}\n`);
  await context.close();
}

/** Takes screenshots of the end page in each state of a grant. Inserts the grant into the server's responses. */
async function takeEndings(browser: Browser, client: Client, addressOf: AddressOf): Promise<void> {
  const own = await hostedForm(client, { payload });
  const silent = await hostedForm(client, { payload, config: { ask_email: false } });
  for (const { placementId } of [own, silent])
    await change(
      client,
      "set_form_placement_copy",
      { placementId, field: "upsell_text", text: "Thanks! Enjoy 10 % off your next order." },
      "",
    );
  const german = await hostedForm(client, { payload: { ...payload, locale: "de" } });
  const cases = [
    ...Object.entries(states).map(([name, grants]) => ({ name, grants, form: name === "pending" ? silent : own })),
    { name: "pending-email", grants: states.pending, form: own },
    { name: "pending-email-german", grants: states.pending, form: german },
  ];
  for (const { name, grants, form } of cases)
    for (const [device, options] of [
      ["phone", phone],
      ["desktop", desktop],
    ] as const)
      await shot(browser, options, `end-${name}-${device}`, async (page) => {
        const isOpen = grants?.some((grant) => /PENDING|HELD|ISSUING/.test(JSON.stringify(grant)));
        const body = { grants, ...(isOpen && { statusUrl: `${new URL(page.url() || "http://x").origin}/g/…` }) };
        await page.route("**/v1/collect/*?*", async (route) => {
          const response = await route.fetch();
          const rewards = [{ kind: "discount", label, outcome: "COMPLETE", tier: null, audience: null }];
          await route.fulfill({ response, json: { ...((await response.json()) as object), ...(name !== "none" && { rewards }) } });
        });
        await page.route("**/responses/*", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...((await response.json()) as object), ...body } });
        });
        await page.goto(addressOf(form));
        await page.getByRole("textbox").first().fill("A friend told me");
        await page.locator(".sd-navigation__complete-btn").click();
        await page.locator("#end h1").waitFor();
      });
}

async function takeQuestions(browser: Browser, client: Client, addressOf: AddressOf): Promise<void> {
  const form = await hostedForm(client, { payload: { title: "How was your visit?", elements: [nps, matrix] } });
  for (const width of [360, 390, 768, 1280])
    await shot(
      browser,
      { ...(width < 500 ? phone : {}), viewport: { width, height: width < 500 ? 844 : 800 } },
      `questions-${width}`,
      async (page) => {
        await page.goto(addressOf(form));
        await page.getByText(nps.title).waitFor();
        await page.waitForTimeout(300);
      },
    );
}

async function takeStatus(browser: Browser, client: Client, addressOf: AddressOf): Promise<void> {
  const form = await hostedForm(client, { payload });
  await offerReward(client, form.formId, { minTrustScore: 1 });
  let statusUrl = "";
  await shot(browser, phone, "end-held-real-phone", async (page) => {
    await page.goto(`${addressOf(form)}#customer=ann@shop.example`);
    await page.locator("#trap").fill("x", { force: true });
    await page.getByRole("textbox").first().fill("A friend told me");
    await page.locator(".sd-navigation__complete-btn").click();
    await page.locator("a.status").waitFor();
    statusUrl = (await page.locator("a.status").getAttribute("href")) ?? "";
  });
  for (const [device, options] of [
    ["phone", phone],
    ["desktop", desktop],
  ] as const)
    await shot(browser, options, `status-held-${device}`, (page) => page.goto(statusUrl));
  const query = `{ surface: get_form_responses_surface(slug: "${form.formSlug}") { responses { nodes { grants { rowId state } } } } }`;
  const grantId = await waitUntil("the grant exists", async () => {
    const { surface } = await client.data<{ surface: { responses: { nodes: { grants: { rowId: string; state: string }[] }[] } } }>(query);
    return surface.responses.nodes.flatMap(({ grants }) => grants).find(({ state }) => state === "HELD")?.rowId;
  });
  await change(client, "release_incentive_grant", { grantId }, "");
  for (const [device, options] of [
    ["phone", phone],
    ["desktop", desktop],
  ] as const)
    await shot(browser, options, `status-issued-${device}`, async (page) => {
      await page.goto(statusUrl);
      await page.locator("code").waitFor();
    });
  await shot(browser, phone, "status-unknown-phone", (page) => page.goto(statusUrl.replace(/.$/, (last) => (last === "A" ? "Q" : "A"))));
}

async function takeStudio(browser: Browser, baseUrl: string, workspace: OwnWorkspace): Promise<void> {
  const { code, orderRef, formTitle, incentiveName } = await studioRecords(workspace, baseUrl, dataDirectory);
  const pages: [list: string, record?: string][] = [["Codes"], ["Codes", code], ["Incentives"], ["Incentives", incentiveName], ["Forms"]];
  pages.push(["Forms", formTitle], ["Orders"], ["Orders", orderRef], ["Webhooks"]);
  for (const [device, options] of Object.entries({ phone, desktop }))
    for (const colorScheme of ["light", "dark"] as const)
      for (const [list, record] of [[""] as [string], ...pages])
        await shot(
          browser,
          { ...options, colorScheme },
          `studio-${list}${record ? "-record" : ""}-${device}-${colorScheme}`.toLowerCase(),
          async (page) => {
            await page.goto(`${baseUrl}/studio`);
            if (list === "") return;
            await page.getByRole("textbox", { name: "API key" }).fill(workspace.key);
            await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: list }).click();
            if (record) await page.getByRole("link", { name: record, exact: true }).first().click();
            await page.waitForFunction("!document.body.innerText.includes('Loading …')");
          },
        );
}
