import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setBrand } from "./src/brand.js";
import { type HostedForm, hostedForm, short } from "./src/hosted-form.js";
import { hostedVisits } from "./src/hosted-visits.js";
import { type Shop, startShop } from "./src/shop.js";
import { change, setTriggers, snippetOf } from "./src/website-form.js";

const hosted = hostedVisits();
const { visit, addressOf } = hosted;
let form: HostedForm;
let framed: HostedForm;
let shop: Shop;
let snippet = "";
beforeAll(async () => {
  shop = await startShop(() => snippet);
  form = await hostedForm(hosted.client, { payload: short });
  framed = await hostedForm(hosted.client, { payload: short, channelId: "Website", config: { allowed_origins: [shop.origin] } });
  await setTriggers(hosted.client, framed.formId, [{ type: "TIME_ON_PAGE", delay_ms: 0 }]);
  snippet = await snippetOf(hosted.client, framed.formSlug);
  await setBrand(hosted.client, addressOf(form));
});
afterAll(() => shop?.close());

const css = (page: Page | Frame, selector: string, property: string, root = "document"): Promise<string> =>
  page.evaluate(`getComputedStyle(${root}.querySelector("${selector}")).getPropertyValue("${property}")`);
const loadedWidth = (page: Page | Frame): Promise<number> => page.evaluate(`document.querySelector("#logo").naturalWidth`);
const shadow = `document.querySelector("[data-offergraph-form]").shadowRoot`;
const button = ".sd-navigation__complete-btn";

/** `accent` is the expected color of the button. In light mode, the button is darker than the brand's accent color. */
async function expectBrand(page: Page | Frame, accent: string): Promise<void> {
  await page.locator(button).waitFor();
  await expect.poll(() => css(page, button, "background-color")).toBe(accent);
  expect(await css(page, button, "border-radius")).toBe("2px");
  expect(await css(page, "body", "font-family")).toMatch(/^ui-monospace, /);
  expect(await css(page, button, "font-family")).toMatch(/^ui-monospace, /);
  expect(await css(page, ".sd-input", "border-radius")).toBe("2px");
  await expect.poll(() => loadedWidth(page)).toBe(96);
  expect(await page.locator("#skip").textContent()).toBe("Nein, danke");
}

describe.each([
  ["light", "rgb(139, 87, 15)", "rgba(0, 0, 0, 0)"],
  ["dark", "rgb(255, 159, 28)", "rgb(255, 255, 255)"],
] as const)("the brand in %s mode", (colorScheme, accent, behindLogo) => {
  it("is on the hosted page, with the contact address at the end", async () => {
    await visit(
      async (page) => {
        await expectBrand(page, accent);
        expect([await css(page, "main", "border-radius"), await css(page, "#logo", "background-color")]).toEqual(["2px", behindLogo]);
        expect(await css(page, "main", "background-color")).toBe(colorScheme === "dark" ? "rgb(27, 32, 41)" : "rgb(255, 255, 255)");
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        await page.locator(button).click();
        const contact = page.locator("#end .contact");
        await contact.waitFor();
        expect(await contact.textContent()).toBe("Haben Sie Fragen? Schreiben Sie an help@shop.example.");
        expect(await contact.getByRole("link").getAttribute("href")).toBe("mailto:help@shop.example");
        expect(await css(page, ".contact a", "color")).toBe(accent);
      },
      { at: form, colorScheme },
    );
  });

  it("is in the embedded form and its dialog", async () => {
    await visit(
      async (page) => {
        await page.goto(shop.origin);
        const dialog = page.getByRole("dialog");
        await dialog.waitFor();
        const frame = page.frames().find((one) => one.url().includes(framed.publicKey));
        if (!frame) throw new Error("The dialog has no frame.");
        await expectBrand(frame, accent);
        expect(await css(page, "dialog", "border-radius", shadow)).toBe("2px");
        // The browser shows a focus outline only after a key press.
        await page.keyboard.press("Shift+Tab");
        await dialog.getByRole("button", { name: "Close" }).focus();
        expect(await css(page, "dialog button", "outline-color", shadow)).toBe(accent);
      },
      { at: form, colorScheme, leadsTo: shop.origin },
    );
  });
});

it("has its logo in the QR code, and is on the page of a closed form", async () => {
  const own = await hostedForm(hosted.client, { payload: short });
  const query = "query ($slug: String!) { install: get_form_install(slug: $slug) { placements { qrSvgUrl } } }";
  const { install } = await hosted.client.data<{ install: { placements: { qrSvgUrl: string }[] } }>(query, { slug: own.formSlug });
  const qrUrl = install.placements[0]?.qrSvgUrl ?? "";
  expect(await (await fetch(qrUrl)).text()).toContain("<image ");
  await change(hosted.client, "set_form_placement_published", { placementId: own.placementId, published: false }, "");
  await visit(
    async (page) => {
      // `visit` also checks the Content Security Policy.
      await page.goto(qrUrl);
      await page.goto(addressOf(own));
      await page.getByRole("link", { name: "help@shop.example" }).waitFor();
      expect(await css(page, "body", "font-family")).toMatch(/^ui-monospace, /);
      await expect.poll(() => loadedWidth(page)).toBe(96);
    },
    { at: own },
  );
});
