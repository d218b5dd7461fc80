import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type HostedForm, hostedForm, short } from "./src/hosted-form.js";
import { complete, hostedVisits, next, thanks } from "./src/hosted-visits.js";
import { offerReward } from "./src/offer-reward.js";
import { waitUntil } from "./src/wait-until.js";
import { change } from "./src/website-form.js";

const hosted = hostedVisits();
const { visit, addressOf } = hosted;
const rewards = (page: Page) => page.getByRole("list", { name: "Your reward" });
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function formWithReward(options: Parameters<typeof offerReward>[2] = {}, config: object = {}): Promise<HostedForm> {
  const form = await hostedForm(hosted.client, { payload: short, config });
  await offerReward(hosted.client, form.formId, options);
  const offer = async () => (await (await fetch(`${hosted.origin}/v1/collect/${form.publicKey}`)).json()) as { rewards: object[] };
  await waitUntil("forms has received the reward", async () => (await offer()).rewards.length > 0);
  const copy = { placementId: form.placementId, field: "upsell_text", text: "Thanks! Enjoy [incentive]." };
  await change(hosted.client, "set_form_placement_copy", copy, "");
  return form;
}

async function answer(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Why?" }).fill("Because");
  await complete(page).click();
  await thanks(page).waitFor();
}

const enjoy = (page: Page) => page.getByText("Thanks! Enjoy 10 % off.");

describe("the end page of a form with a reward", () => {
  it.each([
    [
      "ISSUED",
      { state: "ISSUED", code: "SPRING", startsAt: "2027-01-01T12:00:00.000Z" },
      "10 % off SPRING Copy Valid from January 1, 2027",
      true,
    ],
    ["ISSUING", { state: "ISSUING" }, "10 % off This reward is on its way.", true],
    ["HELD", { state: "HELD" }, "10 % off This reward is being reviewed. You will get it after the review.", true],
    ["PENDING", { state: "PENDING" }, "10 % off This reward is kept for you until the shop knows who you are.", true],
    ["CAPPED", { state: "CAPPED", label: undefined }, "You have already received this reward.", false],
    ["FAILED", { state: "FAILED", label: undefined }, undefined, false],
    ["DECLINED", { state: "DECLINED", label: undefined }, undefined, false],
    ["(none)", undefined, undefined, false],
  ])("shows the state of a grant %s, and announces no reward that is not issued", async (_state, grant, words, isAnnounced) => {
    const form = await formWithReward();
    await visit(
      async (page) => {
        const grants = grant ? [{ kind: "discount", label: "10 % off", ...grant }] : [];
        await page.route("**/responses/*", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...((await response.json()) as object), grants } });
        });
        await answer(page);
        const items = (await rewards(page).getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
        expect(items).toEqual(words === undefined ? [] : [words]);
        expect(await enjoy(page).isVisible()).toBe(isAnnounced);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      },
      { at: form, ...phone },
    );
  });

  it("asks an anonymous visitor for an e-mail address, and issues the reward at once", async () => {
    const form = await formWithReward();
    await visit(
      async (page) => {
        await answer(page);
        const email = page.getByRole("textbox", { name: "Your e-mail address" });
        const send = page.getByRole("button", { name: "Get my reward" });
        await page.getByText("It uses your e-mail address to know that this one is yours").waitFor();
        await email.fill("nobody");
        await send.click();
        await page.getByText("Enter an e-mail address").waitFor();
        await email.fill("gil@shop.example");
        await send.click();
        await rewards(page).locator("code").waitFor();
        expect(await email.isVisible()).toBe(false);
        expect(await page.getByRole("link", { name: "Open the private page" }).isVisible()).toBe(false);
      },
      { at: form, ...phone },
    );
  });

  it("keeps the rewards if the response has a customer already, and if a later read is rejected", async () => {
    const form = await formWithReward();
    await visit(
      async (page) => {
        await answer(page);
        let isEnded = false;
        await page.route("**/responses/*", async (route) => {
          if (route.request().method() === "PATCH")
            return route.fulfill({ status: 422, json: { grants: [], userErrors: [{ field: ["customer"], message: "Taken." }] } });
          if (isEnded) return route.fulfill({ status: 410, json: { errors: [{ extensions: { code: "PUBLIC_KEY_ENDED" } }] } });
          await route.continue();
          isEnded = true;
        });
        const email = page.getByRole("textbox", { name: "Your e-mail address" });
        await email.fill("gil@shop.example");
        const rejected = page.waitForResponse((response) => response.status() === 410);
        await page.getByRole("button", { name: "Get my reward" }).click();
        await rejected;
        await email.waitFor({ state: "hidden" });
        await rewards(page).getByText("kept for you").waitFor();
        expect(await thanks(page).isVisible()).toBe(true);
      },
      { at: form },
    );
  });

  it("shows no email question if the placement disables it, and reads the customer from the placement's question", async () => {
    const silent = await formWithReward({}, { ask_email: false });
    await visit(
      async (page) => {
        await answer(page);
        await rewards(page).getByText("kept for you").waitFor();
        expect(await page.getByRole("textbox").count()).toBe(0);
      },
      { at: silent },
    );
    const named = await formWithReward({}, { customer_question_key: "why" });
    await visit(
      async (page) => {
        await answer(page);
        await rewards(page).locator("code").waitFor();
      },
      { at: named },
    );
  });

  it("links to a private page that shows the reward after its release, also without JavaScript", async () => {
    const form = await formWithReward({ minTrustScore: 1 });
    await visit(
      async (page) => {
        await page.goto("about:blank");
        await page.goto(`${addressOf(form)}#customer=hal`);
        await page.locator("#trap").fill("x", { force: true });
        await answer(page);
        const address = (await page.getByRole("link", { name: "Open the private page" }).getAttribute("href")) ?? "";
        expect(address).toMatch(new RegExp(`^${hosted.origin}/g/[\\w-]{64}$`));
        const status = await page.context().newPage();
        await status.goto(address);
        await status.getByText("This reward is being reviewed.").waitFor();
        await release(form);
        // The status page polls the server and needs no reload.
        await status.locator("code").waitFor();
        await status.getByRole("button", { name: /^Copy THANKS/ }).click();
        await status.getByRole("button", { name: /Copied|Selected/ }).waitFor();
        const plain = await (await fetch(address)).text();
        expect(plain).toMatch(/<code>THANKS[A-Z2-9]{10}<\/code>/);
        expect((await fetch(`${address.slice(0, -4)}AAAA`)).status).toBe(404);
      },
      { at: form, ...phone },
    );
  });
});

