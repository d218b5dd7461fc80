import { describe, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { type HostedForm, hostedForm, short } from "./src/hosted-form.js";
import { complete, hostedVisits, thanks } from "./src/hosted-visits.js";
import { change, responsesTo } from "./src/website-form.js";

describe("the hosted page of a form", () => {
  const hosted = hostedVisits();
  const { visit, onlyResponse, addressOf } = hosted;

  it("redirects to the placement's redirect_url", async () => {
    const shop = "https://shop.example";
    const own = await hostedForm(hosted.client, { payload: short, config: { redirect_url: `${shop}/thanks` } });
    await visit(
      async (page) => {
        await page.route(`${shop}/**`, (route) => route.fulfill({ contentType: "text/html", body: "<title>The shop</title>" }));
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        await complete(page).click();
        await page.waitForURL(`${shop}/thanks`);
      },
      { at: own, leadsTo: shop },
    );
    expect(await onlyResponse(own)).toMatchObject({ status: "COMPLETE" });
  });

  it("reports a view each time it shows the form, but not when it shows the end page", async () => {
    const own = await hostedForm(hosted.client, { payload: short });
    await visit(
      async (page) => {
        const reports: string[] = [];
        page.on("request", (request) => {
          if (request.url().endsWith("/views")) reports.push(`${request.method()} ${request.postData()}`);
        });
        for (let shown = 1; shown <= 2; shown += 1) {
          await page.goto(addressOf(own));
          await expect.poll(() => reports.length).toBe(shown);
        }
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        await complete(page).click();
        await thanks(page).waitFor();
        const words = () => page.locator("#end .words").textContent();
        expect(await words()).toBe("Your answers have arrived.");
        await page.reload();
        await thanks(page).waitFor();
        expect(await words()).toBe("Your answers have arrived.");
        expect(reports).toEqual(Array(2).fill(expect.stringMatching(/^POST {"formVariantId":"[0-9a-f-]{36}"}$/)));
      },
      { url: "about:blank" },
    );
  });

  it("detects a bot by the hidden field", async () => {
    const own = await hostedForm(hosted.client, { payload: short });
    await visit(
      async (page) => {
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        expect(await page.getByRole("textbox").count()).toBe(1);
        await page.locator("#trap").fill("https://robot.example", { force: true });
        await complete(page).click();
        await thanks(page).waitFor();
      },
      { at: own },
    );
    const response = await onlyResponse(own);
    const query = "query ($id: UUID!) { response: get_form_response(id: $id) { trustReasons } }";
    expect(await hosted.client.data(query, { id: response?.rowId })).toMatchObject({
      response: { trustReasons: expect.arrayContaining(["honeypot_filled"]) },
    });
  });

  it("is in the form's language, loads files only from its own origin, and caches only assets", async () => {
    const own = await hostedForm(hosted.client, { payload: { ...short, locale: "de", title: { default: "Why?", de: "Warum <&>?" } } });
    const page = await fetch(addressOf(own));
    const html = await page.text();
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<title>Warum &lt;&amp;&gt;?</title>");
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).toMatch(/^\/assets\/forms\/[0-9a-f]{20}\/page\.(js|css)$/);
      const answers = await Promise.all(
        ["br", "gzip", "identity"].map((encoding) => fetch(hosted.origin + file, { headers: { "accept-encoding": encoding } })),
      );
      expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip", null]);
      expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(Array(3).fill("public, max-age=31536000, immutable"));
      const [one, ...others] = await Promise.all(answers.map((answer) => answer.text()));
      expect(others).toEqual([one, one]);
      const etag = answers[0]?.headers.get("etag") ?? "";
      expect((await fetch(hosted.origin + file, { headers: { "if-none-match": etag } })).status).toBe(304);
      const other = await fetch(hosted.origin + file.replace(/[0-9a-f]{20}/, "0".repeat(20)));
      expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-store"]);
    }
    expect((await fetch(`${hosted.origin}/assets/forms/${"0".repeat(20)}/main.js`)).status).toBe(404);
  });

  it("can be embedded in a frame only by the placement's allowed origins", async () => {
    const framers = async (of: HostedForm) =>
      (await fetch(addressOf(of))).headers.get("content-security-policy")?.match(/frame-ancestors ([^;]*)/)?.[1];
    expect(await framers(hosted.form)).toBe("'none'");
    const allowed_origins = ["https://one.example", "https://two.example:8443"];
    const own = await hostedForm(hosted.client, { channelId: "Website", config: { allowed_origins } });
    expect(await framers(own)).toBe(allowed_origins.join(" "));
  });

  it("shows the same error for a closed, unpublished, rotated or removed form, and 404 for an unknown form", async () => {
    const look = async (of: HostedForm) => {
      const answer = await fetch(addressOf(of));
      return [answer.status, answer.headers.get("content-type"), await answer.text()] as const;
    };
    const seen = [];
    for (const end of [
      ({ formId }: HostedForm) => change(hosted.client, "update_form", { formId, body: { status: "READY" } }, ""),
      ({ placementId }: HostedForm) => change(hosted.client, "set_form_placement_published", { placementId, published: false }, ""),
      ({ placementId }: HostedForm) => change(hosted.client, "rotate_form_public_key", { placementId }, ""),
      ({ placementId }: HostedForm) => change(hosted.client, "remove_form_placement", { placementId }, ""),
    ]) {
      const own = await hostedForm(hosted.client);
      await end(own);
      seen.push(await look(own));
    }
    const [[status, type, html]] = seen as [Awaited<ReturnType<typeof look>>];
    expect(seen).toEqual(Array(4).fill([status, type, html]));
    expect([status, type]).toEqual([410, "text/html; charset=utf-8"]);
    expect(html).toContain("This form is closed");
    const [unknownStatus, , unknown] = await look({ ...hosted.form, publicKey: "fpk_nobodys" });
    expect(unknownStatus).toBe(404);
    expect(unknown).toContain("There is no form here");
  });

  it("escapes answers and choices in its HTML", async () => {
    const markup = '<img src="https://elsewhere.example/x.png" onerror="document.title = 1">';
    const payload = {
      completedHtml: "<p>{why}</p><p>{pick}</p>",
      elements: [
        { type: "text", name: "why", title: "Why?" },
        { type: "html", name: "note", html: "<b>{why}</b> <i>{pick}</i>" },
        { type: "radiogroup", name: "pick", choices: [{ value: "a", text: markup }] },
      ],
    };
    const own = await hostedForm(hosted.client, { payload });
    await visit(
      async (page) => {
        await page.getByRole("textbox", { name: "Why?" }).fill(markup);
        await page.locator("label", { hasText: markup }).click();
        for (const tag of ["b", "i"]) await page.locator(tag, { hasText: markup }).waitFor();
        expect(await page.locator('img[src*="elsewhere"]').count()).toBe(0);
        await complete(page).click();
        await thanks(page).waitFor();
        expect(await page.locator("#end .words p").allTextContents()).toEqual([markup, markup]);
        expect(await page.locator("#end img").count()).toBe(0);
      },
      { at: own },
    );
  });

  it("shows a draft in a preview, in its language, page by page, and stores nothing", async () => {
    const own = await hostedForm(hosted.client, { payload: short });
    const text = (name: string, validators: object[] = []) => ({ type: "text", name, title: name, isRequired: true, validators });
    const draft = {
      ...{ locale: "de", completedHtml: "<p>Danke, {wer}.</p>", navigateToUrl: "https://shop.example/thanks" },
      pages: [
        { name: "one", elements: [text("wer")] },
        { name: "two", elements: [text("Anzahl", [{ type: "numeric" }])] },
      ],
    };
    await change(hosted.client, "save_form_draft", { formId: own.formId, payload: draft }, "");
    const query = "query ($formId: Ref!) { preview: get_form_preview(formId: $formId) { url } }";
    const { preview } = await hosted.client.data<{ preview: { url: string } }>(query, { formId: own.formId });
    const sent: string[] = [];
    await visit(
      async (page) => {
        page.on("request", (request) => sent.push(new URL(request.url()).pathname));
        await page.getByRole("banner").getByText("Vorschau").waitFor();
        await page.getByRole("button", { name: "Weiter" }).click();
        await page.getByText("Bitte beantworten Sie diese Frage.").waitFor();
        await checkPage(page);
        await page.getByRole("textbox", { name: "wer" }).fill("Ann");
        await page.getByRole("button", { name: "Weiter" }).click();
        await page.getByRole("textbox", { name: "Anzahl" }).fill("viele");
        await page.getByRole("button", { name: "Abschließen" }).click();
        await page.getByText("Der Wert muss eine Zahl sein.").waitFor();
        await page.getByRole("textbox", { name: "Anzahl" }).fill("3");
        await page.getByRole("button", { name: "Abschließen" }).click();
        await page.getByRole("heading", { name: "Vielen Dank" }).waitFor();
        await page.getByText("Danke, Ann.").waitFor();
        await page.getByText("Ihre Antworten wurden nicht gespeichert.").waitFor();
        await page.getByText("gelangen Besucher zu https://shop.example/thanks.").waitFor();
        await checkPage(page);
        expect(sent.filter((path) => !path.startsWith("/assets/"))).toEqual([]);
        await page.getByRole("link", { name: "Neu beginnen" }).click();
        await page.getByRole("textbox", { name: "wer" }).waitFor();
        await page.getByRole("button", { name: "Nein, danke" }).click();
        await page.getByRole("heading", { name: "Kein Problem" }).waitFor();
      },
      { url: preview.url },
    );
    expect(await responsesTo(hosted.client, own.formSlug)).toEqual([]);
  });

  it("shows an error if the form is closed while a visitor answers", async () => {
    const own = await hostedForm(hosted.client, { payload: short });
    await visit(
      async (page) => {
        await page.getByRole("textbox", { name: "Why?" }).fill("Because");
        await change(hosted.client, "rotate_form_public_key", { placementId: own.placementId }, "");
        await complete(page).click();
        await page.getByRole("heading", { name: "This form is closed" }).waitFor();
      },
      { at: own },
    );
  });
});
