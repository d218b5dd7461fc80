import { type TestStore as SandboxStore, startSandboxStore, testSecret } from "@offergraph/sandbox-store/testing/start";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { storeSettings } from "../../env.js";
import { addConnection } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { startTestStore, storeRow } from "../../testing/test-store.js";

const { secretKey } = storeSettings({ GATEWAY_SIGNING_KEY: testSigningKey, OUTBOUND_ALLOW_PRIVATE: "1" });
const query = `query ($connectionId: UUID!, $kind: PlacementTargetKind!, $query: String!) {
  found: search_placement_targets(connectionId: $connectionId, kind: $kind, query: $query) { kind externalRef title placementId } }`;

let fixture: Fixture;
let sandbox: SandboxStore;
let client: Client;
beforeAll(async () => {
  [fixture, sandbox] = await Promise.all([
    startFixture(inject("adminUrl"), { OUTBOUND_ALLOW_PRIVATE: "1" }),
    startSandboxStore({ secret: testSecret }),
  ]);
});
afterAll(async () => {
  await fixture?.stop();
  await sandbox?.stop();
});
beforeEach(() => {
  client = fixture.client();
});

async function connect({ admin }: Fixture, { workspaceId }: Client, store: { url: string; secret: string }): Promise<string> {
  const { rowId, slug, provider, endpoint, secret } = storeRow(secretKey, store);
  await admin.query(
    "INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider, endpoint, secret) VALUES ($1, $2, now(), $3, 'A store', $4, $5, $6)",
    [rowId, workspaceId, slug, provider, endpoint, secret],
  );
  return rowId;
}

const search = (by: Client, connectionId: string, words: string, kind = "PRODUCT") =>
  by.data<{ found: object[] }>(query, { connectionId, kind, query: words }).then(({ found }) => found);

describe("search_placement_targets", () => {
  it("finds items of the requested kind in the store's catalog", async () => {
    const connectionId = await connect(fixture, client, { url: sandbox.url, secret: testSecret });
    expect(await search(client, connectionId, "classic hoodie OCEAN")).toEqual([
      {
        kind: "PRODUCT",
        externalRef: "gid://sandbox-store/Product/classic-hoodie-ocean",
        title: "Classic Hoodie – Ocean",
        placementId: null,
      },
    ]);
    for (const kind of ["COLLECTION", "PRICE", "PRODUCT"]) {
      const found = await search(client, connectionId, "", kind);
      expect(found.length).toBeGreaterThan(0);
      for (const target of found) expect(target).toMatchObject({ kind, placementId: null });
    }
    expect(await search(client, connectionId, "nothing of that name")).toEqual([]);
  });

  it("sends no request for another workspace's, an unknown or a manual connection", async () => {
    const store = await startTestStore();
    const foreign = await connect(fixture, fixture.client(), store);
    expect(await search(client, foreign, "hat")).toEqual([]);
    expect(await search(client, "01900000-0000-7000-8000-000000000001", "hat")).toEqual([]);
    expect(await search(client, await addConnection(fixture, client, "manual"), "hat")).toEqual([]);
    expect(store.connections()).toBe(0);
    await store.stop();
  });

  it("reports the store's error without its address", async () => {
    const store = await startTestStore();
    const connectionId = await connect(fixture, client, store);
    store.behave((response) => response.writeHead(500).end("a stack, a key, a host"));
    const { status, text, data, errors } = await client.call(query, { connectionId, kind: "PRICE", query: "hat" });
    expect({ status, data }).toEqual({ status: 200, data: { found: null } });
    expect(errors).toMatchObject([
      { message: "The store responded with status 500.", extensions: { code: "STORE_UNAVAILABLE", connectionId } },
    ]);
    expect(text).not.toMatch(/127\.0\.0\.1|stack|whsec/);
    await store.stop();
  });

  it("accepts queries of at most 255 characters", async () => {
    const connectionId = await addConnection(fixture, client, "manual");
    expect(await search(client, connectionId, "x".repeat(255))).toEqual([]);
    const { errors } = await client.call(query, { connectionId, kind: "PRICE", query: "x".repeat(256) });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", argument: "query" } }]);
  });
});

describe("search_placement_targets where private addresses are not allowed", () => {
  it("sends no request to this machine", async () => {
    const strict = await startFixture(inject("adminUrl"));
    const store = await startTestStore();
    const asking = strict.client();
    const connectionId = await connect(strict, asking, { ...store, url: store.url.replace("http:", "https:") });
    const { errors } = await asking.call(query, { connectionId, kind: "PRICE", query: "hat" });
    const message = "The store's endpoint resolves to a forbidden address; only public addresses are allowed.";
    expect(errors).toMatchObject([{ message, extensions: { code: "STORE_UNAVAILABLE" } }]);
    expect(store.connections()).toBe(0);
    await store.stop();
    await strict.stop();
  });
});
