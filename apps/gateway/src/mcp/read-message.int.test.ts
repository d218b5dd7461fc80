import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sent, type TestGateway, testGateway } from "../testing/gateway.js";
import { clientHeaders, mcpSender, mcpVerdictOf, messageOf, request } from "../testing/mcp.js";

const dashboard = "https://dashboard.example";
const ping = request("ping");

describe("the address of MCP, over HTTP", () => {
  let gateway: TestGateway;
  let key = "";
  let send: ReturnType<typeof mcpSender>;
  beforeAll(async () => {
    gateway = await testGateway({ CORS_ORIGINS: dashboard });
    ({ key } = await gateway.newKey());
    send = mcpSender(gateway, key);
  });
  afterAll(() => gateway?.stop());

  it.each<[name: string, verdict: string, code: number, body: unknown, more?: Sent]>([
    ["a body that is no JSON", "400 BAD_REQUEST", -32700, "{"],
    ["an empty body", "400 BAD_REQUEST", -32700, ""],
    ["a body that is no UTF-8", "400 BAD_REQUEST", -32700, Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","x":"\xff"}', "latin1")],
    ["JSON that is no object", "400 BAD_REQUEST", -32600, '"ping"'],
    ["JSON that is no message", "400 BAD_REQUEST", -32600, { query: "{ items { totalCount } }" }],
    ["an id that is none", "400 BAD_REQUEST", -32600, { ...ping, id: null }],
    ["an id that cannot be one", "400 BAD_REQUEST", -32600, { ...ping, id: { of: 1 } }],
    ["an id that is not read exactly", "400 BAD_REQUEST", -32600, '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}'],
    ["a batch of one", "400 BATCHING_NOT_SUPPORTED", -32600, [ping]],
    ["an empty batch", "400 BATCHING_NOT_SUPPORTED", -32600, []],
    ["a body of another type", "415 UNSUPPORTED_MEDIA_TYPE", -32000, ping, { headers: { "content-type": "text/plain" } }],
    ["a type that only begins like JSON", "415 UNSUPPORTED_MEDIA_TYPE", -32000, ping, { headers: { "content-type": "application/jsonx" } }],
    ["a compressed body", "415 UNSUPPORTED_MEDIA_TYPE", -32000, ping, { headers: { "content-encoding": "gzip" } }],
    ["a client that takes JSON alone", "406 NOT_ACCEPTABLE", -32000, ping, { headers: { accept: "application/json" } }],
    ["a client that takes streams alone", "406 NOT_ACCEPTABLE", -32000, ping, { headers: { accept: "text/event-stream" } }],
    ["a client that takes anything", "406 NOT_ACCEPTABLE", -32000, ping, { headers: { accept: "*/*" } }],
    ["a foreign origin", "403 origin_not_allowed", -32000, ping, { headers: { origin: "https://evil.example" } }],
    ["an origin of nowhere", "403 origin_not_allowed", -32000, ping, { headers: { origin: "null" } }],
    ["its own host by another scheme", "403 origin_not_allowed", -32000, ping, { headers: { origin: "https://127.0.0.1" } }],
    ["a body of more than 1 MiB", "413 BODY_TOO_LARGE", -32000, { ...ping, params: { text: "x".repeat(1024 * 1024) } }],
  ])("refuses %s: %s", async (_name, verdict, code, body, more) => {
    const answer = await send(body, more);
    const { jsonrpc, id, error } = messageOf(answer);
    expect([mcpVerdictOf(answer), jsonrpc, id, error?.code]).toEqual([verdict, "2.0", null, code]);
    expect(error?.message).toMatch(/^[A-Z].{10,}/);
    expect(error?.data).toMatchObject({ fix: expect.any(String), requestId: answer.headers["x-request-id"] });
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  it.each<[name: string, id: string | number, body: unknown]>([
    ["another version of JSON-RPC", 1, { ...ping, jsonrpc: "1.0" }],
    ["an id that is no whole number", 1.5, { ...ping, id: 1.5 }],
    ["a method that is none", "seven", { ...ping, id: "seven", method: 7 }],
    ["an empty id and no method", "", { jsonrpc: "2.0", id: "" }],
    ["params that are a text", 0, { ...ping, id: 0, params: "x" }],
    ["an answer that is none", -3, { jsonrpc: "2.0", id: -3, result: "x" }],
  ])("refuses %s with the id that it has: %j", async (_name, sent, body) => {
    const answer = await send(body);
    const { jsonrpc, id, error } = messageOf(answer);
    expect([mcpVerdictOf(answer), jsonrpc, id, error?.code]).toEqual(["400 BAD_REQUEST", "2.0", sent, -32600]);
  });

  it.each(["GET", "DELETE", "PUT", "PATCH"])("answers %s with 405: there are no sessions and no streams", async (method) => {
    const answer = await gateway.send({ method, path: "/mcp", headers: { ...clientHeaders, authorization: `Bearer ${key}` } });
    expect([mcpVerdictOf(answer), answer.headers.allow]).toEqual(["405 METHOD_NOT_ALLOWED", "POST"]);
    expect(mcpVerdictOf(await gateway.send({ method, path: "/mcp", headers: clientHeaders }))).toBe("401 api_key_missing");
  });

  it("serves pages of its own origin, by both names of this machine, and those of CORS_ORIGINS", async () => {
    const { port } = new URL(gateway.url);
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, dashboard])
      expect([origin, (await send(ping, { headers: { origin } })).status]).toEqual([origin, 200]);
    expect((await send(ping, { headers: { origin: dashboard } })).headers["access-control-allow-origin"]).toBe(dashboard);
    const refused = await send(ping, { headers: { origin: "https://evil.example" } });
    expect(refused.headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("knows itself by the address that callers use", async () => {
    const other = await testGateway({ PUBLIC_URL: "https://api.example/" });
    try {
      const sendThere = mcpSender(other, (await other.newKey()).key);
      expect((await sendThere(ping, { headers: { origin: "https://api.example" } })).status).toBe(200);
      expect((await sendThere(ping, { headers: { origin: other.url } })).status).toBe(403);
    } finally {
      await other.stop();
    }
  });

  it("answers a browser's preflight request", async () => {
    const asked = { "access-control-request-method": "POST", "access-control-request-headers": "authorization,mcp-protocol-version" };
    const preflight = (origin: string) => gateway.send({ method: "OPTIONS", path: "/mcp", headers: { origin, ...asked } });
    const allowed = await preflight(dashboard);
    expect([allowed.status, allowed.text]).toEqual([204, ""]);
    expect(allowed.headers["access-control-allow-origin"]).toBe(dashboard);
    for (const name of ["authorization", "content-type", "mcp-protocol-version"])
      expect(allowed.headers["access-control-allow-headers"]).toContain(name);
    expect((await preflight("https://evil.example")).headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("takes JSON with a charset, and a client that takes more than it has to", async () => {
    const headers = {
      "content-type": "application/json; charset=UTF-8",
      accept: "text/event-stream;q=0.5, application/json, text/html;q=0.1",
    };
    expect((await send(ping, { headers })).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });
});
