import { createSecretKey, randomBytes } from "node:crypto";
import { newId } from "@offergraph/shared/time/ids";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreRow } from "../../db/rows.js";
import { startTestStore, storeRow, type TestStore } from "../../testing/test-store.js";
import { createStores, type Stores } from "./stores.js";

const secretKey = createSecretKey(randomBytes(32));

let store: TestStore;
let row: StoreRow;
let stores: Stores;

beforeEach(async () => {
  store = await startTestStore();
  row = storeRow(secretKey, store);
  stores = createStores({ allowPrivate: true, secretKey });
});
afterEach(async () => {
  await stores.close();
  await store.stop();
});

describe("a search of a store over HTTP", () => {
  const search = (query = "hat") => stores.providerOf(row).searchTargets(row, { kind: "PRODUCT", query });
  const found = (targets: unknown) =>
    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), JSON.stringify({ targets })));
  const target = { kind: "PRODUCT", externalRef: "p-1", title: "Hat" };

  it("sends kind and query and returns the targets", async () => {
    found([target, { kind: "PRODUCT", externalRef: "p-2", title: null }, { kind: "PRODUCT", externalRef: "p-3", price: 1 }]);
    expect(await search('hat "x"')).toEqual([
      target,
      { kind: "PRODUCT", externalRef: "p-2", title: null },
      { kind: "PRODUCT", externalRef: "p-3", title: null },
    ]);
    expect(JSON.parse(store.arrivals[0]?.text ?? "")).toEqual({
      type: "placement_targets.search",
      data: { connectionId: row.rowId, kind: "PRODUCT", query: 'hat "x"' },
    });
  });

  it("returns the first 250", async () => {
    found(Array.from({ length: 251 }, (_, index) => ({ ...target, externalRef: `p-${index}` })));
    const targets = await search();
    expect(targets).toHaveLength(250);
    expect(targets.at(-1)?.externalRef).toBe("p-249");
  });

  it.each([
    ["no list", null],
    ["another kind", [{ ...target, kind: "PRICE" }]],
    ["an empty reference", [{ ...target, externalRef: "" }]],
    ["a reference that is too long", [{ ...target, externalRef: "x".repeat(256) }]],
    ["a reference that is a number", [{ ...target, externalRef: 1 }]],
    ["a title that is too long", [{ ...target, title: "x".repeat(256) }]],
    ["no target", [null]],
  ])("rejects a response with %s", async (_what, targets) => {
    found(targets);
    await expect(search()).rejects.toThrow("The store's search response has an invalid format.");
  });

  it("rejects a response that is not JSON", async () => {
    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), "<html>"));
    await expect(search()).rejects.toThrow("invalid format");
  });

  it("finds nothing on a manual connection and pushes nothing", async () => {
    const manual: StoreRow = { ...row, provider: "manual", endpoint: null, secret: null };
    const provider = stores.providerOf(manual);
    expect(await provider.searchTargets(manual, { kind: "PRODUCT", query: "" })).toEqual([]);
    const message = { id: newId(), text: "{}" };
    await provider.push(manual, message);
    expect(provider.isCircuitOpen(manual.rowId)).toBe(false);
    expect(store.connections()).toBe(0);
  });
});
