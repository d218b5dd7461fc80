import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { visitorHeader } from "@offergraph/shared/access/visitor";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ingestPipeline } from "../pipeline/pipelines.js";
import { type Sent, signingKey, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import type { KeyOptions } from "../testing/keys.js";

const seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage["headers"]; body: string }[] = [];
/** Request handler of the fake orders service. Tests replace the handler. */
let take: (request: IncomingMessage, response: ServerResponse) => void;

const takeWhole = async (request: IncomingMessage, response: ServerResponse) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method, url, headers } = request;
  seen.push({ method, url, headers, body });
  response.writeHead(200, { "content-type": "application/json" }).end('{"results":[]}');
};

const logged: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway({}, { visited: (request, response) => take(request, response), owner: "orders", log });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  seen.length = 0;
  logged.length = 0;
  take = takeWhole;
});

const path = "/v1/ingest/orders";
const send = (key: string | undefined, more: Sent = {}) =>
  gateway.send({
    path,
    body: { records: [] },
    ...more,
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...more.headers },
  });
const keyOf = async (options: Partial<KeyOptions> = {}) => (await gateway.newKey(options)).key;

/** Starts an ingest request. The caller writes the body to `request`. */
function open(key: string, headers: Record<string, string> = { "content-type": "application/x-ndjson" }) {
  const request = httpRequest(`${gateway.url}${path}`, { method: "POST", headers: { authorization: `Bearer ${key}`, ...headers } });
  return { request, answered: once(request, "response").then(([response]) => response as IncomingMessage) };
}

describe("ingestPipeline", () => {
  it("checks in order: address, key, limit, level, then the body", () => {
    expect(ingestPipeline.map((step) => step.name)).toEqual([
      "stripReservedHeaders",
      "requestId",
      "limitPublic",
      "readKey",
      "limitFailedAttempts",
      "authenticate",
      "limitKey",
      "noteKeyUse",
      "authorizeIngest",
      "refuseDryRun",
      "validateIngest",
      "limitIngest",
      "proxyRequest",
    ]);
  });
});