async function release({ formSlug }: HostedForm): Promise<void> {
  const query = `{ surface: get_form_responses_surface(slug: "${formSlug}") { responses { nodes { grants { rowId state } } } } }`;
  const grantId = await waitUntil("the grant is held", async () => {
    const { surface } = await hosted.client.data<{
      surface: { responses: { nodes: { grants: { rowId: string; state: string }[] }[] } };
    }>(query);
    return surface.responses.nodes.flatMap(({ grants }) => grants).find(({ state }) => state === "HELD")?.rowId;
  });
  await change(hosted.client, "release_incentive_grant", { grantId }, "");
}

describe("the questions of a form", () => {
  const nps = { type: "rating", name: "nps", title: "Would you recommend us?", rateMin: 0, rateMax: 10, maxRateDescription: "Very likely" };
  const matrix = { type: "matrix", name: "parts", columns: ["Very bad", "Bad", "Fair", "Good", "Very good"], rows: ["Taste", "Price"] };

  it.each([360, 390, 768, 1280])("show an NPS question as eleven buttons in one line at %i pixels", async (width) => {
    const form = await hostedForm(hosted.client, { payload: { elements: [nps, matrix] } });
    await visit(
      async (page) => {
        const buttons = page.locator("[data-name=nps] label");
        await buttons.first().waitFor();
        await expect.poll(() => buttons.count()).toBe(11);
        const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
        expect(new Set(boxes.map((box) => Math.round(box?.y ?? -1))).size).toBe(1);
        for (const box of boxes) expect(box?.width ?? 0).toBeGreaterThanOrEqual(24);
        expect(Math.max(...boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0)))).toBeLessThanOrEqual(width);
        expect(await page.locator("[data-name=nps]").getByRole("combobox").count()).toBe(0);
        await page.locator("[data-name=nps] label", { hasText: "10" }).click();
        const isTable = await page.locator("[data-name=parts] thead").isVisible();
        expect(isTable).toBe(width >= 768);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        if (!isTable) return;
        const table = await page.locator("[data-name=parts] table").boundingBox();
        const card = await page.locator("main").boundingBox();
        expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
      },
      { at: form, viewport: { width, height: 844 } },
    );
  });

  it.each([
    ["de", "Weiter", "Nein, danke", "Vielen Dank"],
    ["fr", "Suivant", "Non, merci", "Merci"],
    ["pt-br", "Próximo", "Não, obrigado", "Obrigado"],
    ["ja", "次へ", "No, thanks", "Thank you"],
  ])("have texts and buttons in the language %s", async (locale, further, decline, thank) => {
    const pages = [{ elements: [{ type: "text", name: "why" }] }, { elements: [{ type: "text", name: "more" }] }];
    const form = await hostedForm(hosted.client, { payload: { locale, pages } });
    await visit(
      async (page) => {
        const requested: string[] = [];
        page.on("request", (request) => requested.push(new URL(request.url()).pathname));
        await page.reload();
        await page.getByRole("button", { name: further }).click();
        await page.getByRole("button", { name: decline }).waitFor();
        await page.locator(".sd-navigation__complete-btn").click();
        await page.getByRole("heading", { name: thank }).waitFor();
        expect(requested.filter((path) => path.includes("/locale-"))).toEqual([expect.stringMatching(`/locale-${locale}.json$`)]);
      },
      { at: form },
    );
  });

  it("load no translations for an English form", async () => {
    await visit(async (page) => {
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      await page.reload();
      await next(page).waitFor();
      expect(requested.filter((url) => url.includes("/locale-"))).toEqual([]);
    });
  });
});
