import { newId } from "@offergraph/shared/time/ids";
import type { SubgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { storeSettings } from "../../env.js";
import { openSecret } from "../../services/stores/secrets.js";
import { createCode, pathsOf } from "../../testing/codes.js";
import { adminOf, type Connection, mutateConnection } from "../../testing/connections.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { mutatePlacement, placementsOf } from "../../testing/placements.js";
import { startTestStore, type TestStore } from "../../testing/test-store.js";

let fixture: Fixture;
let client: Client;
let admin: SubgraphClient;
let store: TestStore;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { OUTBOUND_ALLOW_PRIVATE: "1" });
  store = await startTestStore();
});
afterAll(async () => {
  await fixture?.stop();
  await store?.stop();
});
beforeEach(() => {
  client = fixture.client();
  admin = adminOf(fixture, client);
  store.arrivals.length = 0;
});

const endpoint = "https://127.0.0.1/hook";
const create = (input: object = {}, key?: string) =>
  mutateConnection(admin, "create_connection", { name: "A shop", provider: "http", endpoint, ...input }, key);
async function created(input: object = {}): Promise<Connection> {
  const { connection, userErrors } = await create(input);
  if (!connection) throw new Error(JSON.stringify(userErrors));
  return connection;
}
const eventsOf = async (id: unknown) => (await client.events()).filter(({ recordId }) => recordId === id);
const storedSecret = async (id: string) => {
  const { rows } = await fixture.admin.query("SELECT secret FROM connections WHERE row_id = $1", [id]);
  return openSecret(storeSettings(fixture.running.parts.settings).secretKey, id, rows[0].secret);
};
/** Makes the store sign its responses with this secret. */
const storeOf = (secret: string) =>
  store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), '{"targets":[]}', secret));

