import type { ServerResponse } from "node:http";
import { hashKey, newKey } from "@offergraph/shared/access/api-key";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { call, clientHeaders, mcpSender, mcpVerdictOf, request } from "../testing/mcp.js";

let gateway: TestGateway;
/** Sends the response of the fake workspace service. */
let answered: (response: ServerResponse) => void = (response) => response.end("{}");
beforeAll(async () => {
  gateway = await testGateway(
    { PUBLIC_URL: "http://127.0.0.1:4000/", RATE_LIMIT_FAILED_KEY: "3" },
    { owner: "workspace", visited: (_request, response) => answered(response) },
  );
});
afterAll(() => gateway?.stop());

/** Stores a connected app with an access token, as apps/workspace does. */
async function newToken(options: Partial<Parameters<TestGateway["newKey"]>[0]> = {}, seconds = 3_600) {
  const { keyId } = await gateway.newKey({ kind: "APP", level: "WRITE", ...options });
  const token = newKey("APP");
  await gateway.pool.query(
    `INSERT INTO oauth_tokens (hash, workspace_id, created_at, updated_at, expires_at, key_id, client_hash, is_refresh)
     VALUES ($1, $2, now(), now(), now() + $3 * interval '1 second', $4, 'c', false)`,
    [hashKey(token), gateway.workspaceId, seconds, keyId],
  );
  return { token, keyId };
}
const challengeOf = ({ headers }: { headers: Record<string, unknown> }) => headers["www-authenticate"];
const metadataUrl = "http://127.0.0.1:4000/.well-known/oauth-protected-resource/mcp";

describe("the metadata of the resource", () => {
  it.each(["", "/mcp"])("is public at /.well-known/oauth-protected-resource%s (RFC 9728)", async (path) => {
    const answer = await gateway.send({ method: "GET", path: `/.well-known/oauth-protected-resource${path}` });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    expect(answer.body).toEqual({
      resource: "http://127.0.0.1:4000/mcp",
      resource_name: "Offergraph",
      authorization_servers: ["http://127.0.0.1:4000"],
      scopes_supported: ["read", "write", "admin"],
      bearer_methods_supported: ["header"],
    });
  });

  it("has the host name that a local client called, and never a foreign one", async () => {
    const get = async (host: string) =>
      (await gateway.send({ method: "GET", path: "/.well-known/oauth-protected-resource", headers: { host } })).body.resource;
    expect(await get("localhost:4000")).toBe("http://localhost:4000/mcp");
    expect(await get("evil.example")).toBe("http://127.0.0.1:4000/mcp");
    expect(await get("localhost:4001")).toBe("http://127.0.0.1:4000/mcp");
  });

  it("does not exist if no service is an authorization server", async () => {
    const other = await testGateway();
    try {
      expect((await other.send({ method: "GET", path: "/.well-known/oauth-protected-resource" })).status).toBe(404);
      const answer = await other.send({ path: "/mcp", headers: clientHeaders, body: request("tools/list") });
      expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="offergraph"']);
    } finally {
      await other.stop();
    }
  });
});

describe("a rejected MCP request", () => {
  const parameters = `resource_metadata="${metadataUrl}", scope="read write"`;
  it("without a key leads to the metadata", async () => {
    const answer = await gateway.send({ path: "/mcp", headers: clientHeaders, body: request("tools/list") });
    expect([answer.status, challengeOf(answer)]).toEqual([401, `Bearer realm="offergraph", ${parameters}`]);
  });
  it("with an invalid key leads to the metadata", async () => {
    const answer = await mcpSender(gateway, "at_live_x")(request("tools/list"));
    expect([answer.status, challengeOf(answer)]).toEqual([401, `Bearer realm="offergraph", error="invalid_token", ${parameters}`]);
  });
  it("of an app with a lower level names the scopes that it needs; an API key gets no such header", async () => {
    const { token } = await newToken({ level: "READ" });
    const write = call("make", { title: "x" });
    const answer = await mcpSender(gateway, token)(write);
    expect([mcpVerdictOf(answer), challengeOf(answer)]).toEqual([
      "403 access_level_insufficient",
      `Bearer error="insufficient_scope", ${parameters}`,
    ]);
    const { key } = await gateway.newKey({ level: "READ" });
    expect(challengeOf(await mcpSender(gateway, key)(write))).toBeUndefined();
  });
});

