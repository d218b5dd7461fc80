import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { createClient, type Offergraph } from "@offergraph/sdk";
import { createIngestClient } from "@offergraph/sdk/ingest";
import { polling } from "@offergraph/testkit/timeouts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createExampleProject, type ExampleProject } from "./src/example-project.js";
import { hostedForm, short } from "./src/hosted-form.js";
import { whenAvailable } from "./src/website-form.js";
import { admin, codeBody, newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

let mine: Workspace;
let url: string;
let offergraph: Offergraph;
let storeKey: string;
let project: ExampleProject;
beforeAll(async () => {
  [mine, project] = await Promise.all([newWorkspace(), createExampleProject()]);
  ({ baseUrl: url } = await readSystem());
  offergraph = createClient({ url, key: mine.key });
  await project.link({ "@modelcontextprotocol/sdk": "1.32.2", standardwebhooks: "1.1.1" });
  const words = ["connection", "add", "--workspace", mine.workspaceId, "--name", "Shop"];
  const { connectionId } = await admin<{ connectionId: string }>(words);
  ({ key: storeKey } = await newKey(mine.workspaceId, mine.memberId, ["--connection", connectionId]));
  // The orders service learns of the new connection with a delay.
  await vi.waitFor(() => createIngestClient({ url, key: storeKey }).orders.send([]), polling);
});
afterAll(() => project?.remove());

/** Closes the connection in the middle of the body. */
async function cutOff(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{}", () => socket.resetAndDestroy());
  await once(socket, "close");
}

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** Returns the request headers of a signed message (Standard Webhooks). */
function signed(secret: string, id: string, body: string): Record<string, string> {
  const now = new Date();
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": new Webhook(secret).sign(id, now, body) };
}

async function createCode(changes: Record<string, unknown>, connectionId?: string): Promise<string> {
  const made = await offergraph.createDiscountCode({ body: codeBody(changes) as never, ...(connectionId && { connectionId }) });
  return made.ok ? String(made.data.discountCode.rowId) : expect.fail(JSON.stringify(made.userErrors));
}

describe("the simple examples", () => {
  it("server.mjs creates discount codes", async () => {
    const environment = { OFFERGRAPH_URL: url, OFFERGRAPH_KEY: mine.key, SERVER_TOKEN: "token-of-the-shop" };
    const { address } = await project.start("server.mjs", environment);
    const create = async (code: string, percent = 15, token = environment.SERVER_TOKEN) => {
      const body = JSON.stringify({ code, percent });
      const response = await fetch(`${address}/codes`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
      return [response.status, await response.json()];
    };
    expect(await create("SDK-15")).toEqual([201, { rowId: expect.any(String), code: "SDK-15", status: "ACTIVE" }]);
    expect(await create("sdk-15")).toMatchObject([422, { errors: [{ code: "TAKEN" }] }]);
    expect(await create("FREE", 100)).toMatchObject([422, { errors: [{ message: expect.stringContaining("at most 30") }] }]);
    expect(await create("OTHER", 15, "another token")).toMatchObject([401, {}]);
  });

  it("webhook-receiver.mjs verifies webhooks, and skips repeated events", async () => {
    const secret = newSecret();
    const { address, output } = await project.start("webhook-receiver.mjs", { OFFERGRAPH_WEBHOOK_SECRET: secret });
    const body = JSON.stringify({ id: "e1", type: "offergraph.discounts.discount_code.created.v1", data: { code: "SDK-15" } });
    const send = (changes: object = {}) => fetch(address, { method: "POST", body, headers: { ...signed(secret, "e1", body), ...changes } });
    const forged = { "webhook-signature": "v1,AAAA" };
    expect([(await send()).status, (await send()).status, (await send(forged)).status]).toEqual([204, 204, 400]);
    expect(output().match(/New code: SDK-15/g)).toHaveLength(1);
    await cutOff(address);
    expect((await send()).status).toBe(204);
  });

  it("push-orders.mjs sends orders, and worker.mjs stores a response", async () => {
    const stdout = await project.run(["examples/push-orders.mjs"], { OFFERGRAPH_URL: url, OFFERGRAPH_KEY: storeKey });
    expect(JSON.parse(stdout)).toEqual({ accepted: 3, unchanged: 0, stale: 0, rejected: 0 });
    const { publicKey } = await hostedForm(mine.client, { payload: short });
    const { default: worker } = await import(project.inFolder("examples/worker.mjs"));
    const body = JSON.stringify({ visitorId: "v1", customer: "ann@shop.example", answers: { why: "It was easy." } });
    const request = new Request("http://worker.example", { method: "POST", body });
    const response: Response = await worker.fetch(request, { OFFERGRAPH_URL: url, OFFERGRAPH_PUBLIC_KEY: publicKey });
    expect([response.status, await response.json()]).toMatchObject([200, { status: "COMPLETE", grants: [] }]);
  });
});

describe("the store", () => {
  const secret = newSecret();
  const start = () => project.start("store/server.mjs", { STORE_SECRET: secret, STORE_FILE: project.inFolder("store.json") });
  const look = async (address: string, path: string) => {
    const response = await fetch(address + path);
    return [response.status, await response.json()];
  };

  it("takes, changes and removes the codes that Offergraph pushes", async () => {
    const { address, stop } = await start();
    const words = [
      "connection",
      "add",
      "--workspace",
      mine.workspaceId,
      "--name",
      "Example",
      "--endpoint",
      `${address}/`,
      "--secret",
      secret,
    ];
    const { connectionId } = await admin<{ connectionId: string }>(words);
    const verified = await offergraph.verifyConnection({ connectionId });
    expect(verified).toMatchObject({ ok: true, data: { verification: { reachable: true, status: 200, problem: null } } });
    const targets = await offergraph.searchPlacementTargets({ connectionId, kind: "PRODUCT", query: "HAT" });
    expect(targets).toMatchObject([{ kind: "PRODUCT", externalRef: "hat-1", title: "Sun hat" }]);

    const id = await createCode({ code: "STORE-15", value_percent: 15, aliased_codes: [{ code: "STORE-ALIAS" }] }, connectionId);
    const found = { code: "STORE-15", valuePercent: "15", discountCodeId: id };
    await vi.waitFor(async () => expect(await look(address, "/codes/store-alias")).toMatchObject([200, found]), polling);
    await offergraph.saveDiscountCode({ id, body: { status: "EXPIRED" } });
    await vi.waitFor(async () => expect(await look(address, "/codes/STORE-15")).toMatchObject([404, {}]), polling);
    expect(await whenAvailable("deleteDiscountCode", () => offergraph.deleteDiscountCode({ id }))).toMatchObject({ ok: true });
    const stored = async () => JSON.parse(await readFile(project.inFolder("store.json"), "utf8")).codes;
    await vi.waitFor(async () => expect(await stored()).toEqual({}), polling);
    await offergraph.deleteConnection({ connectionId, discardMessages: true });
    await stop();
  });

  it("signs its responses, applies a message once, and keeps it after a restart", async () => {
    let { address, stop } = await start();
    const send = async (id: string, type: string, data: object, changes: object = {}) => {
      const body = JSON.stringify({ type, data });
      const response = await fetch(address, { method: "POST", body, headers: { ...signed(secret, id, body), ...changes } });
      const text = await response.text();
      if (response.ok) new Webhook(secret).verify(text, Object.fromEntries(response.headers));
      return [response.status, response.headers.get("webhook-id")];
    };
    const push = (id: string, title: string) =>
      send(id, "discount_code.push", { connectionId: "c", discountCodeId: "d", code: "ONCE", aliasedCodes: [], status: "ACTIVE", title });
    const entry = { connectionId: "c", entryId: "e", customerId: "u", customerVerified: true, currency: "eur", amountMinor: "500" };
    expect(await push("m1", "First")).toEqual([200, "m1"]);
    expect(await push("m1", "Repeated")).toEqual([200, "m1"]);
    for (const changes of [{}, {}, { entryId: "f", amountMinor: "-200" }, { entryId: "g", customerVerified: false }])
      expect(await send("e", "credit.booked", { ...entry, ...changes })).toEqual([200, "e"]);
    expect(await send("m2", "discount_code.push", {}, { "webhook-signature": "v1,AAAA" })).toEqual([401, null]);
    expect(await send("m3", "unknown.message", {})).toEqual([400, null]);
    await stop();
    ({ address, stop } = await start());
    expect(await push("m1", "Repeated")).toEqual([200, "m1"]);
    expect(await look(address, "/codes/once")).toMatchObject([200, { title: "First" }]);
    expect(await look(address, "/credits/u")).toEqual([200, { eur: "300" }]);
    await stop();
  });
});