describe("create_connection", () => {
  it("adds a connection, returns its secret once, and emits an event without endpoint and secret", async () => {
    const { connection, secret } = await create({ name: " Käse & Co. " }, "k");
    expect(connection).toMatchObject({ slug: "kase-co", name: "Käse & Co.", provider: "http", endpoint, isTest: false });
    expect(secret).toMatch(/^whsec_/);
    expect(await storedSecret(connection?.rowId ?? "")).toBe(secret);
    expect(await create({ name: " Käse & Co. " }, "k")).toMatchObject({ connection: { rowId: connection?.rowId }, secret: null });
    const events = await client.events();
    expect(events.map(({ what, recordId }) => [what, recordId])).toEqual([["connection.added", connection?.rowId]]);
    expect(JSON.stringify(events)).not.toMatch(/whsec_|127\.0\.0\.1/);
    const { rows } = await fixture.admin.query("SELECT result::text AS text FROM idempotency_records WHERE workspace_id = $1", [
      client.workspaceId,
    ]);
    expect(rows.filter(({ text }) => text.includes("whsec_"))).toEqual([]);
  });

  it("adds a manual connection without a secret, and derives a free slug", async () => {
    const { connection, secret } = await create({ provider: "manual", endpoint: null, slug: "till" });
    expect([connection?.endpoint, connection?.slug, secret]).toEqual([null, "till", null]);
    const slugs = [await created(), await created()].map(({ slug }) => slug);
    expect(slugs).toEqual(["a-shop", "a-shop-2"]);
  });

  it("numbers the slugs of a name up to 10, and then adds random characters, within 64 characters", async () => {
    const slugs: unknown[] = [];
    for (let number = 1; number <= 12; number += 1) slugs.push((await created({ name: "long name ".repeat(9) })).slug);
    const base = "long-name-long-name-long-name-long-name-long-name-long";
    expect(slugs.slice(0, 10)).toEqual([base, ...Array.from({ length: 9 }, (_, index) => `${base}-${index + 2}`)]);
    expect(slugs.slice(10)).toEqual([10, 11].map(() => expect.stringMatching(new RegExp(`^${base}-[a-km-np-z2-9]{8}$`))));
    expect(new Set(slugs).size).toBe(12);
    expect(Math.max(...slugs.map((slug) => String(slug).length))).toBeLessThanOrEqual(64);
  });

  it("adds at most 100 connections to a workspace, also if several are added at the same time", async () => {
    await fixture.admin.query(
      `INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider)
       SELECT gen_random_uuid(), $1, now(), 'shop-' || n, 'A shop', 'manual' FROM generate_series(1, 98) AS n`,
      [client.workspaceId],
    );
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => create({ slug: `till-${n}` })));
    const found = answers.map(({ userErrors }) => pathsOf(userErrors).join()).sort();
    expect(found).toEqual(["", "", ...Array.from({ length: 3 }, () => "input LIMIT_EXCEEDED")]);
    expect(answers.flatMap(({ userErrors }) => userErrors)[0]?.message).toMatch(/100 connections.*delete_connection/);
    const wrong = await create({ slug: "shop-1", endpoint: null });
    expect(pathsOf(wrong.userErrors)).toEqual(["input LIMIT_EXCEEDED", "input.endpoint REQUIRED", "input.slug TAKEN"]);
    const { rows } = await fixture.admin.query("SELECT count(*)::int FROM connections WHERE workspace_id = $1", [client.workspaceId]);
    expect(rows).toEqual([{ count: 100 }]);
    expect(await client.events()).toHaveLength(2);
    const { connection } = answers.find((answer) => answer.connection) ?? {};
    await mutateConnection(admin, "delete_connection", { connectionId: connection?.rowId });
    expect((await create()).userErrors).toEqual([]);
  });

  it("reports all errors at once", async () => {
    await created({ slug: "taken" });
    const wrong = await create({ name: " ", slug: "taken", endpoint: "https://169.254.169.254/" });
    expect(pathsOf(wrong.userErrors)).toEqual(["input.endpoint INVALID", "input.name INVALID", "input.slug TAKEN"]);
    expect(wrong.userErrors.find(({ field }) => field[1] === "endpoint")?.message).toMatch(/forbidden address/);
    const others: [object, string[]][] = [
      [{ slug: "Not a slug" }, ["input.slug INVALID"]],
      [{ endpoint: null }, ["input.endpoint REQUIRED"]],
      [{ provider: "manual" }, ["input.endpoint INVALID"]],
      [{ endpoint: "no url" }, ["input.endpoint INVALID"]],
    ];
    for (const [input, errors] of others) expect(pathsOf((await create(input)).userErrors)).toEqual(errors);
    expect(await client.events()).toHaveLength(1);
  });
});

