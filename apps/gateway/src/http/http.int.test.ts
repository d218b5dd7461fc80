import { connect } from "node:net";
import { allows, graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { givenUpOnLeaving } from "../testing/disconnect.js";
import { signingKey, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

const dashboard = "https://dashboard.example";
const query = "{ items { totalCount } }";
const data = { data: { items: { totalCount: 1 } } };

describe("the public port", () => {
  let gateway: TestGateway;
  let key = "";
  let keyId = "";
  beforeAll(async () => {
    gateway = await testGateway({ CORS_ORIGINS: dashboard, PUBLIC_URL: "https://api.example/" });
    ({ key, keyId } = await gateway.newKey({ level: "WRITE" }));
  });
  afterAll(() => gateway?.stop());
  const bearer = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more });
  const last = () => gateway.subgraph.received.at(-1) ?? {};

  it("executes an operation with the key in either header, or the same key in both", async () => {
    expect((await gateway.ask(key, query)).body).toEqual(data);
    expect((await gateway.send({ headers: { "x-api-key": key }, body: { query } })).body).toEqual(data);
    expect((await gateway.send({ headers: bearer({ "x-api-key": key }), body: { query } })).body).toEqual(data);
  });

  it("accepts variables, an operation name and unknown extensions", async () => {
    const document = "query One($first: Int) { items(first: $first) { nodes { title } } } query Two { items { totalCount } }";
    const one = await gateway.send({
      headers: bearer(),
      body: { query: document, operationName: "One", variables: { first: 1 }, extensions: { any: 1 } },
    });
    expect(one.body).toEqual({ data: { items: { nodes: [{ title: "one" }] } } });
    expect((await gateway.send({ headers: bearer(), body: { query: document, operationName: "Two", variables: null } })).body).toEqual(
      data,
    );
    expect((await gateway.send({ headers: bearer(), body: { query, operationName: null } })).body).toEqual(data);
  });

  it("executes queries by GET, and rejects a repeated parameter", async () => {
    const path = `/graphql/v1?${new URLSearchParams({ query: "query ($first: Int) { items(first: $first) { totalCount } }", variables: '{"first":1}' })}`;
    expect((await gateway.send({ method: "GET", path, headers: bearer() })).body).toEqual(data);
    expect(summaryOf(await gateway.send({ method: "GET", path: `${path}&query=a`, headers: bearer() }))).toBe("400 BAD_REQUEST");
    expect(summaryOf(await gateway.send({ method: "GET", path: `${path}x`, headers: bearer() }))).toBe("400 BAD_REQUEST");
    expect(summaryOf(await gateway.send({ method: "GET", headers: bearer() }))).toBe("400 BAD_REQUEST");
  });

  it.each([
    [undefined, "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    ["application/*", "application/json; charset=utf-8"],
    ["application/graphql-response+json", "application/graphql-response+json; charset=utf-8"],
    ["application/graphql-response+json, application/json;q=0.9", "application/graphql-response+json; charset=utf-8"],
    ["application/graphql-response+json;q=0.5, application/json", "application/json; charset=utf-8"],
    ["text/html, application/json;q=0.1", "application/json; charset=utf-8"],
  ])("responds to Accept %s with %s", async (accept, type) => {
    const answer = await gateway.send({ headers: bearer(accept === undefined ? {} : { accept }), body: { query } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, type]);
  });

  it("rejects a request with two Host headers, on every path", async () => {
    for (const path of ["/graphql/v1", "/mcp", "/f/k", "/", "/nowhere"]) {
      const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`);
      let text = "";
      for await (const chunk of socket) text += chunk;
      expect(text, path).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"BAD_REQUEST"/s);
    }
  });

  it("keeps a valid X-Request-Id and generates one otherwise", async () => {
    const idOf = async (id: string) =>
      (await gateway.send({ headers: bearer({ "x-request-id": id }), body: { query } })).headers["x-request-id"];
    expect(await idOf("order-42/a")).toBe("order-42/a");
    expect(last()["x-request-id"]).toBe("order-42/a");
    for (const bad of ["", "a b", "é", "x".repeat(129), '{"a":1}']) expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
    const refused = await gateway.send({ headers: { "x-request-id": "order-43" } });
    expect(refused.body.errors?.[0]?.extensions.requestId).toBe("order-43");
  });

  it("sends subgraphs the signed principal and no other client headers", async () => {
    const forged = { [principalHeader]: "forged", "x-offergraph-errors": "9", cookie: "a=b", "x-anything": "c" };
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await gateway.ask(key, query, { headers: { ...forged, traceparent, "idempotency-key": "for mutations only" } });
    const received = last();
    const principal = principalSigner(signingKey).verify(
      String(received[principalHeader]),
      Date.now(),
      graphqlRequest("things", gateway.subgraph.bodies.at(-1) ?? ""),
    );
    expect(principal).toEqual({
      workspaceId: gateway.workspaceId,
      memberId: gateway.memberId,
      keyId,
      level: "WRITE",
      requestId: received["x-request-id"],
    });
    expect(allows(principal.level, "ADMIN")).toBe(false);
    expect(received.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-00$/);
    for (const name of ["authorization", "x-api-key", "cookie", "x-anything", "x-offergraph-errors", "idempotency-key"])
      expect(received).not.toHaveProperty(name);
  });

  it("forwards the Idempotency-Key of a mutation", async () => {
    const longest = ` ~${"k".repeat(252)}!`.trim();
    const answer = await gateway.ask(key, 'mutation { make(title: "a") { title } }', { headers: { "idempotency-key": longest } });
    expect(answer.body).toEqual({ data: { make: { title: "a" } } });
    expect(last()["idempotency-key"]).toBe(longest);
  });

  it("responds 200 with data and errors if parts failed", async () => {
    const answer = await gateway.ask(key, "{ broken { id } items { totalCount } }");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      data: { broken: null, ...data.data },
      errors: [{ path: ["broken"], extensions: { code: "BROKEN", requestId: answer.headers["x-request-id"] } }],
    });
  });

  it("gives CORS headers to the dashboard's origin alone, preflight included", async () => {
    const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type" };
    const allowed = await gateway.send({ method: "OPTIONS", headers: { origin: dashboard, ...preflight } });
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({ "access-control-allow-origin": dashboard, vary: "Origin" });
    expect(allowed.headers["access-control-allow-headers"]).toContain("authorization");
    const answered = await gateway.ask(key, query, { headers: { origin: dashboard } });
    expect(answered.headers).toMatchObject({ "access-control-allow-origin": dashboard, vary: "Origin" });
    expect(answered.headers["access-control-expose-headers"]).toContain("RateLimit-Remaining");
    const refused = await gateway.send({ headers: { origin: dashboard } });
    expect(refused.headers["access-control-allow-origin"]).toBe(dashboard);
    for (const origin of ["https://evil.example", "null", `${dashboard}.evil.example`, dashboard.toUpperCase()])
      for (const answer of [
        await gateway.send({ method: "OPTIONS", headers: { origin, ...preflight } }),
        await gateway.ask(key, query, { headers: { origin } }),
      ])
        expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("serves the API's URLs and health checks, and 404 for other paths", async () => {
    const home = await gateway.send({ method: "GET", path: "/" });
    expect(home.body).toMatchObject({ name: "Offergraph", graphql: "https://api.example/graphql/v1" });
    expect((await gateway.send({ method: "GET", path: "/health/live" })).body).toEqual({ status: "live" });
    expect((await gateway.send({ method: "GET", path: "/health/ready" })).body).toMatchObject({
      status: "ready",
      checks: { database: true },
    });
    expect(await gateway.metrics()).toMatch(/offergraph_request_seconds_count\{[^}]*operation="items"/);
    const nothing = await gateway.send({ method: "GET", path: "/graphql" });
    expect(summaryOf(nothing)).toBe("404 NOT_FOUND");
    expect(nothing.body.errors?.[0]?.extensions.requestId).toBe(nothing.headers["x-request-id"]);
    expect(summaryOf(await gateway.send({ path: "/health/live" }))).toBe("405 METHOD_NOT_ALLOWED");
    expect(home.headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
  });

  it("sends 100 Continue only after authentication", async () => {
    const said = await converse([
      `POST /graphql/v1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`,
    ]);
    expect(said).toMatch(/^HTTP\/1.1 401 /);
    const body = JSON.stringify({ query });
    const head = `POST /graphql/v1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    expect(await converse([head, body])).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });

  it("survives clients that disconnect, and a body without Content-Length", async () => {
    const head = `POST /graphql/v1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    await converse([`${head}Content-Length: 1000\r\n\r\n{`], "leave");
    const chunk = `${(64 * 1024).toString(16)}\r\n${" ".repeat(64 * 1024)}\r\n`;
    expect(await converse([`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`])).toMatch(/^HTTP\/1.1 413 /);
    expect((await gateway.ask(key, query)).body).toEqual(data);
  });

  it("rejects two different keys in repeated headers", async () => {
    const answer = await gateway.send({ headers: { "x-api-key": [key, "another"] }, body: { query } });
    expect(summaryOf(answer)).toBe("400 api_key_conflict");
  });

  /**
   * Sends raw HTTP texts over one connection: the first text immediately, and each further text when data arrives. Returns all received
   * data.
   */
  function converse(texts: string[], end: "wait" | "leave" = "wait"): Promise<string> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(gateway.url);
      let said = "";
      const [first = "", ...rest] = texts;
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(first, () => {
          if (end === "leave") socket.destroy();
        });
      });
      socket.on("data", (chunk) => {
        said += chunk.toString();
        const next = rest.shift();
        if (next !== undefined) socket.write(next);
        else if (/\r\n\r\n\{.*\}$/s.test(said)) socket.destroy();
      });
      socket.on("close", () => resolve(said)).on("error", reject);
    });
  }
});

