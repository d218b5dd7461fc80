import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { createClient, type Offergraph } from "@offergraph/sdk";
import { createCollectClient } from "@offergraph/sdk/collect";
import { createIngestClient, type OrderRecord } from "@offergraph/sdk/ingest";
import { verifyWebhook } from "@offergraph/sdk/webhooks";
import { polling } from "@offergraph/testkit/timeouts";
import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startChromium } from "./src/chromium.js";
import { createExampleProject, type ExampleProject } from "./src/example-project.js";
import { hostedForm, short } from "./src/hosted-form.js";
import { repository } from "./src/start-system.js";
import { admin, newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const execute = promisify(execFile);
let mine: Workspace;
let url: string;
let offergraph: Offergraph;
/** An API key that belongs to a store connection. */
let storeKey: string;
beforeAll(async () => {
  mine = await newWorkspace();
  ({ baseUrl: url } = await readSystem());
  offergraph = createClient({ url, key: mine.key });
  const words = ["connection", "add", "--workspace", mine.workspaceId, "--name", "Shop", "--sandbox"];
  const { connectionId } = await admin<{ connectionId: string }>(words);
  ({ key: storeKey } = await newKey(mine.workspaceId, mine.memberId, ["--connection", connectionId]));
  // The orders service learns of the new connection with a delay.
  await vi.waitFor(() => createIngestClient({ url, key: storeKey }).orders.send([]), polling);
});

const order = (externalRef: string): OrderRecord => ({
  ...{ externalRef, providerUpdatedAt: new Date("2026-06-01T12:00:00Z"), placedAt: "2026-06-01T11:00:00Z", currencyId: "EUR" },
  ...{ totalPrice: "40.00", discountCodes: [], orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN" },
});

describe("the client", () => {
  it("creates, reads and lists records, and returns userErrors", async () => {
    for (const name of ["Ada", "Bea", "Cem"]) {
      const made = await offergraph.createPartner({ name, handle: name.toLowerCase() });
      expect(made).toMatchObject({ ok: true, data: { partner: { name } } });
    }
    expect(await offergraph.getPartner({ partnerId: "@ada" }, { fields: { name: true } })).toEqual({ name: "Ada" });
    expect(await offergraph.getPartner({ partnerId: "@nobody" })).toBeNull();
    const names: string[] = [];
    for await (const { name } of offergraph.listPartners({ first: 1, orderBy: ["NAME_DESC"] })) names.push(name);
    expect(names).toEqual(["Cem", "Bea", "Ada"]);
    const counted = await offergraph.listPartners({ first: 0 }, { totalCount: true });
    expect(counted).toEqual({ nodes: [], pageInfo: expect.anything(), totalCount: 3 });
    const taken = await offergraph.createPartner({ name: "Ada", handle: "@ADA" });
    expect(taken).toMatchObject({ ok: false, data: null, userErrors: [{ code: "TAKEN", field: ["input", "handle"] }] });
  });

  it("throws an error with code, request id and fix for a wrong key", async () => {
    const stranger = createClient({ url, key: "sk_live_wrong" });
    const error = { name: "ApiError", code: "api_key_invalid", status: 401, requestId: expect.any(String) };
    await expect(stranger.listPartners()).rejects.toMatchObject(error);
  });

  it("applies a mutation once if its response is lost", async () => {
    let calls = 0;
    const losing: typeof fetch = async (...given) => {
      const response = await fetch(...given);
      if (calls++ > 0) return response;
      await response.text();
      throw new TypeError("fetch failed");
    };
    const unlucky = createClient({ url, key: mine.key, fetch: losing, retryDelayMs: 1 });
    expect(await unlucky.createCampaign({ name: "Only once" })).toMatchObject({ ok: true, data: { campaign: { name: "Only once" } } });
    expect(calls).toBe(2);
    const filter = { name: { equalTo: "Only once" } };
    expect((await offergraph.listCampaigns({ filter })).nodes).toHaveLength(1);
  });

  it("waits after a real 429 and repeats the call", async () => {
    const { key: limited } = await newKey(mine.workspaceId, mine.memberId, ["--level", "READ", "--limit", "1"]);
    await createClient({ url, key: limited }).listPartners({ first: 1 });
    const statuses: number[] = [];
    const waits: number[] = [];
    // The second attempt uses a key without a rate limit, because the limit can last a minute.
    const impatient: typeof fetch = async (target, init) => {
      const key = statuses.length === 0 ? limited : mine.key;
      const headers = { ...(init?.headers as Record<string, string>), authorization: `Bearer ${key}` };
      const response = await fetch(target, { ...init, headers });
      statuses.push(response.status);
      if (response.status !== 429) return response;
      waits.push(Number(response.headers.get("retry-after")));
      return new Response(await response.text(), { status: 429, headers: { "retry-after": "0.01" } });
    };
    const client = createClient({ url, key: limited, fetch: impatient, retryDelayMs: 1 });
    expect(await client.listPartners({ first: 1 })).toHaveProperty("nodes");
    expect(statuses).toEqual([429, 200]);
    expect(waits[0]).toBeGreaterThan(0);
  });
});

describe("webhooks", () => {
  const deliveries: { headers: IncomingHttpHeaders; body: string }[] = [];
  let receiver: Server;
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      deliveries.push({ headers: request.headers, body: await text(request) });
      response.writeHead(204).end();
    });
    await once(receiver.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => receiver.close());

  it("are verified like the official library does, also during a rotation of the secret", async () => {
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const type = "offergraph.discounts.campaign.added.v1";
    const made = await offergraph.createWebhookEndpoint({ url: target, eventTypes: [type] });
    if (!made.ok) throw new Error(JSON.stringify(made.userErrors));
    const old = String(made.data.secret);
    const rotated = await offergraph.rotateWebhookSecret({ endpointId: made.data.webhookEndpoint.rowId });
    const secret = String(rotated.ok && rotated.data.secret);
    await offergraph.createCampaign({ name: "Delivered" });
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), polling);
    const [{ headers, body } = { headers: {}, body: "" }] = deliveries;
    const expected = new Webhook(secret).verify(body, headers as Record<string, string>);
    for (const one of [secret, old]) {
      const event = await verifyWebhook({ body, headers, secret: one });
      expect(event).toEqual(expected);
      expect(event.type === type && event.data.name).toBe("Delivered");
    }
    await expect(verifyWebhook({ body: body.replace("Delivered", "Forged"), headers, secret })).rejects.toMatchObject({
      code: "SIGNATURE_INVALID",
    });
  });
});

