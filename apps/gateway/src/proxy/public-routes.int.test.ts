import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { visitorHeader, visitorSigner } from "@offergraph/shared/access/visitor";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicPipeline } from "../pipeline/pipelines.js";
import { type Answer, signingKey, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}
const seen: Seen[] = [];
/** Sends the response of the fake forms service. Tests replace the function. */
let answered: (response: ServerResponse) => void = (response) => response.end("ok");

async function forms(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  const isWhole = await once(request, "end").then(
    () => true,
    () => false,
  );
  if (!isWhole) return;
  seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
  answered(response);
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway({ TRUSTED_PROXIES: "loopback" }, { visited: forms });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  seen.length = 0;
  answered = (response) => response.end("ok");
});
const get = (path: string, headers: Record<string, string> = {}) => gateway.send({ method: "GET", path, headers });

/** Sends `bytes` over a new connection, and sends `afterwards` when a response arrives. Returns all received text. */
async function raw(bytes: string, afterwards = ""): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.write(bytes);
  let text = "";
  for await (const chunk of socket) {
    if (text === "" && afterwards !== "") socket.write(afterwards);
    text += chunk;
  }
  return text;
}

describe("publicPipeline", () => {
  it("counts and reads the whole body before the service request", () => {
    expect(publicPipeline.map((step) => step.name)).toEqual([
      "stripReservedHeaders",
      "requestId",
      "limitPublic",
      "limitFailures",
      "refuseDryRun",
      "readPublicRequest",
      "respondPublic",
    ]);
  });
});