describe("an access token", () => {
  const ping = async (token: string) => mcpVerdictOf(await mcpSender(gateway, token)(request("ping")));

  it("is valid at /mcp and for no other audience", async () => {
    const { token } = await newToken();
    expect(await ping(token)).toBe("200 ok");
    const answer = await gateway.ask(token, "{ items { totalCount } }");
    expect([summaryOf(answer), answer.body.errors?.[0]?.message]).toEqual([
      "401 api_key_invalid",
      "OAuth access tokens are valid only for /mcp.",
    ]);
    const listen = { path: "/v1/listen/start", headers: { authorization: `Bearer ${token}` }, body: {} };
    expect(summaryOf(await gateway.send(listen))).toBe("401 api_key_invalid");
  });
  it("is found by the same statement as keys, with the index of each table", async () => {
    const client = new pg.Client({ connectionString: gateway.connectionString });
    await client.connect();
    try {
      // Disables sequential scans and bitmap scans, because PostgreSQL would not choose an index scan for an empty table.
      await client.query("SET enable_seqscan = off");
      await client.query("SET enable_bitmapscan = off");
      const { rows } = await client.query(
        `EXPLAIN SELECT * FROM credential_lookups WHERE hash = ANY ('{${hashKey("a")},${hashKey("b")}}')`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/Index Scan using api_keys_hash_key on api_keys/);
      expect(plan).toMatch(/Index Scan using oauth_tokens_pkey on oauth_tokens/);
    } finally {
      await client.end();
    }
  });
  it("stops at once when it expires, when the app is revoked, and when the member leaves", async () => {
    expect(await ping((await newToken({}, 0)).token)).toBe("401 api_key_invalid");
    const revoked = await newToken();
    await gateway.store.revokeKey(gateway.workspaceId, revoked.keyId);
    expect(await ping(revoked.token)).toBe("401 api_key_invalid");
    const { memberId } = await gateway.store.addMember(gateway.workspaceId, { name: "A", role: "ADMIN" });
    const { token } = await newToken({ memberId, level: "ADMIN" });
    expect(await ping(token)).toBe("200 ok");
    await gateway.store.setRole(gateway.workspaceId, memberId, "MEMBER");
    const configure = call("configure", { title: "x" });
    expect(mcpVerdictOf(await mcpSender(gateway, token)(configure))).toBe("403 access_level_insufficient");
    await gateway.store.removeMember(gateway.workspaceId, memberId);
    expect(await ping(token)).toBe("403 api_key_creator_not_member");
  });
});

it("too many wrong sessions from an address close a page that takes sessions for a minute, and no other path; other failures close nothing", async () => {
  const post = async (name: string) => (await gateway.send({ path: `/oauth/${name}`, body: {} })).status;
  const statuses = async (name: string) => {
    const seen: number[] = [];
    for (let index = 0; index < 5; index += 1) seen.push(await post(name));
    return seen;
  };
  const pages = ["authorize", "apps"];
  answered = (response) => response.writeHead(400).end("{}");
  for (const name of ["token", ...pages]) expect([name, await statuses(name)]).toEqual([name, Array(5).fill(400)]);
  answered = (response) => response.writeHead(401).end("{}");
  for (const name of ["token", "register", "revoke"]) expect([name, await statuses(name)]).toEqual([name, Array(5).fill(401)]);
  answered = (response) => response.writeHead(403).end("{}");
  for (const name of pages) expect([name, await statuses(name)]).toEqual([name, [403, 403, 403, 429, 429]]);
  answered = (response) => response.end("{}");
  for (const name of ["token", "register", "revoke"]) expect([name, await post(name)]).toEqual([name, 200]);
  expect((await gateway.send({ method: "GET", path: "/.well-known/oauth-authorization-server" })).status).toBe(200);
});
