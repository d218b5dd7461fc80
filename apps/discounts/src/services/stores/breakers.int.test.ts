import { createSecretKey, randomBytes } from "node:crypto";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreRow } from "../../db/rows.js";
import { type Behaviour, startTestStore, storeRow, type TestStore } from "../../testing/test-store.js";
import { createStores, type Stores } from "./stores.js";

const secretKey = createSecretKey(randomBytes(32));
const circuitOpen = {
  message: "The last 5 requests to the store failed, so the service pauses its requests to the store for 1 s.",
  isFinal: false,
};

let store: TestStore;
let row: StoreRow;
let stores: Stores;

const push = (to = row) => stores.providerOf(to).push(to, { id: newId(), text: "{}" });
const failing =
  (status: number): Behaviour =>
  (response) =>
    response.writeHead(status).end();
const isCircuitOpen = (of = row) => stores.providerOf(of).isCircuitOpen(of.rowId);
const failures = async (count: number) => {
  for (let index = 0; index < count; index++) await expect(push()).rejects.not.toMatchObject(circuitOpen);
};

beforeEach(async () => {
  store = await startTestStore();
  row = storeRow(secretKey, store);
  stores = createStores({ allowPrivate: true, secretKey }, { openMs: 1_000 });
});
afterEach(async () => {
  await stores.close();
  await store.stop();
});

describe("the circuit breaker of a connection", () => {
  it("opens after five consecutive failures for this store only, and probes the store after a pause", async () => {
    store.behave(failing(503));
    await failures(4);
    expect(isCircuitOpen()).toBe(false);
    await failures(1);
    expect(isCircuitOpen()).toBe(true);
    await expect(push()).rejects.toMatchObject(circuitOpen);
    expect(store.arrivals).toHaveLength(5);

    const other = storeRow(secretKey, store);
    expect(isCircuitOpen(other)).toBe(false);
    await expect(push(other)).rejects.toMatchObject({ message: "The store responded with status 503." });

    await expect.poll(() => isCircuitOpen(), polling).toBe(false);
    await expect(push()).rejects.toMatchObject({ message: "The store responded with status 503." });
    expect(isCircuitOpen()).toBe(true);

    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), '{"ok":true}'));
    await expect.poll(() => isCircuitOpen(), polling).toBe(false);
    await push();
    expect(isCircuitOpen()).toBe(false);
    store.behave(failing(503));
    await failures(4);
    expect(isCircuitOpen()).toBe(false);
  });

  it("lets one request probe the store after the pause", async () => {
    store.behave(failing(500));
    await failures(5);
    await expect.poll(() => isCircuitOpen(), polling).toBe(false);
    const before = store.arrivals.length;
    let answer = () => {};
    store.behave((response) => {
      answer = () => response.writeHead(500).end();
    });
    const tried = Promise.allSettled([push(), push(), push()]);
    await expect.poll(() => store.arrivals.length, polling).toBe(before + 1);
    expect(isCircuitOpen()).toBe(true);
    answer();
    expect((await tried).map((one) => one.status === "rejected" && one.reason.message)).toEqual([
      "The store responded with status 500.",
      circuitOpen.message,
      circuitOpen.message,
    ]);
    expect(store.arrivals).toHaveLength(before + 1);
  });

  it("does not count rejections, which reset the count", async () => {
    store.behave(failing(422));
    await failures(6);
    expect(isCircuitOpen()).toBe(false);
    store.behave(failing(500));
    await failures(4);
    store.behave(failing(404));
    await failures(1);
    store.behave(failing(500));
    await failures(4);
    expect(isCircuitOpen()).toBe(false);
    await failures(1);
    expect(isCircuitOpen()).toBe(true);
  });
});