describe("records", () => {
  it.each(["/v1/ingest/orders", "/v1/ingest/checkouts", "/v1/ingest/rates"])(
    "to %s reach orders with the signed identity, without the key",
    async (to) => {
      const connectionId = randomUUID();
      const key = await keyOf({ connectionId, level: "WRITE" });
      const answer = await send(key, { path: to, headers: { "x-request-id": "ingest-1", [principalHeader]: "forged" } });
      expect([answer.status, answer.text, answer.headers["ratelimit-limit"]]).toEqual([200, '{"results":[]}', "600"]);
      expect(seen).toMatchObject([{ method: "POST", url: to, body: '{"records":[]}' }]);
      const headers = seen[0]?.headers ?? {};
      const principal = principalSigner(signingKey).verify(String(headers[principalHeader]), Date.now(), {
        ...{ service: "orders", method: "POST", path: to, body: undefined },
      });
      expect(principal).toMatchObject({ workspaceId: gateway.workspaceId, level: "WRITE", connectionId, requestId: "ingest-1" });
      expect(headers).not.toHaveProperty("authorization");
      expect(headers).not.toHaveProperty(visitorHeader);
    },
  );
  it("are accepted with a secret key without a connection", async () => {
    await send(await keyOf({ level: "WRITE" }));
    const principal = principalSigner(signingKey).verify(String(seen[0]?.headers[principalHeader]), Date.now(), {
      ...{ service: "orders", method: "POST", path, body: undefined },
    });
    expect(principal).not.toHaveProperty("connectionId");
  });
  it("that are rejected do not reach orders, and the error explains why", async () => {
    const good = await keyOf();
    const gone = await gateway.newKey();
    await gateway.store.revokeKey(gateway.workspaceId, gone.keyId);
    const connectionId = randomUUID();
    const publishable = await keyOf({ kind: "PUBLISHABLE", level: "READ", origins: ["https://a.example"] });
    const verdicts = {
      "no key": await send(undefined),
      "two keys": await send(good, { headers: { "x-api-key": "another" } }),
      mistyped: await send(`${good}x`),
      revoked: await send(gone.key),
      publishable: await send(publishable),
      "publishable elsewhere": await send(publishable, { headers: { origin: "https://b.example" } }),
      "read key": await send(await keyOf({ level: "READ" })),
      "read key of a connection": await send(await keyOf({ level: "READ", connectionId })),
      "read key and another type": await send(await keyOf({ level: "READ" }), { headers: { "content-type": "text/plain" } }),
      "dry run": await send(good, { headers: { "dry-run": "true" } }),
      "dry run of a stream": await send(good, { headers: { "dry-run": "1", "content-type": "application/x-ndjson" }, body: "{}\n" }),
      "unclear dry run": await send(good, { headers: { "dry-run": "maybe" } }),
      GET: await send(good, { method: "GET", body: undefined }),
      "another type": await send(good, { headers: { "content-type": "text/csv" } }),
      compressed: await send(good, { headers: { "content-type": "application/x-ndjson", "content-encoding": "gzip" } }),
      "another charset": await send(good, { headers: { "content-type": "application/x-ndjson; charset=latin1" } }),
      "too long": await send(good, { body: `{"records":[]}${" ".repeat(8 * 1024 * 1024)}` }),
    };
    expect(Object.fromEntries(Object.entries(verdicts).map(([what, answer]) => [what, summaryOf(answer)]))).toEqual({
      "no key": "401 api_key_missing",
      "two keys": "400 api_key_conflict",
      mistyped: "401 api_key_invalid",
      revoked: "401 api_key_invalid",
      publishable: "403 secret_key_required",
      "publishable elsewhere": "403 origin_not_allowed",
      "read key": "403 access_level_insufficient",
      "read key of a connection": "403 access_level_insufficient",
      "read key and another type": "403 access_level_insufficient",
      "dry run": "400 dry_run_not_supported",
      "dry run of a stream": "400 dry_run_not_supported",
      "unclear dry run": "400 dry_run_invalid",
      GET: "405 METHOD_NOT_ALLOWED",
      "another type": "415 UNSUPPORTED_MEDIA_TYPE",
      compressed: "415 UNSUPPORTED_MEDIA_TYPE",
      "another charset": "415 UNSUPPORTED_MEDIA_TYPE",
      "too long": "413 BODY_TOO_LARGE",
    });
    expect(verdicts["too long"].text).toMatch(/Send fewer records per request, or an NDJSON stream/);
    expect(seen).toEqual([]);
  });
  it("are the only requests that a connection key may send", async () => {
    const key = await keyOf({ connectionId: randomUUID() });
    expect(summaryOf(await send(key))).toBe("200 ok");
    expect(summaryOf(await gateway.ask(key, "{ items { totalCount } }"))).toBe("403 connection_key_not_supported");
  });
  it("count as one request of the key, regardless of their number", async () => {
    const key = await keyOf({ limitPerMinute: 2 });
    const lines = { headers: { "content-type": "application/x-ndjson" }, body: "{}\n".repeat(5_000) };
    expect([summaryOf(await send(key, lines)), summaryOf(await send(key)), summaryOf(await send(key))]).toEqual([
      "200 ok",
      "200 ok",
      "429 rate_limited",
    ]);
  });
  it("with an invalid key count as its failed attempts", async () => {
    const limited = await testGateway({ RATE_LIMIT_FAILED_KEY: "1" }, { visited: takeWhole, owner: "orders" });
    const wrong = () => limited.send({ path, headers: { authorization: "Bearer sk_live_wrong" }, body: {} });
    expect([summaryOf(await wrong()), summaryOf(await wrong())]).toEqual(["401 api_key_invalid", "429 rate_limited"]);
    await limited.stop();
  });
});

describe("concurrent ingest requests", () => {
  it("are limited per workspace and release the budget when they end", async () => {
    let open = 0;
    const visited = (request: IncomingMessage, response: ServerResponse) => {
      open += 1;
      void takeWhole(request, response).catch(() => undefined);
    };
    // Disables the limit per key, because the repeated requests of this test would exceed the default limit.
    const settings = { MAX_INGEST_REQUESTS_PER_WORKSPACE: "2", RATE_LIMIT_PER_KEY: "0" };
    const limited = await testGateway(settings, { visited, owner: "orders" });
    const other = await limited.store.createWorkspace("Other");
    const { memberId } = await limited.store.addMember(other.workspaceId, { name: "Owner", role: "OWNER" });
    const { key: othersKey } = await limited.newKey({ workspaceId: other.workspaceId, memberId });
    const { key } = await limited.newKey();
    const sendTo = (own: string) => limited.send({ path, headers: { authorization: `Bearer ${own}` }, body: { records: [] } });
    const slow = Array.from({ length: 2 }, () => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" };
      const request = httpRequest(`${limited.url}${path}`, { method: "POST", headers });
      request.on("error", () => undefined).write("{}\n");
      return request;
    });
    // Waits until the slow requests are in progress, so that the gateway rejects the next request.
    await vi.waitFor(() => expect(open).toBe(slow.length), polling);
    expect(summaryOf(await sendTo(key))).toBe("429 rate_limited");
    expect(summaryOf(await sendTo(othersKey))).toBe("200 ok");
    for (const request of slow) request.destroy();
    await vi.waitFor(async () => expect(summaryOf(await sendTo(key))).toBe("200 ok"), polling);
    await limited.stop();
  });
});

