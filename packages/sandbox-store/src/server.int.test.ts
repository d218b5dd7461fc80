import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startSandboxStore, type TestStore, testSecret } from "./testing/start.js";
import type { TroubleInput } from "./trouble.js";

let folder: string;
let file: string;
let store: TestStore;
let connectionId: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sandbox-store-"));
  file = path.join(folder, "journal.ndjson");
  store = await startSandboxStore({ file, staysUp: true });
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  connectionId = newId();
});
afterEach(() => isUp(() => store.trouble({})));

const isUp = <Value>(ask: () => Promise<Value>) => vi.waitFor(ask, polling);

const pushOf = (code: string, discountCodeId = newId()) => ({
  type: "discount_code.push",
  data: {
    ...{ connectionId, placementId: newId(), discountCodeId, code, aliasedCodes: [], title: code, displayName: null },
    ...{ valueKind: "percent", valuePercent: "10", valueAmount: null, usageLimit: 5, startAt: null, endsAt: null },
    ...{ oneTimePurchase: false, status: "ACTIVE", isPublic: false, targets: [], settings: { note: "kept" } },
  },
});
const removeOf = (discountCodeId: string) => ({ type: "discount_code.remove", data: { connectionId, discountCodeId } });

/** Sends a message like the discounts service. Returns only bodies with a valid signature. */
async function send(
  message: object,
  { id = randomUUID() as string, secret = testSecret, url = store.url, timeoutMs = polling.timeout } = {},
) {
  const text = canonicalJson(message);
  const now = new Date();
  const signature = new Webhook(secret).sign(id, now, text);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signature,
  };
  const response = await fetch(url, { method: "POST", body: text, headers, signal: AbortSignal.timeout(timeoutMs) });
  const answer = await response.text();
  const verified = () => new Webhook(testSecret).verify(answer, Object.fromEntries(response.headers));
  return { status: response.status, id, answer, answeredId: response.headers.get("webhook-id"), verified };
}
const creditOf = (amountMinor: string, { customerId = newId(), entryId = newId() } = {}) => ({
  type: "credit.booked",
  data: {
    ...{
      connectionId,
      entryId,
      customerId,
      grantId: newId(),
      workspaceId: newId(),
      kind: amountMinor.startsWith("-") ? "REVERSED" : "ISSUED",
    },
    ...{ amountMinor, currency: "eur", balanceMinor: "0", createdAt: "2026-01-01T00:00:00.000Z" },
  },
});
const hashOf = (message: object) => createHash("sha256").update(canonicalJson(message)).digest("hex");
const codes = async () => (await store.codes(connectionId)).map(({ code }) => code);