describe("ingest and collect", () => {
  it("send orders, and the API returns them", async () => {
    const ingest = createIngestClient({ url, key: storeKey });
    const results = await ingest.orders.send([order("sdk-1")]);
    expect(results).toEqual([{ index: 0, externalRef: "sdk-1", outcome: "accepted", rowId: expect.any(String) }]);
    const streamed: string[] = [];
    const wrong = { ...order("sdk-3"), totalPrice: "-1" };
    for await (const { outcome } of ingest.orders.stream([order("sdk-1"), order("sdk-2"), wrong])) streamed.push(outcome);
    expect(streamed).toEqual(["unchanged", "accepted", "rejected"]);
    const { nodes } = await offergraph.listOrders({ filter: { externalRef: { equalTo: "sdk-2" } } }, { fields: { totalPrice: true } });
    expect(nodes).toEqual([{ totalPrice: "40" }]);
    await expect(ingest.rates.send([])).rejects.toMatchObject({ code: "connection_key_not_supported" });
  });

  it("load a form, and store a response with its outcome", async () => {
    const { publicKey } = await hostedForm(mine.client, { payload: short });
    const collect = createCollectClient({ url, publicKey });
    const { form } = await collect.form("visitor-1");
    expect(form.model).toMatchObject({ title: "How was it?" });
    const started = await collect.start({ visitorId: "visitor-1", formVariantId: form.formVariantId });
    const id = String(started.data?.id);
    const missing = await collect.change(id, { outcome: "COMPLETE" });
    expect(missing).toMatchObject({ ok: false, userErrors: [{ field: ["answers", "why"] }] });
    const completed = await collect.change(id, { answers: { why: "It was fast." }, outcome: "COMPLETE" });
    expect(completed).toMatchObject({ ok: true, data: { id, status: "COMPLETE", grants: [] } });
    expect(await collect.waitForGrants(id)).toMatchObject({ status: "COMPLETE" });
    const stored = await offergraph.getFormResponse({ id }, { fields: { status: true, answers: true } });
    expect(stored).toEqual({ status: "COMPLETE", answers: { why: "It was fast." } });
  });
});