describe("a request without a key", () => {
  it.each(["/f/fpk_a", "/v1/collect/fpk_a?visitorId=b", "/s/abc", "/s/abc/qr.svg", "/embed.js", "/assets/forms/page.css"])(
    "to %s reaches forms unchanged",
    async (path) => {
      expect((await get(path)).text).toBe("ok");
      expect(seen).toMatchObject([{ method: "GET", url: path }]);
    },
  );
  it.each(["/f", "/embed.js/a", "/assets/other.css", "/v1/collect", "/v1/ingest/orders", "/graphql", "/metrics", "/metrics/"])(
    "to %s is answered by the gateway itself",
    async (path) => {
      expect(summaryOf(await get(path))).toBe("404 NOT_FOUND");
      expect(seen).toEqual([]);
    },
  );
  it("comes with every method and its body, and its answer goes back with status, headers and body", async () => {
    answered = (response) =>
      response
        .writeHead(422, { "content-type": "application/json", "content-length": 7, "access-control-allow-origin": "https://a.example" })
        .end('{"a":1}');
    for (const method of ["POST", "PATCH", "OPTIONS"]) {
      const answer = await gateway.send({ method, path: "/v1/collect/k/responses", body: { é: "x".repeat(100_000) } });
      expect([answer.status, answer.text]).toEqual([422, '{"a":1}']);
      expect(answer.headers).toMatchObject({ "content-type": "application/json", "access-control-allow-origin": "https://a.example" });
      expect(seen.at(-1)).toMatchObject({ method, body: JSON.stringify({ é: "x".repeat(100_000) }) });
    }
    const head = await gateway.send({ method: "HEAD", path: "/f/k" });
    expect([head.status, head.headers["content-length"], head.text]).toEqual([422, "7", ""]);
  });
  it("is rejected if it asks for a dry run, before the service gets it", async () => {
    const send = (value: string | string[], path = "/v1/collect/k/responses") =>
      gateway.send({ path, headers: { "dry-run": value }, body: { visitorId: "a" } });
    for (const path of ["/v1/collect/k/responses", "/f/k", "/embed.js"])
      for (const value of ["true", "1", " TRUE "]) {
        const answer = await send(value, path);
        expect([summaryOf(answer), answer.body.errors?.[0]?.extensions.fix]).toEqual([
          "400 dry_run_not_supported",
          "Send the request without the header Dry-Run.",
        ]);
      }
    for (const value of ["maybe", "", ["true", "false"]]) expect(summaryOf(await send(value))).toBe("400 dry_run_invalid");
    expect(summaryOf(await get("/s/abc", { "dry-run": "true" }))).toBe("400 dry_run_not_supported");
    expect(seen).toEqual([]);
    expect((await send("false")).text).toBe("ok");
  });
  it("has a signed address and request id, whatever its headers claim", async () => {
    const claims = { [visitorHeader]: "forged", "x-offergraph-principal": "forged", "x-forwarded-for": "10.0.0.1, 203.0.113.9" };
    const answer = await get("/f/k", { ...claims, "x-forwarded-host": "evil.example", "x-request-id": "public-1" });
    const { headers } = seen[0] as Seen;
    const identity = visitorSigner(signingKey).verify(String(headers[visitorHeader]), Date.now());
    expect(identity).toEqual({ address: "203.0.113.9", requestId: "public-1" });
    expect(headers).toMatchObject({ "x-forwarded-for": "203.0.113.9", "x-request-id": "public-1" });
    expect(answer.headers["x-request-id"]).toBe("public-1");
    expect(headers).not.toHaveProperty("x-offergraph-principal");
    expect(headers).not.toHaveProperty("x-forwarded-host");
  });
  it("drops hop-by-hop headers and credentials", async () => {
    const ours = { authorization: "Bearer sk", "x-api-key": "sk", cookie: "a=b", te: "trailers", "x-once": "1" };
    const others = { host: "a", connection: "close, X-Once", "user-agent": "a browser", origin: "https://a.example" };
    const lines = Object.entries({ ...ours, ...others }).map(([name, value]) => `${name}: ${value}\r\n`);
    expect(await raw(`GET /f/k HTTP/1.1\r\n${lines.join("")}\r\n`)).toContain("200 OK");
    const { headers } = seen[0] as Seen;
    for (const name of Object.keys(ours)) expect(headers).not.toHaveProperty(name);
    expect(headers).toMatchObject({ "user-agent": "a browser", origin: "https://a.example" });
    answered = (response) =>
      response.writeHead(200, { "x-offergraph-errors": "1", "x-once": "1", connection: "x-once", "x-kept": "1" }).end("ok");
    const answer = await get("/f/k");
    expect(answer.headers).toMatchObject({ "x-kept": "1" });
    expect(answer.headers).not.toHaveProperty("x-offergraph-errors");
    expect(answer.headers).not.toHaveProperty("x-once");
  });
  it("gets safe default headers", async () => {
    expect((await get("/f/k")).headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    const own = { "cache-control": "public, max-age=60", "content-security-policy": "default-src 'self'" };
    answered = (response) => response.writeHead(200, { ...own, "x-content-type-options": "nosniff" }).end("ok");
    expect((await get("/f/k")).headers).toMatchObject({ ...own, "x-content-type-options": "nosniff" });
  });
  it("may have a body of up to 1 MiB, with or without Content-Length", async () => {
    const most = "x".repeat(1024 * 1024);
    const path = "/v1/collect/k/responses";
    expect((await gateway.send({ path, body: most })).status).toBe(200);
    expect(seen[0]?.body.length).toBe(most.length);
    expect(summaryOf(await gateway.send({ path, body: `${most}x` }))).toBe("413 BODY_TOO_LARGE");
    const chunked = (text: string) =>
      fetch(`${gateway.url}${path}`, {
        method: "POST",
        body: Readable.toWeb(Readable.from([Buffer.from(text)])),
        duplex: "half",
      } as RequestInit);
    expect((await chunked(most)).status).toBe(200);
    expect((await chunked(`${most}x`)).status).toBe(413);
    expect(seen).toHaveLength(2);
  });
  it("with Expect gets 100 Continue", async () => {
    const head =
      "POST /v1/collect/k/responses HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 2\r\nconnection: close\r\n\r\n";
    const text = await raw(head, "{}");
    expect(text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
    expect(seen[0]?.body).toBe("{}");
  });
  it("with an aborted response gets an error and affects no other", async () => {
    answered = (response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setImmediate(() => response.destroy());
    };
    expect(summaryOf(await get("/f/k"))).toBe("503 SERVICE_UNAVAILABLE");
    answered = (response) => response.end("ok");
    expect((await get("/f/k")).text).toBe("ok");
  });
  it("is measured under its path's name", async () => {
    expect(await gateway.metrics()).toMatch(/operation="hosted_page",outcome="ok"/);
  });
});

describe("while forms is unavailable", () => {
  it("an available replica takes over", async () => {
    const spread = await testGateway({}, { visited: forms });
    const replicas = `forms=${spread.subgraph.address.url}|http://127.0.0.1:1/graphql`;
    const gateway = await testGateway({ SUBGRAPHS: replicas });
    const send = (method: string) => gateway.send({ method, path: "/v1/collect/k/responses", body: { a: 1 } });
    for (const answer of await Promise.all(["POST", "PATCH", "POST", "PATCH"].map(send))) expect(answer.text).toBe("ok");
    expect(seen.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
    await gateway.stop();
    await spread.stop();
  });
  it("returns JSON with Retry-After and no internal address", async () => {
    const alone = await testGateway({}, { visited: forms });
    await alone.subgraph.stop();
    for (const method of ["GET", "POST"]) {
      const answer: Answer = await alone.send({ method, path: "/v1/collect/k/responses", ...(method === "POST" && { body: { a: 1 } }) });
      expect([summaryOf(answer), answer.headers["retry-after"]]).toEqual(["503 SERVICE_UNAVAILABLE", "1"]);
      expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|forms/);
      expect(answer.body.errors?.[0]?.extensions.requestId).toBe(answer.headers["x-request-id"]);
    }
    await alone.stop();
  });
});

describe("the rate limit of public paths", () => {
  let limited: TestGateway;
  beforeAll(async () => {
    limited = await testGateway({ RATE_LIMIT_PUBLIC: "2", RATE_LIMIT_PER_IP: "1", TRUSTED_PROXIES: "loopback" }, { visited: forms });
  });
  afterAll(() => limited?.stop());
  const from = (address: string, path = "/f/k") => limited.send({ method: "GET", path, headers: { "x-forwarded-for": address } });

  it("counts per address and sends RateLimit headers and Retry-After", async () => {
    const [first, second, third] = [await from("203.0.113.1"), await from("203.0.113.1", "/s/abc"), await from("203.0.113.1")];
    expect(first.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
    expect([first.status, second.status, summaryOf(third)]).toEqual([200, 200, "429 RATE_LIMITED"]);
    expect(third.headers["retry-after"]).toBe(third.headers["ratelimit-reset"]);
    expect(seen).toHaveLength(2);
    expect((await from("203.0.113.2")).status).toBe(200);
  });
  it("counts an IPv6 network as one address, and an IPv4-mapped address as its IPv4 address", async () => {
    const statuses = async (...addresses: string[]) => Promise.all(addresses.map(async (address) => (await from(address)).status));
    const network = ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:DB8::1:9:9:9:9"];
    expect((await statuses(...network)).sort()).toEqual([200, 200, 429]);
    expect(await statuses("2001:db8:0:2::1")).toEqual([200]);
    expect((await statuses("203.0.113.9", "::ffff:203.0.113.9", "::ffff:cb00:7109")).sort()).toEqual([200, 200, 429]);
  });
  it("does not count static files, and is separate from the limits of keys", async () => {
    for (const path of ["/embed.js", "/assets/forms/a.css", "/embed.js", "/assets/forms/b.css"]) {
      const answer = await from("203.0.113.3", path);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty("ratelimit-limit");
    }
    const { key } = await limited.newKey();
    const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": "203.0.113.1" };
    expect((await limited.send({ headers, body: { query: "{ items { totalCount } }" } })).status).toBe(200);
  });
});
