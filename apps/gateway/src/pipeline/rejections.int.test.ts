import { newKey as freshKeyText } from "@offergraph/shared/access/api-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sent, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

const shop = "https://shop.example";
const query = { query: "{ items { totalCount } }" };

describe("a refused request", () => {
  let gateway: TestGateway;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    gateway = await testGateway();
    const { store, workspaceId, newKey } = gateway;
    const leaver = await store.addMember(workspaceId, { name: "Leaver", role: "OWNER" });
    const make = async (name: string, options: Parameters<typeof newKey>[0]) => {
      const { key, keyId } = await newKey(options);
      keys[name] = key;
      return keyId;
    };
    await make("admin", {});
    await make("writer", { level: "WRITE" });
    await make("reader", { level: "READ" });
    await make("publishable", { kind: "PUBLISHABLE", level: "READ", origins: [shop] });
    await make("connection", { connectionId: "01900000-0000-7000-8000-00000000c0de" });
    await make("leaver's publishable", { kind: "PUBLISHABLE", level: "READ", origins: [shop], memberId: leaver.memberId });
    await make("leaver's connection", { connectionId: "01900000-0000-7000-8000-00000000c0de", memberId: leaver.memberId });
    await store.revokeKey(workspaceId, await make("revoked", { memberId: leaver.memberId }));
    await store.removeMember(workspaceId, leaver.memberId);
    keys.unknown = freshKeyText("SECRET");
    keys.mistyped = `${keys.admin?.slice(0, -1)}${keys.admin?.endsWith("0") ? "1" : "0"}`;
  });
  afterAll(() => gateway?.stop());

  const bearer = (name: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${keys[name]}`, ...more });
  const deep = `{ item(id: "01900000-0000-7000-8000-000000000001") { ${"related { nodes { ".repeat(8)} id ${"} }".repeat(8)} } }`;
  const costly = "{ items(first: 1000) { nodes { related(first: 1000) { nodes { id } } } } }";

  // Tests the order in which the gateway checks requests. Each request violates the named rule and, if possible, later rules. The response
  // must report the named rule.
  const table: [name: string, expected: string, request: () => Sent][] = [
    ["two different keys, and both unknown", "400 api_key_conflict", () => ({ headers: { authorization: "Bearer a", "x-api-key": "b" } })],
    [
      "two different keys, both good",
      "400 api_key_conflict",
      () => ({ headers: bearer("admin", { "x-api-key": keys.reader ?? "" }), body: query }),
    ],
    ["no key, with a broken body", "401 api_key_missing", () => ({ body: "{" })],
    ["no key, by a wrong method", "401 api_key_missing", () => ({ method: "DELETE" })],
    ["an empty key", "401 api_key_missing", () => ({ headers: { authorization: "Bearer ", "x-api-key": "" } })],
    ["another scheme", "401 api_key_missing", () => ({ headers: { authorization: "Basic YTpi" } })],
    [
      "a key that is no key, with a broken body",
      "401 api_key_invalid",
      () => ({ headers: { authorization: "Bearer nonsense" }, body: "{" }),
    ],
    ["a mistyped key", "401 api_key_invalid", () => ({ headers: bearer("mistyped"), body: query })],
    ["a key that nobody has", "401 api_key_invalid", () => ({ headers: bearer("unknown"), body: query })],
    ["a revoked key of a member who left", "401 api_key_invalid", () => ({ headers: bearer("revoked"), body: query })],
    [
      "a publishable key of a member who left, from a foreign origin",
      "403 api_key_creator_not_member",
      () => ({ headers: bearer("leaver's publishable", { origin: "https://evil.example" }), body: query }),
    ],
    [
      "a connection key of a member who left",
      "403 api_key_creator_not_member",
      () => ({ headers: bearer("leaver's connection"), body: query }),
    ],
    ["a connection key, with a broken body", "403 connection_key_not_supported", () => ({ headers: bearer("connection"), body: "{" })],
    [
      "a publishable key from a foreign origin",
      "403 origin_not_allowed",
      () => ({ headers: bearer("publishable", { origin: "https://evil.example" }), body: "{" }),
    ],
    [
      "a publishable key from origin null",
      "403 origin_not_allowed",
      () => ({ headers: bearer("publishable", { origin: "null" }), body: query }),
    ],
    [
      "a publishable key from its origin",
      "403 secret_key_required",
      () => ({ headers: bearer("publishable", { origin: shop }), body: query }),
    ],
    ["a publishable key without an origin, reading", "403 secret_key_required", () => ({ headers: bearer("publishable"), body: query })],
    ["a wrong method", "405 METHOD_NOT_ALLOWED", () => ({ method: "PUT", headers: bearer("admin", { accept: "text/html" }), body: query })],
    [
      "no acceptable form",
      "406 NOT_ACCEPTABLE",
      () => ({ headers: bearer("admin", { accept: "text/html", "content-type": "text/plain" }), body: "{" }),
    ],
    [
      "a body that is not JSON by its type",
      "415 UNSUPPORTED_MEDIA_TYPE",
      () => ({ headers: bearer("admin", { "content-type": "text/plain" }), body: "{" }),
    ],
    ["a body without a type", "415 UNSUPPORTED_MEDIA_TYPE", () => ({ method: "POST", headers: bearer("admin") })],
    ["a compressed body", "415 UNSUPPORTED_MEDIA_TYPE", () => ({ headers: bearer("admin", { "content-encoding": "gzip" }), body: query })],
    [
      "another charset",
      "415 UNSUPPORTED_MEDIA_TYPE",
      () => ({ headers: bearer("admin", { "content-type": "application/json; charset=utf-16" }), body: query }),
    ],
    [
      "a body of more than 1 MiB, and broken",
      "413 BODY_TOO_LARGE",
      () => ({ headers: bearer("admin"), body: "{".repeat(1024 * 1024 + 1) }),
    ],
    ["a body that is no JSON", "400 BAD_REQUEST", () => ({ headers: bearer("admin"), body: "{" })],
    [
      "a body that is no UTF-8",
      "400 BAD_REQUEST",
      () => ({ headers: bearer("admin"), body: Buffer.from('{"query":"{ items { totalCount } }","x":"\xff"}', "latin1") }),
    ],
    ["an empty body", "400 BAD_REQUEST", () => ({ headers: bearer("admin", { "content-type": "application/json" }), body: "" })],
    ["a body that is no object", "400 BAD_REQUEST", () => ({ headers: bearer("admin"), body: '"{ items { totalCount } }"' })],
    ["a batch", "400 BATCHING_NOT_SUPPORTED", () => ({ headers: bearer("admin"), body: [query] })],
    ["no query", "400 BAD_REQUEST", () => ({ headers: bearer("admin"), body: { variables: {} } })],
    ["a query that is no text", "400 BAD_REQUEST", () => ({ headers: bearer("admin"), body: { query: 1 } })],
    ["variables that are no object", "400 BAD_REQUEST", () => ({ headers: bearer("admin"), body: { ...query, variables: [] } })],
    ["an operation name that is no text", "400 BAD_REQUEST", () => ({ headers: bearer("admin"), body: { ...query, operationName: 1 } })],
    ["a syntax error", "400 GRAPHQL_PARSE_FAILED", () => ({ headers: bearer("reader"), body: { query: "mutation { make(" } })],
    [
      "an unknown field, and a level too low",
      "400 GRAPHQL_VALIDATION_FAILED",
      () => ({ headers: bearer("reader"), body: { query: 'mutation { make(title: "a") { nothing } }' } }),
    ],
    [
      "a field without a level",
      "400 GRAPHQL_VALIDATION_FAILED",
      () => ({ headers: bearer("admin"), body: { query: "{ unlabelled { id } }" } }),
    ],
    [
      "an operation that is not there",
      "400 OPERATION_NOT_FOUND",
      () => ({ headers: bearer("admin"), body: { ...query, operationName: "Other" } }),
    ],
    ["a document that nests too deep", "400 NESTING_LIMIT", () => ({ headers: bearer("reader"), body: { query: "{ a".repeat(65) } })],
    [
      "one field selected again and again",
      "400 OVERLAP_LIMIT",
      () => ({ headers: bearer("reader"), body: { query: `{ ${"items { totalCount } ".repeat(110)} }` } }),
    ],
    ["an operation too deep", "400 DEPTH_LIMIT", () => ({ headers: bearer("admin"), body: { query: deep } })],
    [
      "a mutation by GET, and a level too low",
      "405 METHOD_NOT_ALLOWED",
      () => ({
        method: "GET",
        path: `/graphql/v1?query=${encodeURIComponent('mutation { make(title: "a") { id } }')}`,
        headers: bearer("reader"),
      }),
    ],
    [
      "a level too low, and a bad Idempotency-Key",
      "403 access_level_insufficient",
      () => ({
        headers: bearer("reader", { "idempotency-key": "é" }),
        body: { query: "mutation ($title: String!) { make(title: $title) { id } }" },
      }),
    ],
    [
      "one of two fields above the level",
      "403 access_level_insufficient",
      () => ({ headers: bearer("writer"), body: { query: 'mutation { make(title: "a") { id } configure(title: "a") { id } }' } }),
    ],
    [
      "a bad Idempotency-Key, and bad variables",
      "400 idempotency_key_invalid",
      () => ({
        headers: bearer("admin", { "idempotency-key": "é" }),
        body: { query: "mutation ($title: String!) { make(title: $title) { id } }" },
      }),
    ],
    [
      "an Idempotency-Key that is too long",
      "400 idempotency_key_invalid",
      () => ({ headers: bearer("admin", { "idempotency-key": "k".repeat(256) }), body: { query: 'mutation { make(title: "a") { id } }' } }),
    ],
    [
      "an empty Idempotency-Key",
      "400 idempotency_key_invalid",
      () => ({ headers: bearer("admin", { "idempotency-key": "" }), body: { query: 'mutation { make(title: "a") { id } }' } }),
    ],
    [
      "one Idempotency-Key for two mutations",
      "400 idempotency_key_invalid",
      () => ({
        headers: bearer("admin", { "idempotency-key": "k" }),
        body: { query: 'mutation { a: make(title: "a") { id } b: make(title: "b") { id } }' },
      }),
    ],
    [
      "a variable of a bad form",
      "400 BAD_USER_INPUT",
      () => ({ headers: bearer("reader"), body: { query: "query ($id: UUID!) { item(id: $id) { id } }", variables: { id: "no-uuid" } } }),
    ],
    ["an operation too costly", "400 COST_LIMIT", () => ({ headers: bearer("reader"), body: { query: costly } })],
    [
      "a reused Idempotency-Key",
      "422 idempotency_key_reused",
      () => ({
        headers: bearer("writer", { "idempotency-key": "idempotency_key_reused" }),
        body: { query: 'mutation { make(title: "a") { id } }' },
      }),
    ],
    [
      "an Idempotency-Key in use",
      "409 idempotency_key_in_use",
      () => ({
        headers: bearer("writer", { "idempotency-key": "idempotency_key_in_use" }),
        body: { query: 'mutation { make(title: "a") { id } }' },
      }),
    ],
  ];

  it.each(table)("%s: %s", async (_name, expected, request) => {
    const before = gateway.subgraph.received.length;
    const answer = await gateway.send(request());
    expect(summaryOf(answer)).toBe(expected);
    expect(Object.keys(answer.body)).toEqual(["errors"]);
    const [error] = answer.body.errors ?? [];
    expect(error?.message).toMatch(/^[A-Z"$].{5,}/);
    expect(error?.extensions.requestId).toBe(answer.headers["x-request-id"]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.text).not.toMatch(/127\.0\.0\.1|node_modules|SELECT|\.ts:|[sp]k_live_[0-9A-Za-z]/);
    if (!expected.startsWith("409") && !expected.startsWith("422")) expect(gateway.subgraph.received.length).toBe(before);
  });

  it("has a fix", async () => {
    const missing = await gateway.send({ body: query });
    expect(missing.body.errors?.[0]?.extensions.fix).toContain("Authorization: Bearer sk_live_");
    expect(missing.headers["www-authenticate"]).toContain("Bearer");
    const method = await gateway.send({ method: "PUT", headers: bearer("admin") });
    expect(method.headers.allow).toBe("POST, GET");
    const costLimit = await gateway.send({ headers: bearer("admin"), body: { query: costly } });
    expect(costLimit.body.errors?.[0]?.extensions).toMatchObject({ limit: 50_000, value: expect.any(Number) });
  });

  it("lists every validation error", async () => {
    const answer = await gateway.send({ headers: bearer("admin"), body: { query: "{ one two }" } });
    expect(answer.body.errors).toHaveLength(2);
    expect(answer.body.errors?.[1]).toMatchObject({
      locations: [{ line: 1, column: 7 }],
      extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
    });
  });

  it("needs a key for introspection too", async () => {
    const introspection = { query: "{ __schema { queryType { name } } }" };
    expect(summaryOf(await gateway.send({ body: introspection }))).toBe("401 api_key_missing");
    expect((await gateway.send({ headers: bearer("reader"), body: introspection })).body).toEqual({
      data: { __schema: { queryType: { name: "Query" } } },
    });
  });

  it("a lowered role, a revoked key and a removed member apply to the next request", async () => {
    const { store, workspaceId, ask, newKey } = gateway;
    const { memberId } = await store.addMember(workspaceId, { name: "Mona", role: "ADMIN" });
    const { key, keyId } = await newKey({ memberId });
    const other = await newKey({ memberId });
    const configure = 'mutation { configure(title: "a") { id } }';
    expect(summaryOf(await ask(key, configure))).toBe("200 ok");
    await store.setRole(workspaceId, memberId, "MEMBER");
    expect(summaryOf(await ask(key, configure))).toBe("403 access_level_insufficient");
    expect(summaryOf(await ask(key, 'mutation { make(title: "a") { id } }'))).toBe("200 ok");
    await store.setRole(workspaceId, memberId, "OWNER");
    expect(summaryOf(await ask(key, configure))).toBe("200 ok");
    await store.revokeKey(workspaceId, keyId);
    expect(summaryOf(await ask(key, configure))).toBe("401 api_key_invalid");
    await store.removeMember(workspaceId, memberId);
    expect(summaryOf(await ask(other.key, configure))).toBe("403 api_key_creator_not_member");
  });

  it("a change applies to the next request even under concurrent lookups", async () => {
    const { store, workspaceId, ask, newKey } = gateway;
    let isBusy = true;
    const noise = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (isBusy) await ask(keys.reader ?? "", query.query);
      }),
    );
    for (let round = 0; round < 10; round++) {
      const { key, keyId } = await newKey();
      expect(summaryOf(await ask(key, query.query))).toBe("200 ok");
      await store.revokeKey(workspaceId, keyId);
      expect(summaryOf(await ask(key, query.query))).toBe("401 api_key_invalid");
    }
    isBusy = false;
    await noise;
  });
});