describe("the packed SDK, in a project of its own", () => {
  const maxBytes = 15 * 1024;
  // All samples of a page use the client of the first sample.
  const client = 'import { createClient } from "@offergraph/sdk";\nconst offergraph = createClient({ url: "", key: "" });\n';
  const globals = "declare const process: { env: Record<string, string | undefined> };\nexport {};\n";
  const requireHere = createRequire(import.meta.url);
  let browser: Browser | undefined;
  let project: ExampleProject;
  beforeAll(async () => {
    project = await createExampleProject();
  });
  afterAll(async () => {
    await browser?.close();
    await project.remove();
  });

  it("has no dependencies, and its main entry has at most 15 kB", async () => {
    const installed = project.inFolder("node_modules/@offergraph/sdk");
    const { dependencies } = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
    expect(dependencies).toBeUndefined();
    const files = new Set<string>();
    const add = async (name: string) => {
      if (files.has(name)) return;
      files.add(name);
      const code = await readFile(path.join(installed, name), "utf8");
      for (const [, imported = ""] of code.matchAll(/from\s?"\.\/([^"]+)"/g)) await add(imported);
    };
    await add("index.js");
    const code = await Promise.all([...files].map((name) => readFile(path.join(installed, name), "utf8")));
    expect(gzipSync(code.join(""), { level: 9 }).length).toBeLessThanOrEqual(maxBytes);
  });

  it.each(["bundler", "nodenext"])("compiles every sample of the pages with moduleResolution %s", async (moduleResolution) => {
    const samples: string[] = [];
    for (const page of ["packages/sdk/README.md", "docs/sdk.md"]) {
      const content = await readFile(path.join(repository, page), "utf8");
      for (const [, code = ""] of content.matchAll(/```ts\n([\s\S]*?)```/g)) samples.push(code);
    }
    expect(samples.length).toBeGreaterThan(5);
    const own = project.inFolder(moduleResolution);
    await mkdir(own);
    const module = moduleResolution === "bundler" ? "esnext" : "nodenext";
    const compilerOptions = { strict: true, module, moduleResolution, target: "es2022", lib: ["es2023", "dom"], types: [], noEmit: true };
    await writeFile(path.join(own, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false } }));
    for (const [index, sample] of samples.entries()) {
      await writeFile(path.join(own, `sample-${index}.ts`), `${sample.includes("createClient({") ? "" : client}${sample}\n${globals}`);
    }
    const tsc = requireHere.resolve("typescript/bin/tsc");
    await execute(process.execPath, [tsc, "-p", own]).catch(({ stdout }) => expect(stdout).toBe(""));
  });

  it("sends a response from a page of a website", async () => {
    const site = createServer(async ({ url: file = "/" }, response) => {
      if (!file.endsWith(".js")) return response.setHeader("content-type", "text/html").end("<!doctype html><title>A shop</title>");
      response.setHeader("content-type", "text/javascript").end(await readFile(project.inFolder("node_modules/@offergraph/sdk", file)));
    });
    await once(site.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { publicKey } = await hostedForm(mine.client, { payload: short, channelId: "Website", config: { allowed_origins: [origin] } });
    browser = await startChromium();
    const page = await browser.newPage();
    await page.goto(origin);
    const answered = await page.evaluate(`(async () => {
      const [{ createClient }, { createCollectClient }] = await Promise.all([import("/index.js"), import("/collect.js")]);
      const collect = createCollectClient(${JSON.stringify({ url, publicKey })});
      const started = await collect.start({ visitorId: "v1" });
      const changed = await collect.change(started.data.id, { answers: { why: "It was easy." }, outcome: "COMPLETE" });
      return [typeof createClient({ url: "", key: "" }).listPartners, changed.data.status];
    })()`);
    site.close();
    expect(answered).toEqual(["function", "COMPLETE"]);
  });
});
