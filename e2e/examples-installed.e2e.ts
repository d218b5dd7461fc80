import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startChromium } from "./src/chromium.js";
import { readForm } from "./src/html-form.js";
import { type InstalledExample, installExample } from "./src/installed-example.js";
import { type ShopWorkspace, shopWorkspace } from "./src/shop-workspace.js";
import { newWorkspace, readSystem } from "./src/workspace.js";

// Only `npm run prove -- examples` runs these tests, which download hundreds of megabytes.
const isProof = process.env.PROVE_EXAMPLES === "1";

async function timed<Result>(name: string, step: Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await step;
  // biome-ignore lint/suspicious/noConsole: the proof prints its times.
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}

describe.runIf(isProof)("the shop in Next.js", () => {
  let shop: InstalledExample;
  let workspace: ShopWorkspace;
  let address: string;
  const start = (env: Record<string, string> = {}, port = 0) =>
    shop.start(["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", String(port)], env);
  beforeAll(async () => {
    const port = await freePort();
    workspace = await shopWorkspace(`http://127.0.0.1:${port}`);
    shop = await timed("install the shop", installExample("shop"));
    const settings = Object.entries(workspace.env).map(([name, value]) => `${name}=${value}`);
    await writeFile(shop.inFolder(".env.local"), settings.join("\n"));
    await timed("build the shop", shop.npm(["run", "build"]));
    ({ address } = await timed("start the shop", start({}, port)));
  });
  afterAll(() => shop?.remove());

  it("has no secret and no code of the server in the files for browsers", async () => {
    const folder = shop.inFolder(".next/static");
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const all = (await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), "utf8")))).join("\n");
    expect(all).toContain("Apply code");
    for (const text of [...workspace.secrets, "OFFERGRAPH_", "validate_discount_code", "/v1/ingest"])
      expect(all.includes(text), text).toBe(false);
  });

  it("sells a product with a discount code, sends the order, and shows the survey", async () => {
    const browser = await startChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(polling.timeout);
      await page.goto(address);
      await page.getByText("Sun hat, €40.00").waitFor();
      await page.getByRole("link", { name: "Sun hat" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill(" Ann@shop.example");
      const apply = async (code: string) => {
        await page.getByRole("textbox", { name: "Discount code" }).fill(code);
        await page.getByRole("button", { name: "Apply code" }).click();
      };
      await apply("SHOP-52");
      await page.getByRole("alert").filter({ hasText: "There is no such code" }).waitFor();
      await page.getByText("Total: €40.00").waitFor();
      await apply("shop-25");
      await page.getByText("Total: €30.00").waitFor();
      expect(await page.getByText("Discount shop-25: -€10.00").count()).toBe(1);
      await page.getByRole("button", { name: "Pay" }).click();
      await page.getByText("You paid €30.00").waitFor();
      await page.getByRole("dialog", { name: "How was it?" }).waitFor();
      const frame = page.frameLocator("iframe");
      await frame.getByRole("textbox", { name: "Why?" }).fill("The hat");
      await frame.getByRole("button", { name: "Complete" }).click();
      await frame.getByRole("heading", { name: "Thank you" }).waitFor();
      const externalRef = new URL(page.url()).pathname.replace("/orders/", "");
      const attributed = { attributionMethod: "DISCOUNT_CODE", discountCode: { code: "SHOP-25" }, discountGiven: "10" };
      const expected = [{ externalRef, totalPrice: "30", ...attributed }];
      await vi.waitFor(async () => expect(await workspace.ordersOf("ann@shop.example")).toEqual(expected), polling);
    } finally {
      await browser.close();
    }
    const filter = { status: { equalTo: "COMPLETE" as const } };
    const fields = { answers: true, customerVerified: true } as const;
    const responses = await workspace.offergraph.listFormResponses({ filter }, { fields });
    expect(responses.nodes).toEqual([{ answers: { why: "The hat" }, customerVerified: false }]);
  });

  it("escapes input, has no page for an unknown order, and shows no secret", async () => {
    const { send } = await readForm(`${address}/checkout/hat-1`);
    const { text } = await send({ intent: "apply", email: "ben@shop.example", code: '"><b>' });
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(text).not.toContain("<b>");
    for (const name of ["no-such", "..%2F..%2Fpackage"]) expect((await fetch(`${address}/orders/${name}`)).status, name).toBe(404);
    expect(workspace.secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("does not wait for Offergraph after a payment, and sends the order later", async () => {
    const offline = await start({ OFFERGRAPH_URL: `http://127.0.0.1:${await freePort()}` });
    const { send } = await readForm(`${offline.address}/checkout/mug-1`);
    const fields = { intent: "pay", email: "cara@shop.example" };
    const results = await Promise.all([send(fields), send(fields), send(fields)]);
    const [location] = results.map((result) => result.location);
    expect(location).toMatch(/\/orders\/[0-9a-f-]{36}$/);
    expect(results.map((result) => result.location)).toEqual([location, location, location]);
    expect(await workspace.ordersOf("cara@shop.example")).toEqual([]);
    await offline.stop();
    // A restarted shop sends unsent orders immediately.
    const { stop } = await start();
    const expected = [{ externalRef: location?.slice(-36), totalPrice: "12.5", attributionMethod: null }];
    await vi.waitFor(async () => expect(await workspace.ordersOf("cara@shop.example")).toMatchObject(expected), polling);
    await stop();
  });
});

describe.runIf(isProof)("the example codegen", () => {
  it("generates the types with the command graphql-codegen, compiles, and calls the API", async () => {
    const [mine, { baseUrl }] = await Promise.all([newWorkspace(), readSystem()]);
    const example = await timed("install codegen", installExample("codegen"));
    const env = { OFFERGRAPH_URL: baseUrl, OFFERGRAPH_KEY: mine.key };
    try {
      await example.npm(["run", "schema"], env);
      await timed("generate the types", example.npm(["run", "codegen"]));
      await example.npm(["run", "build"]);
      expect(await example.npm(["run", "-s", "start", "--", "A partner"], env)).toContain("A partner");
    } finally {
      await example.remove();
    }
  });
});
