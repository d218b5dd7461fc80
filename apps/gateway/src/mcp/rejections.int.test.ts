import { randomUUID } from "node:crypto";
import { newKey as freshKeyText } from "@offergraph/shared/access/api-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sent, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { call, clientHeaders, mcpVerdictOf, messageOf, request } from "../testing/mcp.js";

const shop = "https://shop.example";
const id = "01900000-0000-7000-8000-000000000001";
const make = { query: 'mutation { make(title: "a") { id title } }' };
const deep = `{ item(id: "${id}") { ${"related { nodes { ".repeat(8)} id ${"} }".repeat(8)} } }`;
const wide = `{ items { nodes { ${Array.from({ length: 300 }, (_, index) => `a${index % 15}: title`).join(" ")} } } }`;

/** A request that the gateway must reject in the same way over GraphQL and over MCP. */
interface Case {
  name: string;
  verdict: string;
  key: string;
  headers?: Record<string, string>;
  method?: string;
  graphql?: unknown;
  mcp?: unknown;
  /** True if the error has another message and other details over MCP than over GraphQL. */
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
      name: "an unknown argument, and a level too low",
      verdict: "400 GRAPHQL_VALIDATION_FAILED",
      key: "reader",
      graphql: { query: 'mutation { make(name: "a") { id } }' },
      mcp: call("make", { name: "a" }),
      ownWords: true,
    },
    {
      name: "an operation too deep, and a level too low",
      verdict: "400 DEPTH_LIMIT",
      key: "reader",
      graphql: { query: deep },
      mcp: call("item", { id, fields: `${"related.".repeat(8)}id` }),
      ownWords: true,
    },
    {
      name: "an operation too long",
      verdict: "400 TOKEN_LIMIT",
      key: "reader",
      graphql: { query: wide },
      mcp: call("items", { fields: `${"related.".repeat(60)}id` }),
    },
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
      name: "a variable of a bad form, in an operation too costly",
      verdict: "400 BAD_USER_INPUT",
      key: "reader",
      graphql: { query: "query ($id: UUID!) { item(id: $id) { id title } }", variables: { id: "no-uuid" } },
      mcp: call("item", { id: "no-uuid", fields: "related.related.related.related.id" }),
    },
    {
      name: "a variable that is missing",
      verdict: "400 BAD_USER_INPUT",
      key: "reader",
      graphql: { query: "query ($id: UUID!) { item(id: $id) { id title } }" },
      mcp: call("item"),
    },
    {
      name: "an operation too costly",
      verdict: "400 COST_LIMIT",
      key: "reader",
      graphql: { query: "{ items(first: 1000) { nodes { related { nodes { related { nodes { id } } } } } } }" },
      mcp: call("items", { first: 1000, fields: "related.related.id" }),
      ownWords: true,
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
    // The GraphQL request and the MCP request use different new API keys, so that both responses should have the same RateLimit-Remaining.
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

  it("lists every finding, each with its code", async () => {
    const headers = { ...clientHeaders, authorization: `Bearer ${await texts.admin?.()}` };
    const answer = await gateway.send({ path: "/mcp", headers, body: call("rename", { input: { name: "a" } }) });
    const { error } = messageOf(answer);
    expect([answer.status, error?.code, error?.data?.code]).toEqual([400, -32602, "BAD_USER_INPUT"]);
    const findings = error?.data?.errors as { message: string; code: string }[];
    expect(findings.map(({ code }) => code)).toEqual(Array(findings.length).fill("BAD_USER_INPUT"));
    expect(findings.length).toBeGreaterThan(2);
    expect(error?.message).toBe(findings.map(({ message }) => message).join(" "));
    for (const words of ["$id", "title", '"name"']) expect(error?.message).toContain(words);
  });

  it("lists the available fields to a call with unknown fields", async () => {
    const headers = { ...clientHeaders, authorization: `Bearer ${await texts.reader?.()}` };
    const answer = await gateway.send({ path: "/mcp", headers, body: call("item", { id, fields: "colour" }) });
    expect(mcpVerdictOf(answer)).toBe("400 BAD_USER_INPUT");
    expect(messageOf(answer).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("Item has the fields id, title, related"),
    });
  });
});