describe("the sandbox store", () => {
  it("stores pushed codes unchanged and deletes removed ones", async () => {
    const [first, second] = [pushOf("FIRST"), pushOf("SECOND")];
    const { status, id, answeredId, verified } = await send(first);
    expect({ status, answeredId, body: verified() }).toEqual({ status: 200, answeredId: id, body: {} });
    await send(second);
    expect(await store.codes(connectionId)).toEqual([
      { ...first.data, payloadHash: hashOf(first) },
      { ...second.data, payloadHash: hashOf(second) },
    ]);
    await send(removeOf(first.data.discountCodeId));
    expect(await codes()).toEqual(["SECOND"]);
    expect(await store.codes(newId())).toEqual([]);
  });

  it("rejects an invalid signature with 401 and changes nothing", async () => {
    const { status, answeredId } = await send(pushOf("FORGED"), { secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` });
    expect({ status, answeredId }).toEqual({ status: 401, answeredId: null });
    const unsigned = await fetch(store.url, { method: "POST", body: canonicalJson(pushOf("UNSIGNED")) });
    expect(unsigned.status).toBe(401);
    expect(await codes()).toEqual([]);
  });

  it("rejects an invalid message with a signed 400 that names the error", async () => {
    const { status, verified } = await send({ type: "discount_code.push", data: { connectionId } });
    expect(status).toBe(400);
    expect(verified()).toEqual({ error: expect.stringContaining("data.code") });
  });

  it("applies a repeated webhook id once and returns the first response", async () => {
    const push = pushOf("ONCE");
    const { id } = await send(push);
    await send(removeOf(push.data.discountCodeId));
    const repeat = await send(push, { id });
    expect({ status: repeat.status, answeredId: repeat.answeredId, body: repeat.verified() }).toEqual({
      status: 200,
      answeredId: id,
      body: {},
    });
    expect(await codes()).toEqual([]);
    expect(await store.pushes(connectionId)).toMatchObject([
      { webhookId: id, type: "discount_code.push", payloadHash: hashOf(push), times: 2 },
      { type: "discount_code.remove", discountCodeId: push.data.discountCodeId, times: 1 },
    ]);
  });

  it("stores minted codes separately from their code and removes each by its own message", async () => {
    const { data } = pushOf("SUMMER");
    const minted = ["MINTED-1", "MINTED-2"].map((code) => ({
      type: "minted_code.push",
      data: { ...data, code, usageLimit: 1, grantId: newId() },
    }));
    for (const push of [{ type: "discount_code.push", data }, ...minted]) expect((await send(push)).status).toBe(200);
    expect(await codes()).toEqual(["SUMMER", "MINTED-1", "MINTED-2"]);
    const [one] = minted;
    await send({ type: "minted_code.remove", data: { connectionId, discountCodeId: data.discountCodeId, grantId: one?.data.grantId } });
    expect(await codes()).toEqual(["SUMMER", "MINTED-2"]);
    await send(removeOf(data.discountCodeId));
    expect(await codes()).toEqual(["MINTED-2"]);
    expect((await store.pushes(connectionId)).map(({ type, grantId }) => [type, grantId])).toEqual([
      ["discount_code.push", undefined],
      ...minted.map((push) => [push.type, push.data.grantId]),
      ["minted_code.remove", one?.data.grantId],
      ["discount_code.remove", undefined],
    ]);
  });

  it("books a credit once per entry, in any order, and keeps it after SIGKILL", async () => {
    const customerId = newId();
    const [given, back] = [creditOf("500", { customerId }), creditOf("-200", { customerId })];
    await send(back);
    await send(given);
    await send(given, { id: given.data.entryId });
    await store.kill();
    expect(await isUp(() => store.credits(connectionId))).toEqual({
      credits: [
        { ...back.data, times: 1 },
        { ...given.data, times: 2 },
      ],
      balances: [{ customerId, currency: "eur", amountMinor: "300" }],
    });
    expect(await store.pushes(connectionId)).toEqual([]);
  });

  it("searches its catalog and signs the result", async () => {
    const { verified } = await send({
      type: "placement_targets.search",
      data: { connectionId, kind: "COLLECTION", query: "summer hoodies" },
    });
    expect(verified()).toEqual({
      targets: [{ kind: "COLLECTION", externalRef: "gid://sandbox-store/Collection/summer-hoodies", title: "Summer Hoodies" }],
    });
    expect(await store.pushes(connectionId)).toEqual([]);
  });

  it("keeps all acknowledged changes after SIGKILL", async () => {
    const pushes = Array.from({ length: 50 }, (_, number) => pushOf(`CODE-${number}`));
    const sent = await Promise.all(pushes.map((push) => send(push)));
    const [before, applied] = [await store.codes(connectionId), await store.pushes(connectionId)];
    expect(before).toHaveLength(50);
    await store.kill();
    expect(await isUp(() => store.codes(connectionId))).toEqual(before);
    expect(await store.pushes(connectionId)).toEqual(applied);
    await send(pushes[0] ?? {}, { id: sent[0]?.id ?? "" });
    expect((await store.pushes(connectionId)).filter(({ times }) => times === 2)).toHaveLength(1);
    expect((await readFile(file, "utf8")).split("\n").filter((line) => line.includes(connectionId))).toHaveLength(51);
  });

  it("keeps its content after a restart, and does not start with an invalid journal", async () => {
    const own = path.join(folder, "own.ndjson");
    const first = await startSandboxStore({ file: own });
    await send(pushOf("KEPT"), { url: first.url });
    await first.stop();
    const second = await startSandboxStore({ file: own, port: Number(new URL(first.url).port) });
    expect(second.url).toBe(first.url);
    expect((await second.codes(connectionId)).map(({ code }) => code)).toEqual(["KEPT"]);
    await second.stop();
    await writeFile(own, "no journal\n");
    await expect(startSandboxStore({ file: own })).rejects.toThrow(/Line 1 of .*own.ndjson is not a valid journal entry/);
  });
});

describe("fault injection", () => {
  const appliedTimes = async (id: string) =>
    (await isUp(() => store.pushes(connectionId))).find(({ webhookId }) => webhookId === id)?.times ?? 0;

  it.each<[keyof TroubleInput, RegExp | number, number]>([
    ["answer500", 500, 0],
    ["hang", /timeout/, 0],
    ["resetBefore", /fetch failed/, 0],
    ["resetAfter", /fetch failed/, 1],
    ["dieBefore", /fetch failed/, 0],
    ["dieAfter", /fetch failed/, 1],
  ])("%s: the sender gets %s, and the message was applied %i times; a repeat is then taken as ever", async (trouble, seen, applied) => {
    const [push, id] = [pushOf("BAD-DAY"), randomUUID()];
    await store.trouble({ [trouble]: 1, next: 1 });
    const sending = send(push, { id, ...(trouble === "hang" && { timeoutMs: 1_000 }) });
    if (typeof seen === "number") expect(await sending).toMatchObject({ status: seen, answeredId: null });
    else await expect(sending).rejects.toThrow(seen);
    expect(await appliedTimes(id)).toBe(applied);
    expect((await send(push, { id })).status).toBe(200);
    expect(await appliedTimes(id)).toBe(applied + 1);
    expect(await codes()).toEqual(["BAD-DAY"]);
  });

  it("lasts until it is turned off, even over a crash of the store", async () => {
    await store.trouble({ dieBefore: 1 });
    for (const code of ["ONE", "TWO"]) {
      await expect(send(pushOf(code))).rejects.toThrow("fetch failed");
      await isUp(() => store.codes(connectionId));
    }
    await store.trouble({});
    expect((await send(pushOf("THREE"))).status).toBe(200);
    expect(await codes()).toEqual(["THREE"]);
  });

  it("rejects an invalid plan and keeps the previous one", async () => {
    await store.trouble({ answer500: 0.25 });
    await expect(store.trouble({ hang: 0.7, answer500: 0.4 })).rejects.toThrow("must be at most 1");
    await expect(store.trouble({ sleep: 1 } as TroubleInput)).rejects.toThrow("sleep");
    const plan = await (await fetch(new URL("/trouble", store.url))).json();
    expect(plan).toEqual({ answer500: 0.25, hang: 0, resetBefore: 0, resetAfter: 0, dieBefore: 0, dieAfter: 0 });
  });

  it("does not prevent a stop while a sender hangs", async () => {
    const own = await startSandboxStore();
    await own.trouble({ hang: 1, next: 1 });
    const hanging = send(pushOf("NEVER"), { url: own.url }).catch((error: Error) => error);
    await vi.waitFor(async () => expect(await (await fetch(new URL("/trouble", own.url))).json()).toMatchObject({ hang: 0 }), polling);
    const begun = performance.now();
    await own.stop();
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await hanging).toBeInstanceOf(Error);
  });
});