describe("a gateway under failure", () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await testGateway();
  });
  afterEach(() => gateway.stop());

  it("that is stopping finishes requests in progress and accepts no new ones", async () => {
    const { key } = await gateway.newKey();
    const release = gateway.subgraph.hold();
    const answers = Promise.all(Array.from({ length: 5 }, () => gateway.ask(key, query)));
    await vi.waitFor(() => expect(gateway.subgraph.received).toHaveLength(5), polling);
    const stopping = gateway.stopGateway();
    await expect(gateway.ask(key, query)).rejects.toThrow();
    release();
    expect((await answers).map(({ body }) => body)).toEqual(Array(5).fill(data));
    await stopping;
  });

  it("aborts the query of a disconnected client and completes its mutation", async () => {
    const { key } = await gateway.newKey();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const write = { query: 'mutation { make(title: "kept") { id } }' };
    expect(await givenUpOnLeaving(gateway, "/graphql/v1", headers, [write, { query }])).toEqual([expect.stringContaining("items")]);
  });

  it("without a database responds 503 without details", async () => {
    const { key } = await gateway.newKey();
    await gateway.dropDatabase();
    const answer = await gateway.ask(key, query);
    expect(summaryOf(answer)).toBe("503 SERVICE_UNAVAILABLE");
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.text).not.toMatch(/database|postgres|connection/i);
    const ready = await gateway.send({ method: "GET", path: "/health/ready" });
    expect([ready.status, ready.body.checks]).toEqual([503, { database: false, accepting: true }]);
    expect((await gateway.send({ method: "GET", path: "/health/live" })).status).toBe(200);
  });

  it("without a subgraph responds 200 with that field null", async () => {
    const { key } = await gateway.newKey();
    await gateway.subgraph.stop();
    const answer = await gateway.ask(key, query);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ data: { items: null }, errors: [{ extensions: { code: "SUBGRAPH_UNAVAILABLE" } }] });
  });
});
