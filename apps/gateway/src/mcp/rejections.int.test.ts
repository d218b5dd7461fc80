import { randomUUID } from "node:crypto";
import { newKey as freshKeyText } from "@offergraph/shared/access/api-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sent, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { call, clientHeaders, mcpVerdictOf, messageOf, request } from "../testing/mcp.js";

const shop = "https://shop.example";
const id = "01900000-0000-7000-8000-000000000001";
const make = { query: 'mutation { make(title: "a") { id title } }' };

/** A request that the gateway must reject in the same way over GraphQL and over MCP. */
interface Case {
  name: string;
  verdict: string;
  key: string;
  headers?: Record<string, string>;
  method?: string;
  graphql?: unknown;
  mcp?: unknown;
  /** True if the message and details of the error differ between GraphQL and MCP. */
  ownWords?: true;
}

describe("a request refused over MCP", () => {
  let gateway: TestGateway;
  const texts: Record<string, () => Promise<string>> = {};
  beforeAll(async () => {
    gateway = await testGateway({ MAX_TOKENS: "500" });
    const { store, workspaceId, newKey } = gateway;
    const leaver = await store.addMember(workspaceId, { name: "Leaver", role: "OWNER" });
    const maker =
      (options: Parameters<typeof newKey>[0] = {}) =>
      async () =>
        (await newKey(options)).key;
    const before = async (options: Parameters<typeof newKey>[0]) => {
      const { key, keyId } = await newKey({ ...options, memberId: leaver.memberId });
      return { keyId, text: async () => key };
    };
    texts.admin = maker();
    texts.writer = maker({ level: "WRITE" });
    texts.reader = maker({ level: "READ" });
    texts.publishable = maker({ kind: "PUBLISHABLE", level: "READ", origins: [shop] });
    texts.connection = maker({ connectionId: "01900000-0000-7000-8000-00000000c0de" });
    texts.leaver = (await before({})).text;
    texts["leaver's publishable"] = (await before({ kind: "PUBLISHABLE", level: "READ", origins: [shop] })).text;
    const revoked = await before({});
    await store.revokeKey(workspaceId, revoked.keyId);
    texts.revoked = revoked.text;
    await store.removeMember(workspaceId, leaver.memberId);
    texts.unknown = async () => freshKeyText("SECRET");
    texts.nonsense = async () => `nonsense ${randomUUID()}`;
  });
  afterAll(() => gateway?.stop());

  const cases: Case[] = [
    { name: "two different keys", verdict: "400 api_key_conflict", key: "admin", headers: { "x-api-key": "b" }, graphql: "{", mcp: "{" },
    { name: "no key, with a broken body", verdict: "401 api_key_missing", key: "", graphql: "{", mcp: "{" },
    { name: "no key, by a wrong method", verdict: "401 api_key_missing", key: "", method: "PUT" },
    { name: "no key, from a foreign origin", verdict: "401 api_key_missing", key: "", headers: { origin: "https://evil.example" } },
    { name: "a key that is no key, accepting nothing", verdict: "401 api_key_invalid", key: "nonsense", headers: { accept: "text/html" } },
    { name: "a key that nobody has, with a broken body", verdict: "401 api_key_invalid", key: "unknown", graphql: "{", mcp: "{" },
    { name: "a revoked key of a member who left", verdict: "401 api_key_invalid", key: "revoked" },
    { name: "a key of a member who left", verdict: "403 api_key_creator_not_member", key: "leaver", graphql: "{", mcp: "{" },
    {
      name: "a publishable key of a member who left, from a foreign origin",
      verdict: "403 api_key_creator_not_member",
      key: "leaver's publishable",
      headers: { origin: "https://evil.example" },
    },
    { name: "a connection key", verdict: "403 connection_key_not_supported", key: "connection", graphql: "{", mcp: "{" },
    {
      name: "a publishable key from a foreign origin",
      verdict: "403 origin_not_allowed",
      key: "publishable",
      headers: { origin: "https://evil.example" },
    },
    { name: "a publishable key from its origin", verdict: "403 secret_key_required", key: "publishable", headers: { origin: shop } },
    { name: "a publishable key without an origin", verdict: "403 secret_key_required", key: "publishable", graphql: "{", mcp: "{" },
    {
      name: "a wrong method, and nothing accepted",
      verdict: "405 METHOD_NOT_ALLOWED",
      key: "admin",
      method: "PUT",
      headers: { accept: "text/html" },
      ownWords: true,
    },
    {
      name: "no acceptable form, of a wrong type",
      verdict: "406 NOT_ACCEPTABLE",
      key: "admin",
      headers: { accept: "text/html", "content-type": "text/plain" },
      ownWords: true,
    },
    {
      name: "a body of another type, and broken",
      verdict: "415 UNSUPPORTED_MEDIA_TYPE",
      key: "admin",
      headers: { "content-type": "text/plain" },
      graphql: "{",
      mcp: "{",
    },
    {
      name: "a body too large, and broken",
      verdict: "413 BODY_TOO_LARGE",
      key: "admin",
      graphql: "{".repeat(1024 * 1024 + 1),
      mcp: "{".repeat(1024 * 1024 + 1),
    },
    { name: "a body that is no JSON", verdict: "400 BAD_REQUEST", key: "admin", graphql: "{", mcp: "{", ownWords: true },
    { name: "a batch", verdict: "400 BATCHING_NOT_SUPPORTED", key: "admin", graphql: [make], mcp: [call("make")], ownWords: true },
    {
      name: "a level too low, a bad Idempotency-Key and a bad variable",
      verdict: "403 access_level_insufficient",
      key: "reader",
      headers: { "idempotency-key": "é" },
      graphql: { query: "mutation ($title: String!) { make(title: $title) { id title } }", variables: { title: 7 } },
      mcp: call("make", { title: 7 }),
    },
    {
      name: "a level too low, and an idempotency_key that is none",
      verdict: "403 access_level_insufficient",
      key: "writer",
      headers: { "idempotency-key": "é" },
      graphql: { query: 'mutation { configure(title: "a") { id title } }' },
      mcp: call("configure", { title: "a", idempotency_key: 7 }),
    },
    {
      name: "a bad Idempotency-Key, and a bad variable",
      verdict: "400 idempotency_key_invalid",
      key: "writer",
      headers: { "idempotency-key": "k".repeat(256) },
      graphql: { query: "mutation ($title: String!) { make(title: $title) { id title } }", variables: { title: 7 } },
      mcp: call("make", { title: 7 }),
    },
    {
      name: "a reused Idempotency-Key",
      verdict: "422 idempotency_key_reused",
      key: "writer",
      headers: { "idempotency-key": "idempotency_key_reused" },
      graphql: make,
      mcp: call("make", { title: "a" }),
    },
    {
      name: "an Idempotency-Key in use",
      verdict: "409 idempotency_key_in_use",
      key: "writer",
      headers: { "idempotency-key": "idempotency_key_in_use" },
      graphql: make,
      mcp: call("make", { title: "a" }),
    },
  ];

  it.each(cases)("for $name has GraphQL's status and code: $verdict", async ({ verdict, key, headers, method, ownWords, ...bodies }) => {
    const requestId = randomUUID();
    // Each request uses a new API key, so that both responses have the same RateLimit-Remaining.
    const sent = async (more: Record<string, string>): Promise<Sent> => ({
      ...(method && { method }),
      headers: { ...more, "x-request-id": requestId, ...(key && { authorization: `Bearer ${await texts[key]?.()}` }), ...headers },
    });
    const { graphql = { query: "{ items { totalCount } }" }, mcp = request("ping") } = bodies;
    const asked = await gateway.send({ ...(await sent({})), body: graphql });
    const called = await gateway.send({ path: "/mcp", ...(await sent(clientHeaders)), body: mcp });
    expect([summaryOf(asked), mcpVerdictOf(called)]).toEqual([verdict, verdict]);
    for (const name of ["www-authenticate", "x-request-id", "ratelimit-limit", "ratelimit-remaining", "retry-after", "cache-control"])
      expect([name, called.headers[name]]).toEqual([name, asked.headers[name]]);
    expect(Object.keys(called.headers)).toEqual(expect.arrayContaining(Object.keys(asked.headers).filter((name) => name !== "vary")));
    expect(called.headers["content-type"]).toBe("application/json");
    const { jsonrpc, error, result } = messageOf(called);
    expect([jsonrpc, result, error?.data?.requestId]).toEqual(["2.0", undefined, requestId]);
    const [entry] = asked.body.errors ?? [];
    if (!ownWords) expect([error?.message, error?.data]).toEqual([entry?.message, entry?.extensions]);
    expect(called.text).not.toMatch(/127\.0\.0\.1|node_modules|SELECT|\.ts:|[sp]k_live_[0-9A-Za-z]/);
  });

  describe("a call with wrong arguments is a tool result with the findings, and asks no subgraph", () => {
    const sent = async (key: string, message: unknown) => {
      const before = gateway.subgraph.received.length;
      const headers = { ...clientHeaders, authorization: `Bearer ${await texts[key]?.()}` };
      const answer = await gateway.send({ path: "/mcp", headers, body: message });
      expect([answer.status, messageOf(answer).error, messageOf(answer).result?.isError]).toEqual([200, undefined, true]);
      expect(gateway.subgraph.received.length).toBe(before);
      return messageOf(answer).result;
    };

    it.each<[name: string, code: string, path: string, message: unknown]>([
      ["an unknown argument", "GRAPHQL_VALIDATION_FAILED", "name", call("item", { id, name: "a" })],
      ["unknown fields", "BAD_USER_INPUT", "fields", call("item", { id, fields: "colour" })],
      ["a value of a bad form", "BAD_USER_INPUT", "id", call("item", { id: "no-uuid", fields: "related.related.id" })],
      ["a missing argument", "BAD_USER_INPUT", "id", call("item")],
      ["a depth above the limit", "DEPTH_LIMIT", "", call("item", { id, fields: `${"related.".repeat(8)}id` })],
      ["a document too long", "TOKEN_LIMIT", "", call("items", { fields: `${"related.".repeat(60)}id` })],
      ["too high a cost", "COST_LIMIT", "", call("items", { first: 1000, fields: "related.related.id" })],
    ])("of a query: %s", async (_name, code, path, message) => {
      const result = await sent("reader", message);
      const errors = [{ message: expect.stringMatching(/^[A-Z][^$]+\.$/), code, ...(path && { argument: path }) }];
      expect(result?.structuredContent).toEqual({ result: null, errors });
      expect(result?.content?.[0]?.text).toMatch(/^The call failed:\n- .*\([A-Z_]+\)$/);
    });

    it("of a mutation: every finding as a userError with its path", async () => {
      const result = await sent("admin", call("rename", { input: { name: "a" } }));
      const found = result?.structuredContent?.result as { userErrors: { field: string[]; code: string }[] } | undefined;
      expect(found?.userErrors.map(({ field, code }) => `${field.join(".")} ${code}`)).toEqual([
        "id BAD_USER_INPUT",
        "input BAD_USER_INPUT",
        "input BAD_USER_INPUT",
      ]);
      const text = result?.content?.[0]?.text ?? "";
      expect(text).toMatch(/^Nothing was written:\n- id: The argument id of type UUID! is required\. \(BAD_USER_INPUT\)\n- input: /);
      for (const words of ["title", 'Field "name" is not defined', "Allowed: title."]) expect(text).toContain(words);
    });

    it("of a mutation: an unknown argument that belongs inside `input`", async () => {
      const result = await sent("admin", call("rename", { id, title: "a" }));
      expect(result?.structuredContent).toEqual({
        result: {
          userErrors: [
            { field: ["title"], message: expect.stringContaining('Write "title" inside `input`.'), code: "GRAPHQL_VALIDATION_FAILED" },
          ],
        },
      });
    });

    it("of a mutation: a wrong idempotency_key, but not a wrong header", async () => {
      for (const key of [7, "", "é"]) {
        const result = await sent("writer", call("make", { title: "a", idempotency_key: key }));
        expect(result?.structuredContent).toMatchObject({
          result: { userErrors: [{ field: ["idempotency_key"], code: "idempotency_key_invalid" }] },
        });
      }
    });

    it("lists the available fields to a call with unknown fields", async () => {
      const result = await sent("reader", call("item", { id, fields: "colour" }));
      expect(result?.content?.[0]?.text).toContain("Item has the fields id, title, related");
    });

    it("is measured and logged as rejected, not as executed", async () => {
      await sent("reader", call("item", { id: "no-uuid" }));
      expect(await gateway.metrics()).toMatch(/operation="item",outcome="BAD_USER_INPUT"/);
    });
  });
});
