import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { lifelikeOrders } from "../packages/sandbox-store/src/lifelike.js";
import type { SendPlan, Sent } from "../packages/sandbox-store/src/send-records.js";
import { post } from "./src/client.js";
import { repository } from "./src/start-system.js";
import { waitUntil } from "./src/wait-until.js";
import { admin, codeBody, newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const execute = promisify(execFile);
const since = "2026-03-01T00:00:00Z";
let mine: Workspace;
let connectionId: string;
let key: string;
let baseUrl: string;
let sandboxStoreUrl: string;
beforeAll(async () => {
  ({ baseUrl, sandboxStoreUrl } = await readSystem());
  mine = await newWorkspace();
  ({ connectionId } = await admin<{ connectionId: string }>([
    "connection",
    "add",
    "--workspace",
    mine.workspaceId,
    "--name",
    "Shop",
    "--sandbox",
  ]));
  ({ key } = await newKey(mine.workspaceId, mine.memberId, ["--connection", connectionId]));
  await waitUntil("orders has received the connection", async () => (await ingest(key)).status === 200);
});

/** Returns the number of records by outcome. */
async function storeSends(plan: Partial<SendPlan>): Promise<{ orders: Sent; checkouts: Sent }> {
  const { statusCode, body } = await request(new URL("/send", sandboxStoreUrl), {
    method: "POST",
    body: JSON.stringify({ baseUrl, key, since, orders: 0, ...plan }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(text);
  return JSON.parse(text) as { orders: Sent; checkouts: Sent };
}
const countOf = async (workspace: Workspace = mine) =>
  (await workspace.client.data<{ list: { totalCount: number } }>("{ list: list_orders(first: 0) { totalCount } }")).list.totalCount;
const oneOrder = (changes: object = {}) => ({
  ...[...lifelikeOrders({ from: 0, to: 1, codes: [], since })][0],
  externalRef: "own-1",
  ...changes,
});
const ingest = (as: string, ...records: unknown[]) => post(`${baseUrl}/v1/ingest/orders`, { records }, { authorization: `Bearer ${as}` });

describe("a store that sends its orders", () => {
  it("has attributed orders and linked checkouts in the API, and a repeat changes nothing", async () => {
    const { create } = await mine.client.data<{ create: { discountCode: { rowId: string } } }>(
      `mutation ($input: CreateDiscountCodeInput!) { create: create_discount_code(input: $input) { discountCode { rowId } userErrors { code } } }`,
      { input: { body: codeBody({ code: "STORE10" }) } },
    );
    const sent = await storeSends({ orders: 700, codes: ["STORE10"] });
    expect(sent.orders).toEqual({ accepted: 700, unchanged: 0, stale: 0, rejected: 0 });
    expect(sent.checkouts).toEqual({ accepted: 1_400, unchanged: 0, stale: 0, rejected: 0 });
    expect(await countOf()).toBe(700);
    const summary = "{ summary: get_checkouts_summary { total converted } }";
    expect((await mine.client.data<{ summary: object }>(summary)).summary).toEqual({ total: 1_400, converted: 700 });
    const used = [...lifelikeOrders({ from: 0, to: 700, codes: ["STORE10"], since })].filter(
      ({ discountCodes }) => String(discountCodes) !== "",
    );
    const query = "query ($filter: OrderFilter) { list: list_orders(filter: $filter, first: 0) { totalCount } }";
    const filter = { discountCodeId: { equalTo: create.discountCode.rowId } };
    await waitUntil("the orders are attributed to the code", async () => {
      const { list } = await mine.client.data<{ list: { totalCount: number } }>(query, { filter });
      return list.totalCount === used.length;
    });
    const again = await storeSends({ orders: 700, codes: ["STORE10"] });
    expect([again.orders, again.checkouts]).toMatchObject([{ unchanged: 700 }, { unchanged: 1_400 }]);
    expect(await countOf()).toBe(700);
  });
  it("reports errors of ingest and invalid options", async () => {
    await expect(storeSends({ orders: 1, key: "sk_live_wrong" })).rejects.toThrow(/Offergraph responded with status 401.*api_key_invalid/);
    await expect(storeSends({ orders: -1 })).rejects.toThrow(/orders/);
  });
  it("gets an error with the allowed values for an invalid record", async () => {
    const { status, body } = await ingest(key, oneOrder(), oneOrder({ externalRef: "own-2", totalPrice: 12.5 }));
    const { results } = body as unknown as { results: { outcome: string; errors?: { field: string[]; message: string }[] }[] };
    expect([status, results.map(({ outcome }) => outcome)]).toEqual([200, ["accepted", "rejected"]]);
    expect(results[1]?.errors).toMatchObject([{ field: ["totalPrice"], message: expect.stringContaining("decimal string") }]);
  });
});

describe("authorization of order ingest", () => {
  it("allows a connection key for its connection, and a secret key for all connections of its workspace", async () => {
    const others = await newWorkspace();
    const foreign = await admin<{ connectionId: string }>(["connection", "add", "--workspace", others.workspaceId, "--name", "Other"]);
    /** Repeats the request until the orders service knows the connection. */
    const outcomes = (as: string, record: object) =>
      waitUntil("the connection is resolved", async () => {
        const { status, body } = await ingest(as, record);
        const [result] = (body as { results?: { outcome: string; errors?: { code: string }[] }[] }).results ?? [];
        const outcome = result
          ? [status, result.outcome, ...(result.errors ?? []).map(({ code }) => code)]
          : [status, body.errors?.[0]?.extensions?.code];
        return !outcome.includes("UNAVAILABLE") && outcome;
      });
    const own = (ref: string, more: object = {}) => oneOrder({ externalRef: ref, ...more });
    expect(await outcomes(key, own("a"))).toEqual([200, "accepted"]);
    expect(await outcomes(key, own("b", { connectionId: foreign.connectionId }))).toEqual([200, "rejected", "INVALID"]);
    expect(await outcomes(mine.key, own("c", { connectionId }))).toEqual([200, "accepted"]);
    expect(await outcomes(mine.key, own("d", { connectionId: foreign.connectionId }))).toEqual([200, "rejected", "NOT_FOUND"]);
    expect(await outcomes(mine.key, own("e"))).toEqual([200, "rejected", "REQUIRED"]);
    const read = await newKey(mine.workspaceId, mine.memberId, ["--level", "READ"]);
    expect(await outcomes(read.key, own("f", { connectionId }))).toEqual([403, "access_level_insufficient"]);
    const lost = await newKey(mine.workspaceId, mine.memberId, ["--connection", foreign.connectionId]);
    expect(await outcomes(lost.key, own("g"))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("the import of a file", () => {
  it("imports valid orders, reports invalid orders, and changes nothing if it is repeated", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "offergraph-orders-"));
    const file = path.join(folder, "orders.ndjson");
    const good = [...lifelikeOrders({ from: 100_000, to: 101_200, codes: [], since })];
    await writeFile(file, [...good.map((order) => JSON.stringify(order)), '{"externalRef":"bad"}', ""].join("\n"));
    const words = [
      "scripts/offergraph.mjs",
      "admin",
      "import",
      "orders",
      file,
      "--connection",
      connectionId,
      "--workspace",
      mine.workspaceId,
      "--json",
    ];
    const run = async () => {
      const options = { cwd: repository, env: { ...process.env, DATA_DIR: inject("dataDirectory") } };
      const { stdout } = await execute("node", words, options).catch((error: { code?: number; stdout: string; stderr: string }) => {
        if (error.code !== 2) throw new Error(error.stderr);
        return error;
      });
      return JSON.parse(stdout) as object;
    };
    expect(await run()).toMatchObject({ accepted: 1_200, rejected: 1, errors: [{ line: 1_201, externalRef: "bad" }] });
    expect(await run()).toMatchObject({ accepted: 0, unchanged: 1_200, rejected: 1 });
    await rm(folder, { recursive: true });
  });
});