describe("an NDJSON stream", () => {
  it("gets results while it is sent", async () => {
    take = (request, response) => {
      response.writeHead(200).flushHeaders();
      request.on("data", (chunk: Buffer) => response.write(chunk.toString().toUpperCase()));
      request.on("end", () => response.end());
    };
    const { request, answered } = open(await keyOf());
    request.write("one");
    const heard = (await answered)[Symbol.asyncIterator]();
    for (const text of ["one", "two", "three"]) {
      if (text !== "one") request.write(text);
      expect(String((await heard.next()).value)).toBe(text.toUpperCase());
    }
    request.end();
    expect((await heard.next()).done).toBe(true);
  });
  it("has no size limit, and waits while orders is busy", async () => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let size = 0;
    take = async (request, response) => {
      response.writeHead(200).flushHeaders();
      await gate;
      for await (const chunk of request) size += (chunk as Buffer).length;
      response.end(String(size));
    };
    const { request, answered } = open(await keyOf());
    const chunk = Buffer.alloc(1024 * 1024, "x");
    let written = 0;
    // Writes until all buffers between the client and the service are full.
    while (written < 64 && (await Promise.race([new Promise((resolve) => request.write(chunk, resolve)), after(2_000)])) !== "full")
      written += 1;
    expect(written).toBeLessThan(64);
    go();
    for (let rest = written; rest < 32; rest++) await new Promise((resolve) => request.write(chunk, resolve));
    request.end();
    let text = "";
    for await (const part of await answered) text += part;
    expect(Number(text)).toBeGreaterThanOrEqual(32 * chunk.length);
  });
  it("ends at orders when the client disconnects", async () => {
    let left: (what: string) => void = () => undefined;
    const gone = new Promise<string>((resolve) => {
      left = resolve;
    });
    take = (request, response) => {
      response.writeHead(200).flushHeaders();
      request.on("error", () => left("broken")).resume();
    };
    const { request, answered } = open(await keyOf());
    request.on("error", () => undefined);
    request.write("{}\n");
    (await answered).on("error", () => undefined);
    request.destroy();
    expect(await gone).toBe("broken");
  });
  it("that orders rejects early gets the response and is not read forever", async () => {
    take = (_request, response) => response.writeHead(404, { "content-type": "application/json" }).end('{"errors":[]}');
    const { request, answered } = open(await keyOf());
    request.on("error", () => undefined);
    request.write("{}\n");
    expect((await answered).statusCode).toBe(404);
    request.destroy();
  });
  it("that orders responds to early is drained, for clients that read last", async () => {
    take = (_request, response) => response.writeHead(404, { "content-type": "application/json" }).end('{"errors":[]}');
    const { request, answered } = open(await keyOf());
    request.on("error", () => undefined);
    const chunk = Buffer.alloc(1024 * 1024, "x");
    for (let sent = 0; sent < 32; sent++) await new Promise((resolve) => request.write(chunk, resolve));
    request.end();
    expect((await answered).statusCode).toBe(404);
  });
});

describe("an aborted request", () => {
  /** Sends half of a request body, calls `leave` to close the connection, and returns the response. */
  async function half(leave: (socket: Socket) => void): Promise<string> {
    const { hostname: host, port } = new URL(gateway.url);
    const head = [`POST ${path} HTTP/1.1`, "host: a", `x-api-key: ${await keyOf()}`, "x-request-id: half-1", "content-length: 20"];
    const arrived = new Promise<void>((resolve) => {
      take = (request) => void request.on("error", () => undefined).once("data", () => resolve());
    });
    const socket = connect({ host, port: Number(port), allowHalfOpen: true });
    socket.write(`${head.join("\r\n")}\r\ncontent-type: application/json\r\n\r\n{"records":`);
    await arrived;
    leave(socket);
    let text = "";
    for await (const part of socket) text += part;
    return text;
  }
  const outcome = () =>
    vi.waitFor(() => expect(logged).toMatchObject([{ level: 30, requestId: "half-1", msg: "Client disconnected" }]), polling);

  it("with a half-open connection gets an error with its id, which does not blame the service", async () => {
    const answer = await half((socket) => socket.end());
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(.*\r\n)*X-Request-Id: half-1\r\n/);
    expect(answer).toContain('"code":"BAD_REQUEST","requestId":"half-1"');
    await outcome();
  });
  it("is logged as a client disconnect, not as a service failure", async () => {
    await half((socket) => socket.destroy()).catch(() => undefined);
    await outcome();
  });
});

function after(milliseconds: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, "full"));
}
