import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { polling } from "@offergraph/testkit/timeouts";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createExampleProject, type ExampleProject } from "./src/example-project.js";
import { type ShopWorkspace, shopWorkspace } from "./src/shop-workspace.js";

interface Shop {
  submitCheckout(previous: object, form: FormData): Promise<{ orderNumber?: string; state?: { problems: string[]; price: object } }>;
  sendOrder(number: string): Promise<void>;
  sendUnsent(): Promise<void>;
  placeOrder(order: object): Promise<void>;
  unsentNumbers(): Promise<string[]>;
  surveyOf(customer: string): object;
}

let workspace: ShopWorkspace;
let project: ExampleProject;
const versionsOf = async () => JSON.parse(await readFile(project.inFolder("examples/shop/package.json"), "utf8"));
beforeAll(async () => {
  [workspace, project] = await Promise.all([shopWorkspace(), createExampleProject()]);
  const { zod } = (await versionsOf()).dependencies;
  await project.link({ zod });
  const modules = ["checkout", "orders", "order-store", "survey"];
  await build({
    stdin: {
      contents: modules.map((name) => `export * from "./${name}";`).join("\n"),
      resolveDir: project.inFolder("examples/shop/lib"),
    },
    // Replaces the package `server-only`, which only Next.js provides.
    alias: { "server-only": "data:text/javascript," },
    ...{ bundle: true, format: "esm", platform: "node", external: ["@offergraph/sdk", "zod"], outfile: project.inFolder("shop.mjs") },
  });
});
afterAll(() => project?.remove());

async function startShop(changes: Record<string, string> = {}): Promise<Shop> {
  const env = { ...workspace.env, SHOP_DATA: project.inFolder("data", randomUUID()), ...changes };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return await import(`${project.inFolder("shop.mjs")}?${randomUUID()}`);
}

const previous = { email: "", code: "", price: { total: "40.00", amountOff: "0" }, problems: [] };
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  const usual = { number: randomUUID(), product: "hat-1", total: "40.00", email: " Ann@shop.example", code: "", intent: "pay" };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) form.append(name, value);
  return form;
}