describe("update_connection and rotate_connection_secret", () => {
  it("change the given fields, with an event that names them", async () => {
    const { rowId } = await created();
    fixture.clock.advance(1000);
    const updated = await mutateConnection(admin, "update_connection", { connectionId: rowId, name: "New", endpoint: `${endpoint}/2` });
    const updatedAt = fixture.clock.now().toISOString();
    expect(updated.connection).toMatchObject({ name: "New", endpoint: `${endpoint}/2`, slug: "a-shop", updatedAt });
    const unchanged = await mutateConnection(admin, "update_connection", { connectionId: rowId, name: "New" });
    expect(unchanged.connection).toEqual(updated.connection);
    const before = await storedSecret(rowId);
    const { secret } = await mutateConnection(admin, "rotate_connection_secret", { connectionId: rowId.toUpperCase() });
    expect([await storedSecret(rowId), secret === before]).toEqual([secret, false]);
    const events = (await eventsOf(rowId)).slice(1);
    expect(events.map(({ what, data }) => [what, data.changed])).toEqual([
      ["connection.updated", ["name", "endpoint", "updatedAt"]],
      ["connection.updated", ["secret", "updatedAt"]],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/whsec_|127\.0\.0\.1/);
  });

  it("rotate repeated with its Idempotency-Key keeps the secret and does not return it again", async () => {
    const { rowId } = await created();
    const { secret } = await mutateConnection(admin, "rotate_connection_secret", { connectionId: rowId }, "r");
    expect((await mutateConnection(admin, "rotate_connection_secret", { connectionId: rowId }, "r")).secret).toBeNull();
    expect(await storedSecret(rowId)).toBe(secret);
  });

  it("report all errors, also for another workspace's connection, and change nothing", async () => {
    const { rowId } = await created({ provider: "manual", endpoint: null });
    const stranger = adminOf(fixture, fixture.client());
    for (const operation of ["update_connection", "rotate_connection_secret", "delete_connection", "verify_connection"] as const) {
      for (const [as, connectionId] of [
        [stranger, rowId],
        [admin, newId()],
      ] as const)
        expect(pathsOf((await mutateConnection(as, operation, { connectionId })).userErrors)).toEqual(["input.connectionId NOT_FOUND"]);
    }
    const wrong = await mutateConnection(admin, "update_connection", { connectionId: rowId, name: "", endpoint });
    expect(pathsOf(wrong.userErrors)).toEqual(["input.endpoint INVALID", "input.name TOO_SHORT"]);
    for (const operation of ["rotate_connection_secret", "verify_connection"] as const)
      expect(pathsOf((await mutateConnection(admin, operation, { connectionId: rowId })).userErrors)).toEqual([
        "input.connectionId INVALID",
      ]);
    expect(await client.events()).toHaveLength(1);
  });
});

describe("delete_connection", () => {
  const remove = (connectionId: string, more: object = {}, key?: string) =>
    mutateConnection(admin, "delete_connection", { connectionId, ...more }, key);

  it("returns IN_USE until the placements are removed, then deletes with an event", async () => {
    const { rowId } = await created({ provider: "manual", endpoint: null });
    const code = await createCode(client, {}, rowId);
    const refused = await remove(rowId);
    expect(pathsOf(refused.userErrors)).toEqual(["input.connectionId IN_USE"]);
    expect(refused.userErrors[0]?.message).toMatch(/1 placements.*remove_discount_placement/);
    const [placement] = await placementsOf(client, code.rowId);
    await mutatePlacement(client, "remove_discount_placement", { placementId: placement?.placementId });
    expect((await remove(rowId, {}, "d")).deletedId).toBe(rowId);
    expect((await remove(rowId, {}, "d")).deletedId).toBe(rowId);
    const events = await eventsOf(rowId);
    expect(events.map(({ what, data }) => [what, data])).toEqual([
      ["connection.added", expect.anything()],
      ["connection.removed", { rowId, slug: "a-shop", name: "A shop" }],
    ]);
    expect(pathsOf((await remove(rowId)).userErrors)).toEqual(["input.connectionId NOT_FOUND"]);
  });

  it("returns IN_USE while the store has codes, unless the messages are discarded", async () => {
    const { rowId } = await created();
    await fixture.admin.query(
      "INSERT INTO store_pushes (workspace_id, connection_id, subject_id, turn, requested, pushed_hash) VALUES ($1, $2, $3, 0, 1, 'hash')",
      [client.workspaceId, rowId, newId()],
    );
    const { userErrors } = await remove(rowId);
    expect(userErrors).toMatchObject([{ code: "IN_USE", message: expect.stringMatching(/1 codes or credits.*discardMessages/) }]);
    expect((await remove(rowId, { discardMessages: true })).deletedId).toBe(rowId);
  });
});

describe("verify_connection", () => {
  const verify = async (connectionId: string) => (await mutateConnection(admin, "verify_connection", { connectionId })).verification;

  it("sends one signed search, and accepts only a response that is signed with the secret", async () => {
    const { connection, secret } = await create({ endpoint: store.url });
    const connectionId = connection?.rowId ?? "";
    storeOf(secret ?? "");
    const checkedAt = fixture.clock.now().toISOString();
    expect(await verify(connectionId)).toEqual({
      ...{ connectionId, checkedAt, reachable: true, status: 200, problem: null },
      latencyMs: expect.any(Number),
    });
    expect(store.arrivals.map(({ text }) => JSON.parse(text))).toEqual([
      { type: "placement_targets.search", data: { connectionId, kind: "PRODUCT", query: "" } },
    ]);
    expect(await client.events()).toHaveLength(1);
    storeOf(store.secret);
    expect(await verify(connectionId)).toMatchObject({ reachable: true, status: 200, problem: expect.stringMatching(/not signed/) });
  });

  it("sends nothing in a dry run, and says so", async () => {
    const { rowId: connectionId } = await created({ endpoint: store.url });
    const query =
      "mutation ($input: VerifyConnectionInput!) { verify_connection(input: $input) { verification { status } userErrors { code } } }";
    const { data, extensions } = await admin.call(query, { variables: { input: { connectionId } }, dryRun: true });
    expect(data).toEqual({ verify_connection: { verification: null, userErrors: [] } });
    expect(extensions?.dryRun?.mutations[0]?.notes).toEqual(["The dry run sent no request to the store, so `verification` is null."]);
    expect(store.arrivals).toEqual([]);
  });

  it("reports statuses, redirects and unreachable or forbidden endpoints", async () => {
    const { rowId } = await created({ endpoint: store.url });
    for (const [status, problem] of [
      [503, /status 503/],
      [404, /rejected the request with status 404/],
      [302, /redirects/],
    ] as const) {
      store.behave((response) => response.writeHead(status, { location: "http://127.0.0.1:1/" }).end());
      expect(await verify(rowId)).toMatchObject({ reachable: true, status, problem: expect.stringMatching(problem) });
    }
    await mutateConnection(admin, "update_connection", { connectionId: rowId, endpoint: "http://127.0.0.1:1/" });
    expect(await verify(rowId)).toMatchObject({ reachable: false, status: null, problem: "The store cannot be reached." });
    await fixture.admin.query("UPDATE connections SET endpoint = 'http://169.254.169.254/' WHERE row_id = $1", [rowId]);
    expect(await verify(rowId)).toMatchObject({ reachable: false, status: null, problem: expect.stringMatching(/forbidden address/) });
  });
});

describe("get_connection and list_connections", () => {
  const fields = "rowId name slug provider endpoint isTest";
  const get = async (as: SubgraphClient, id: string) =>
    (
      await as.data<{ get_connection: Connection | null }>(`query ($id: UUID!) { get_connection(id: $id) { ${fields} } }`, {
        variables: { id },
      })
    ).get_connection;
  const list = async (as: SubgraphClient, given = "") =>
    (
      await as.data<{ list: { nodes: Connection[]; totalCount: number; pageInfo: { endCursor: string; hasNextPage: boolean } } }>(
        `{ list: list_connections${given} { nodes { ${fields} } totalCount pageInfo { endCursor hasNextPage } } }`,
      )
    ).list;

  it("return the workspace's connections, newest first, with filters, orders and cursors", async () => {
    const ids: string[] = [];
    for (const name of ["b", "a", "c"]) {
      fixture.clock.advance(1000);
      ids.unshift((await created({ name, ...(name === "c" && { provider: "manual", endpoint: null }) })).rowId);
    }
    const all = await list(admin);
    expect([all.nodes.map(({ rowId }) => rowId), all.totalCount]).toEqual([ids, 3]);
    expect(await get(admin, ids[1] ?? "")).toEqual({ ...all.nodes[1], name: "a", endpoint });
    const names = async (given: string) => (await list(admin, given)).nodes.map(({ name }) => name);
    expect(await names("(orderBy: [NAME_ASC])")).toEqual(["a", "b", "c"]);
    expect(await names("(last: 2)")).toEqual(["a", "b"]);
    expect(await names('(filter: { provider: { equalTo: "http" }, isTest: { equalTo: false }, slug: { in: ["b", "c"] } })')).toEqual(["b"]);
    const { pageInfo } = await list(admin, "(first: 1)");
    expect(pageInfo.hasNextPage).toBe(true);
    expect(await names(`(first: 1, after: "${pageInfo.endCursor}")`)).toEqual(["a"]);
    const stranger = adminOf(fixture, fixture.client());
    expect((await list(stranger)).totalCount).toBe(0);
    expect(await get(stranger, ids[0] ?? "")).toBeNull();
  });

  it("show the endpoint to keys with level ADMIN only", async () => {
    const { rowId } = await created();
    expect(await client.entities("Connection", [rowId], "name endpoint")).toEqual([{ name: "A shop", endpoint: null }]);
    expect(await admin.entities("Connection", [rowId], "endpoint")).toEqual([{ endpoint }]);
  });
});
