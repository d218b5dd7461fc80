import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graphqlClient, post } from "./src/client.js";
import { sandboxCodes } from "./src/sandbox-store.js";
import { type RunningSystem, type SystemFile, startSystem } from "./src/start-system.js";
import { waitUntil } from "./src/wait-until.js";

let dataDirectory: string;
let system: RunningSystem;
let file: SystemFile;

beforeAll(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), "offergraph-lifecycle-"));
  system = await startSystem({ dataDirectory });
  file = await system.read();
});
afterAll(async () => {
  await system.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const responds = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function codes({ baseUrl, secretKey }: SystemFile): Promise<string[]> {
  const client = graphqlClient(baseUrl, secretKey);
  const data = await client.data<{ list_discount_codes: { nodes: { code: string }[] } }>("{ list_discount_codes { nodes { code } } }");
  return data.list_discount_codes.nodes.map((node) => node.code);
}

const list = { query: "{ list_discount_codes(first: 1) { nodes { rowId } } }" };
const connectionId = "01890000-0000-7000-8000-000000000001";

const storeCodes = async (url: string) => (await sandboxCodes(url, connectionId)).map(({ code }) => code);

/** Pushes a code to the store, as the discounts service does (Standard Webhooks). */
async function pushToStore(url: string, code: string): Promise<void> {
  const secret = await readFile(path.join(dataDirectory, "sandbox-store/secret"), "utf8");
  const values = { valueKind: "percent", valuePercent: "5", valueAmount: null, usageLimit: null, startAt: null, endsAt: null };
  const flags = { oneTimePurchase: false, status: "ACTIVE", isPublic: false, targets: [], aliasedCodes: [], settings: null };
  const ids = { connectionId, placementId: connectionId, discountCodeId: connectionId };
  const text = JSON.stringify({ type: "discount_code.push", data: { ...ids, code, title: null, displayName: null, ...values, ...flags } });
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from(secret.trim().replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  const response = await fetch(url, { method: "POST", body: text, headers });
  expect(response.status).toBe(200);
}

describe("npm start", () => {
  it("writes URLs and credentials to a file that only its owner can read", async () => {
    const { mode } = await stat(path.join(dataDirectory, "offergraph.json"));
    expect(mode & 0o777).toBe(0o600);
    expect(Object.keys(file.pids).sort()).toEqual([
      ...["discounts", "forms", "gateway", "incentives", "nats", "orders", "postgres", "sandbox-store", "workspace"],
    ]);
    expect(Object.values(file.pids).every(isAlive)).toBe(true);
    expect(await codes(file)).toEqual([]);
  });

  it("rejects a second start with the same data or with a port in use", async () => {
    await expect(startSystem({ dataDirectory })).rejects.toThrow(/already running with/);
    const { port } = new URL(file.baseUrl);
    await expect(startSystem({ env: { PORT: port } })).rejects.toThrow(`Port ${port} is in use`);
    expect(await codes(file)).toEqual([]);
  });

  it("restarts an app at the same URL after a crash", async () => {
    const { discounts } = file.pids;
    process.kill(discounts, "SIGKILL");
    await waitUntil("the file has the new process id", async () => (await system.read()).pids.discounts !== discounts);
    expect((await system.read()).urls).toEqual(file.urls);
    await waitUntil("discounts responds again", () =>
      codes(file)
        .then((found) => found.length === 0)
        .catch(() => false),
    );
  });

  it("restarts the sandbox store after a crash, at the same URL and with its data", async () => {
    const { sandboxStoreUrl, pids } = file;
    await pushToStore(sandboxStoreUrl, "PUSHED");
    process.kill(pids["sandbox-store"], "SIGKILL");
    await waitUntil("the file has the new process id", async () => (await system.read()).pids["sandbox-store"] !== pids["sandbox-store"]);
    file = await system.read();
    expect(file.sandboxStoreUrl).toBe(sandboxStoreUrl);
    expect(await waitUntil("the store responds again", () => storeCodes(sandboxStoreUrl).catch(() => false))).toEqual(["PUSHED"]);
  });

  it("keeps data and keys after a SIGKILL of the process group, and stops orphaned processes", async () => {
    const create = `mutation { create_discount_code(input: { body: { code: "KEPT", aliased_codes: [], title: "Kept", value_kind: percent, value_percent: 5,
      value_amount: null, usage_limit: null, start_at: null, ends_at: null, status: ACTIVE } }) { userErrors { message } } }`;
    await graphqlClient(file.baseUrl, file.secretKey).data(create);
    const before = await system.read();
    process.kill(-(system.process.pid ?? 0), "SIGKILL");
    await once(system.process, "close");
    system = await startSystem({ dataDirectory });
    file = await system.read();
    await waitUntil("init has reaped them", async () => !Object.values(before.pids).some(isAlive));
    expect(file.secretKey).toBe(before.secretKey);
    expect(system.output()).not.toContain(file.secretKey);
    expect(file.sandboxStoreUrl).toBe(before.sandboxStoreUrl);
    expect(await storeCodes(file.sandboxStoreUrl)).toEqual(["PUSHED"]);
    expect(await codes(file)).toEqual(["KEPT"]);
  });

  describe("next to another system", () => {
    let other: RunningSystem;
    let theirs: SystemFile;
    let theirCodes: string[];
    beforeAll(async () => {
      other = await startSystem();
      theirs = await other.read();
      // The first request that counts for the limit below.
      theirCodes = await codes(theirs);
    });
    afterAll(() => other?.stop());

    it("rejects the 201st request of an address in a window", async () => {
      const answers = [];
      for (let index = 1; index < 202; index++)
        answers.push(await post(`${theirs.baseUrl}/graphql/v1`, list, { authorization: `Bearer ${theirs.secretKey}` }));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.slice(0, 199).every((status) => status === 200)).toBe(true);
      expect(statuses.slice(199)).toEqual([429, 429]);
      expect(answers[199]?.body.errors?.[0]?.extensions?.code).toBe("RATE_LIMITED");
      expect(Number(answers[199]?.headers["retry-after"])).toBeGreaterThan(0);
    });

    it("has a separate port and data folder", async () => {
      expect(theirs.workspaceId).not.toBe(file.workspaceId);
      expect(theirCodes).toEqual([]);
      expect(await codes(file)).toEqual(["KEPT"]);
    });
  });

  it("leaves no process, port or offergraph.json behind after Ctrl-C", async () => {
    await system.stop();
    expect(system.process.exitCode).toBe(0);
    expect(Object.values(file.pids).filter(isAlive)).toEqual([]);
    for (const url of [file.baseUrl, file.sandboxStoreUrl, ...Object.values(file.urls)]) expect(await responds(url)).toBe(false);
    await expect(system.read()).rejects.toThrow("ENOENT");
  });
});