/** A server that replaces Offergraph. */
async function fakeOffergraph(respond: (records: { externalRef: string }[]) => object | undefined) {
  const server = createServer(async (request, response) => {
    const body = respond(((await json(request)) as { records: { externalRef: string }[] }).records);
    if (body) response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe("the modules of the shop", () => {
  beforeAll(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  it("have correct types", async () => {
    const inShop = (name: string) => project.inFolder("examples/shop", name);
    // Next.js provides these declarations in a real build.
    await writeFile(inShop("lib/server-only.d.ts"), 'declare module "server-only" {}');
    const config = { extends: "./tsconfig.json", compilerOptions: { types: ["node"] }, include: ["lib/*.ts"] };
    await writeFile(inShop("tsconfig.lib.json"), JSON.stringify(config));
    const { devDependencies } = await versionsOf();
    await project.link({ "@types/node": devDependencies["@types/node"], typescript: devDependencies.typescript });
    const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false", "-p", "examples/shop/tsconfig.lib.json"];
    const compiled = promisify(execFile)(process.execPath, tsc, { cwd: project.folder });
    await compiled.catch(({ stdout }) => expect.fail(stdout || "tsc did not start."));
  });

  it("check each field, and have different messages for an invalid code and for a failed check", async () => {
    const shop = await startShop();
    const problems = async (fields: Record<string, string>) => (await shop.submitCheckout(previous, formOf(fields))).state?.problems;
    expect(await problems({ email: "ben", code: "x".repeat(256), product: "no-such", number: "1" })).toEqual([
      expect.stringContaining("no valid number"),
      expect.stringContaining("does not have this product"),
      expect.stringContaining("valid email"),
      expect.stringContaining("code is too long"),
    ]);
    expect(await problems({ total: "0.01" })).toEqual([expect.stringContaining("The total has changed")]);
    expect(await problems({ code: "SHOP-52" })).toEqual([
      expect.stringMatching(/^The code SHOP-52 cannot be used\. There is no such code/),
    ]);
    const offline = await startShop({ OFFERGRAPH_URL: "http://127.0.0.1:9" });
    expect((await offline.submitCheckout(previous, formOf({ code: "SHOP-25" }))).state?.problems).toEqual([
      expect.stringContaining("cannot check discount codes at the moment"),
    ]);
  });

  it("pay an order once if the form arrives several times, and send it with its discount", async () => {
    const shop = await startShop();
    const form = formOf({ code: "shop-25", total: "30" });
    const results = await Promise.all([1, 2, 3].map(() => shop.submitCheckout(previous, form)));
    const number = String(form.get("number"));
    expect(results).toEqual(results.map(() => ({ orderNumber: number })));
    await shop.sendOrder(number);
    // The shop ignores the invalid code of the second form, because the order is already paid.
    expect(await shop.submitCheckout(previous, formOf({ number, code: "no-code", total: "1" }))).toEqual({ orderNumber: number });
    const other = formOf({ number, email: "eve@shop.example" });
    expect((await shop.submitCheckout(previous, other)).state?.problems).toEqual([expect.stringContaining("already paid")]);
    const order = { externalRef: number, totalPrice: "30", discountGiven: "10", discountCode: { code: "SHOP-25" } };
    const expected = [{ ...order, attributionMethod: "DISCOUNT_CODE" }];
    await vi.waitFor(async () => expect(await workspace.ordersOf("ann@shop.example")).toEqual(expected), polling);
    expect(await shop.unsentNumbers()).toEqual([]);
  });

  it("start one payment for simultaneous requests", async () => {
    let checks = 0;
    const fake = await fakeOffergraph(() => {
      checks += 1;
      return undefined;
    });
    const shop = await startShop({ OFFERGRAPH_URL: fake.url });
    const form = formOf({ code: "SHOP-25" });
    const requests = [shop.submitCheckout(previous, form), shop.submitCheckout(previous, form)];
    await vi.waitFor(() => expect(checks).toBe(1), polling);
    fake.close();
    const [first, second] = await Promise.all(requests);
    // The concurrent requests share one check of the discount code.
    expect(first?.state).toBeDefined();
    expect(second?.state).toBe(first?.state);
  });

  it("send 1,001 orders in two requests, and keep the orders that Offergraph rejected", async () => {
    const sizes: number[] = [];
    const fake = await fakeOffergraph((records) => {
      sizes.push(records.length);
      const faults = sizes.length === 1 ? ["UNAVAILABLE", "INVALID"] : [];
      return {
        results: records.map(({ externalRef }, index) =>
          faults[index]
            ? { index, externalRef, outcome: "rejected", errors: [{ code: faults[index], message: "No.", field: [] }] }
            : { index, externalRef, outcome: "accepted" },
        ),
      };
    });
    const shop = await startShop({ OFFERGRAPH_URL: fake.url });
    const product = { id: "mug-1", name: "Coffee mug", price: "12.50", currency: "EUR" };
    const order = { product, email: "dan@shop.example", price: { total: "12.50", amountOff: "0" } };
    for (let count = 0; count < 1_001; count += 1) await shop.placeOrder({ ...order, number: randomUUID() });
    await shop.sendUnsent();
    expect(sizes).toEqual([1_000, 1]);
    expect(await shop.unsentNumbers()).toHaveLength(1);
    await shop.sendUnsent();
    expect(sizes).toEqual([1_000, 1, 1]);
    expect(await shop.unsentNumbers()).toEqual([]);
    // The shop does not send a rejected order again.
    expect(await readdir(path.join(process.env.SHOP_DATA ?? "", "rejected"))).toHaveLength(1);
    fake.close();
  });

  it("keep keys on the server, and sign no reference", async () => {
    const shop = await startShop();
    expect(Object.keys(shop.surveyOf("ann@shop.example")).sort()).toEqual(["data-customer", "data-key", "src"]);
    const files = (await readdir(project.inFolder("examples/shop"), { recursive: true })).filter((name) => /\.tsx?$/.test(name));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = await readFile(project.inFolder("examples/shop", file), "utf8");
      expect(text, file).not.toMatch(/NEXT_PUBLIC_|dangerouslySetInnerHTML/);
      if (/process\.env|@offergraph\/sdk/.test(text) && path.dirname(file) === "lib") expect(text, file).toMatch(/^import "server-only";/);
    }
  });
});
