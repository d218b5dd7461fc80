import type { BrowserContextOptions, Page, Request, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { hostedForm, short } from "./src/hosted-form.js";
import { complete, hostedVisits, next, thanks } from "./src/hosted-visits.js";
import { change } from "./src/website-form.js";

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe("the hosted page of a form", () => {
  const hosted = hostedVisits();
  const { visit, onlyResponse } = hosted;
  /** Intercepts the page's PATCH requests with `handle` while `work` runs. */
  async function handling(page: Page, handle: (route: Route, request: Request) => Promise<void>, work: () => Promise<void>): Promise<void> {
    await page.route("**/responses/*", async (route, request) =>
      request.method() === "PATCH" ? handle(route, request) : route.continue(),
    );
    await work();
    await page.unrouteAll({ behavior: "wait" });
  }
  async function press(page: Page, ...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  it("can be answered with the keyboard only", async () => {
    const own = await hostedForm(hosted.client);
    await visit(
      async (page) => {
        await page.getByRole("heading", { name: "How was your order?", level: 1 }).waitFor();
        await press(page, "Tab", "Space", "ArrowRight", "ArrowRight", "ArrowRight");
        await press(page, "Tab", "Space", "ArrowDown", "Tab");
        await page.keyboard.type("The soup was warm.");
        await press(page, "Tab", "Enter");
        await page.getByRole("textbox", { name: "Your e-mail" }).waitFor();
        await press(page, "Tab");
        await page.keyboard.type("ada@example.com");
        await press(page, "Tab", "ArrowDown", "ArrowDown", "Enter");
        await press(page, "Tab", "Space", "Tab", "Tab", "Space");
        await press(page, "Tab", "ArrowRight");
        await press(page, "Tab", "ArrowRight", "Tab", "Space");
        const isReached = async () => (await page.evaluate(`document.activeElement.value`)) === "Complete";
        for (let tabs = 0; tabs < 10 && !(await isReached()); tabs += 1) await press(page, "Tab");
        expect(await isReached()).toBe(true);
        await press(page, "Enter");
        await thanks(page).waitFor();
        expect(await page.evaluate(`document.activeElement.textContent`)).toBe("Thank you");
        expect(await page.locator("#end .words").textContent()).toBe("We are glad you told us.");
      },
      { at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({
      status: "COMPLETE",
      answers: {
        stars: 4,
        way: "A search",
        story: "The soup was warm.",
        email: "ada@example.com",
        country: "Germany",
        drinks: ["Espresso", "Cold brew"],
        again: true,
        parts: { Taste: "Good", Service: "Bad" },
      },
    });
  });

  it.each([
    ["on a phone", phone],
    ["on a phone in dark mode", { ...phone, colorScheme: "dark" as const }],
    ["on a desktop", { viewport: { width: 1280, height: 900 } }],
    ["at 320 CSS pixels (desktop at 400 % zoom)", { viewport: { width: 320, height: 640 } }],
  ])("has no axe violations and no horizontal overflow, %s", (_where, options) =>
    visit(async (page) => {
      await page.getByText("What brought you here?").waitFor();
      await checkPage(page);
      await next(page).click();
      await page.getByText("Response required.").waitFor();
      await checkPage(page);
      // On narrow screens, the page shows a drop-down list instead of the stars.
      const list = page.getByRole("combobox", { name: "How was it?" });
      if (await list.isVisible()) await list.press("ArrowDown").then(() => list.press("Enter"));
      else await page.getByTitle("4").click();
      await next(page).click();
      await page.getByRole("textbox", { name: "Your e-mail" }).waitFor();
      await checkPage(page);
      await page.getByRole("textbox", { name: "Your e-mail" }).fill("ada@example.com");
      await complete(page).click();
      await thanks(page).waitFor();
      await checkPage(page);
    }, options),
  );

  it("can be answered by touch on a phone, and shows the form's own end text", async () => {
    const own = await hostedForm(hosted.client);
    await change(
      hosted.client,
      "set_form_placement_copy",
      { placementId: own.placementId, field: "tier_note_text", text: "Worth it!" },
      "",
    );
    await change(
      hosted.client,
      "set_form_placement_copy",
      { placementId: own.placementId, field: "upsell_text", text: "See you soon." },
      "",
    );
    await visit(
      async (page) => {
        await page.getByText("Worth it!").waitFor();
        await page.getByTitle("5").tap();
        await page.getByText("An advert").tap();
        await next(page).tap();
        await page.getByRole("textbox", { name: "Your e-mail" }).fill("bo@example.com");
        await page.locator("[data-name=country] .sd-dropdown").tap();
        await page.getByRole("option", { name: "Italy" }).tap();
        await complete(page).tap();
        await page.getByText("We are glad you told us.").waitFor();
        await page.getByText("See you soon.").waitFor();
      },
      { ...phone, at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({
      status: "COMPLETE",
      answers: { stars: 5, way: "An advert", email: "bo@example.com", country: "Italy" },
    });
  });

  it("continues the same response after a reload, without removed answers", async () => {
    const own = await hostedForm(hosted.client);
    await visit(
      async (page) => {
        await page.getByTitle("3").click();
        await page.getByRole("textbox", { name: "Tell us more" }).fill("Something");
        await next(page).click();
        await page.getByRole("textbox", { name: "Your e-mail" }).pressSequentially("half@");
        await page.reload();
        expect(await page.getByRole("textbox", { name: "Your e-mail" }).inputValue()).toBe("half@");
        await page.getByRole("button", { name: "Previous" }).click();
        await page.getByRole("textbox", { name: "Tell us more" }).fill("");
        await next(page).click();
        await page.getByRole("textbox", { name: "Your e-mail" }).fill("cy@example.com");
        await complete(page).click();
        await thanks(page).waitFor();
        await page.reload();
        await thanks(page).waitFor();
      },
      { at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({ status: "COMPLETE", answers: { stars: 3, email: "cy@example.com" } });
    expect((await onlyResponse(own))?.answers).not.toHaveProperty("story");
  });

  it("keeps answers while the browser is offline, shows a notice, and sends the answers later", async () => {
    const own = await hostedForm(hosted.client, { payload: short });
    await visit(
      async (page) => {
        await page.getByRole("textbox", { name: "Why?" }).waitFor();
        await page.context().setOffline(true);
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        await complete(page).click();
        await page.getByText("You seem to be offline.").waitFor();
        await page.context().setOffline(false);
        await thanks(page).waitFor();
      },
      { at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({ status: "COMPLETE", answers: { why: "Because" } });
  });

  it("retries after a lost connection, and stores the response once", async () => {
    const own = await hostedForm(hosted.client, { payload: short });
    await visit(
      async (page) => {
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        let isLost = false;
        await handling(
          page,
          async (route) => {
            const answer = await route.fetch();
            if (isLost) return route.fulfill({ response: answer });
            isLost = true;
            await route.abort();
          },
          async () => {
            await complete(page).click();
            await thanks(page).waitFor();
          },
        );
        expect(isLost).toBe(true);
      },
      { at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({ status: "COMPLETE", answers: { why: "Because" } });
  });

  it("shows a server-side error at its question, and accepts the corrected answer", async () => {
    const own = await hostedForm(hosted.client);
    await visit(
      async (page) => {
        await page.getByTitle("4").click();
        await next(page).click();
        const email = page.getByRole("textbox", { name: "Your e-mail" });
        await email.fill("dee@example.com");
        let isSpoilt = false;
        await handling(
          page,
          async (route, request) => {
            const body = request.postDataJSON() as { outcome?: string; answers: object };
            if (body.outcome !== "COMPLETE" || isSpoilt) return route.continue();
            isSpoilt = true;
            await route.continue({ postData: JSON.stringify({ ...body, answers: { ...body.answers, stars: 99 } }) });
          },
          async () => {
            await complete(page).click();
            await page.getByText("How was it?").waitFor();
            const question = page.locator("[data-name=stars]");
            await question.getByRole("alert").waitFor();
            expect(await page.locator("[data-name=story]").getByRole("alert").count()).toBe(0);
            await page.getByTitle("5").click();
            await next(page).click();
            await complete(page).click();
            await thanks(page).waitFor();
          },
        );
      },
      { at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({ status: "COMPLETE", answers: { stars: 5, email: "dee@example.com" } });
  });

  it("shows the state of each reward", () =>
    visit(async (page) => {
      await page.getByTitle("4").click();
      await next(page).click();
      await page.getByRole("textbox", { name: "Your e-mail" }).fill("eve@example.com");
      const grants = [
        { kind: "discount", state: "ISSUED", code: "THANKS-7QX", label: "10 % off" },
        { kind: "billing_credit", state: "HELD", label: "A free month" },
        { kind: "entitlement", state: "CAPPED", label: "Nothing more" },
      ];
      await handling(
        page,
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...((await response.json()) as object), grants } });
        },
        async () => {
          await complete(page).click();
          await thanks(page).waitFor();
        },
      );
      expect((await page.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " "))).toEqual([
        "10 % off THANKS-7QX Copy",
        "A free month This reward is being reviewed. You will get it after the review.",
        "You have already received this reward.",
      ]);
    }));

  it("can be declined", async () => {
    const own = await hostedForm(hosted.client);
    await visit(
      async (page) => {
        await page.getByTitle("2").click();
        await page.getByRole("button", { name: "No, thanks" }).click();
        await page.getByRole("heading", { name: "No problem" }).waitFor();
      },
      { at: own },
    );
    expect(await onlyResponse(own)).toMatchObject({ status: "SKIPPED" });
  });
});
