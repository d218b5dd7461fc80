import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { type HostedForm, hostedForm, short } from "./src/hosted-form.js";
import { complete, hostedVisits, thanks } from "./src/hosted-visits.js";
import { offerReward } from "./src/offer-reward.js";
import { waitUntil } from "./src/wait-until.js";
import { change } from "./src/website-form.js";

const hosted = hostedVisits();
const { visit, addressOf, onlyResponse } = hosted;
const rewards = (page: Page) => page.getByRole("list", { name: "Your reward" });
const textsOf = async (page: Page) => (await rewards(page).getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));

async function formWithReward(options: Parameters<typeof offerReward>[2] = {}): Promise<HostedForm> {
  const form = await hostedForm(hosted.client, { payload: short });
  await offerReward(hosted.client, form.formId, options);
  const offer = async () =>
    (await (await fetch(`${hosted.origin}/v1/collect/${form.publicKey}`)).json()) as { rewards: { label: string }[] };
  await waitUntil("forms has received the reward", async () => (await offer()).rewards[0]?.label === "10 % off");
  return form;
}

/** With `customer`, first reopens the form as this customer. */
async function answer(page: Page, form: HostedForm, customer?: string): Promise<void> {
  if (customer) {
    await page.goto("about:blank");
    await page.goto(`${addressOf(form)}#customer=${encodeURIComponent(customer)}`);
  }
  await page.getByRole("textbox", { name: "Why?" }).fill("Because");
  await complete(page).click();
  await thanks(page).waitFor();
}

const screens = [
  ["on a phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ["on a desk, in the dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
] as const;

describe("a visitor who answers a form on its page", () => {
  it.each(screens)("gets a unique code with its expiry, also by keyboard, without axe violations: %s", async (_where, options) => {
    const form = await formWithReward();
    await visit(
      async (page) => {
        await answer(page, form, "ann@shop.example");
        const code = rewards(page).locator("code");
        await code.waitFor();
        expect((await textsOf(page)).join()).toMatch(/^10 % off THANKS[A-Z2-9]{10} Copy Valid until /);
        await checkPage(page);
        const shown = await code.textContent();
        await page.keyboard.press("Tab");
        expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(`Copy ${shown}`);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Copied" }).waitFor();
        await page.reload();
        await thanks(page).waitFor();
        expect(await code.textContent()).toBe(shown);
      },
      { at: form, ...options },
    );
    expect(await onlyResponse(form)).toMatchObject({ status: "COMPLETE" });
  });

  it("sees that the reward requires identification, and gets the reward afterwards", async () => {
    const form = await formWithReward();
    await visit(
      async (page) => {
        await answer(page, form);
        await rewards(page).getByText("10 % off").waitFor();
        expect(await textsOf(page)).toEqual(["10 % off This reward is kept for you until the shop knows who you are."]);
        const { rowId } = (await onlyResponse(form)) as { rowId: string };
        const address = `${hosted.origin}/v1/collect/${form.publicKey}/responses/${rowId}`;
        await fetch(address, {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ customer: { ref: "bo" } }),
        });
        await waitUntil(
          "the customer has the reward",
          async () => ((await (await fetch(address)).json()) as { grants: { code?: string }[] }).grants[0]?.code !== undefined,
        );
        await page.reload();
        await rewards(page).locator("code").waitFor();
      },
      { at: form },
    );
  });

  it("sees that the reward is under review if the trust score is too low", async () => {
    const form = await formWithReward({ minTrustScore: 1 });
    await visit(
      async (page) => {
        const answers: string[] = [];
        page.on("response", async (response) => {
          if (response.request().method() === "PATCH") answers.push(await response.text().catch(() => ""));
        });
        await page.evaluate("location.hash = '#customer=cy'");
        await page.reload();
        await page.locator("#trap").fill("https://robot.example", { force: true });
        await answer(page, form);
        await rewards(page).getByText("10 % off").waitFor();
        expect(await textsOf(page)).toEqual(["10 % off This reward is being reviewed. You will get it after the review."]);
        expect(answers.join()).not.toMatch(/trust|honeypot|reason|score/i);
      },
      { at: form },
    );
  });

  it("gets a reward for declining the form if a rule grants one", async () => {
    const form = await formWithReward({ outcome: "SKIPPED" });
    await visit(
      async (page) => {
        await page.goto("about:blank");
        await page.goto(`${addressOf(form)}#customer=dee`);
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        await page.getByRole("button", { name: "No, thanks" }).click();
        await page.getByRole("heading", { name: "No problem" }).waitFor();
        await rewards(page).locator("code").waitFor();
      },
      { at: form },
    );
  });

  it("sees a reward that is issued later", async () => {
    const form = await formWithReward();
    await visit(
      async (page) => {
        const grants = [{ kind: "discount", state: "ISSUING", label: "10 % off" }];
        let isSeen = false;
        await page.route("**/responses/*", async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as object;
          await route.fulfill({ response, json: isSeen ? body : { ...body, grants } });
        });
        await page.clock.install();
        await answer(page, form, "eve");
        expect(await textsOf(page)).toEqual(["10 % off This reward is on its way."]);
        expect(await rewards(page).getAttribute("aria-live")).toBe("polite");
        // Reads about 20 times in the first two minutes.
        for (let reads = 0; reads < 20; reads++) {
          const read = page.waitForResponse((response) => response.request().method() === "GET" && /responses/.test(response.url()));
          await page.clock.fastForward(10_000);
          await read;
        }
        isSeen = true;
        await rewards(page).locator("code").waitFor();
      },
      { at: form },
    );
  });

  it("sees no rewards if the response earned none", async () => {
    const form = await hostedForm(hosted.client, { payload: short });
    await change(
      hosted.client,
      "set_form_placement_copy",
      { placementId: form.placementId, field: "upsell_text", text: "Take it [incentive]" },
      "",
    );
    await visit(
      async (page) => {
        await answer(page, form, "fay");
        expect(await rewards(page).isVisible()).toBe(false);
        expect(await page.getByText("Take it").count()).toBe(0);
      },
      { at: form },
    );
  });
});
