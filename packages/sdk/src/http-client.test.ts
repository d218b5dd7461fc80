import { afterEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClientOptions, type Retry } from "./http-client.js";
import { failure, json, reset, startServer } from "./testing/server.js";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function setUp(answers: Parameters<typeof startServer>, options: Partial<HttpClientOptions> = {}) {
  const server = await startServer(...answers);
  stops.push(server.stop);
  const retries: Retry[] = [];
  const own = { url: server.url, key: "sk_live_secret", retryDelayMs: 1, onRetry: (retry: Retry) => retries.push(retry) };
  return { server, retries, client: createHttpClient({ ...own, ...options }) };
}

const limited = failure("rate_limited", 429, { "retry-after": "0.01" });

describe("the HTTP client", () => {
  it("sends JSON with the key, and returns the response with any status", async () => {
    const { server, client } = await setUp([json({ error: { message: "No." } }, 404, { "x-request-id": "r-1" })]);
    const { status, headers, text } = await client.post("/mcp?toolsets=all", { id: 1 }, { headers: { accept: "text/event-stream" } });
    expect([status, headers.get("x-request-id"), text]).toEqual([404, "r-1", '{"error":{"message":"No."}}']);
    expect(server.received[0]).toMatchObject({
      ...{ method: "POST", path: "/mcp?toolsets=all", body: '{"id":1}' },
      headers: { authorization: "Bearer sk_live_secret", accept: "text/event-stream", "content-type": "application/json" },
    });
  });

  it("reports each repeated attempt, and counts rate limits apart", async () => {
    const answers = [limited, reset, limited, failure("SERVICE_UNAVAILABLE", 503), json({ id: 1 })];
    const { server, retries, client } = await setUp(answers, { maxRetries: 2, maxRateLimitRetries: 2 });
    expect(await client.post("/mcp", {})).toMatchObject({ status: 200, text: '{"id":1}' });
    expect(retries.map(({ error, failures }) => [error.code, failures])).toEqual([
      ["rate_limited", 1],
      ["NETWORK_ERROR", 2],
      ["rate_limited", 3],
      ["SERVICE_UNAVAILABLE", 4],
    ]);
    expect(retries[0]?.delayMs).toBe(10);
    expect(server.received).toHaveLength(5);
  });

  it("returns the last response if no attempt succeeds", async () => {
    const { server, retries, client } = await setUp([json({ error: { message: "Busy.", data: { code: "busy" } } }, 503)], {
      maxRetries: 1,
    });
    expect(await client.post("/mcp", {})).toMatchObject({ status: 503, text: expect.stringContaining("Busy.") });
    expect(retries.map(({ error }) => error.message)).toEqual(["Busy."]);
    const { client: restricted, ...other } = await setUp([limited], { maxRetries: 0, maxRateLimitRetries: 9 });
    expect((await restricted.post("/mcp", {})).status).toBe(429);
    expect([server.received.length, other.server.received.length, other.retries]).toEqual([2, 1, []]);
  });

  it("ends with the error that onRetry throws", async () => {
    const reason = new Error("Enough.");
    const onRetry = () => {
      throw reason;
    };
    const { server, client } = await setUp([reset], { onRetry });
    await expect(client.post("/mcp", {})).rejects.toBe(reason);
    expect(server.received).toHaveLength(1);
  });

  it("does not follow redirects", async () => {
    const { server, client } = await setUp([(response) => response.writeHead(307, { location: "/other" }).end()]);
    expect((await client.post("/mcp", {})).status).toBe(307);
    expect(server.received).toHaveLength(1);
  });
});

describe("values that a header cannot contain", () => {
  it.each(["größe", "one\ntwo", "…", "", "x".repeat(256)])("reject the idempotency key %j before the request", async (key) => {
    const { server, client } = await setUp([json({})]);
    await expect(client.post("/mcp", {}, { headers: { "idempotency-key": key } })).rejects.toMatchObject({
      name: "OffergraphError",
      code: "idempotency_key_invalid",
      message: "An idempotency key must have 1-255 printable ASCII characters, for example a UUID.",
    });
    expect(server.received).toEqual([]);
  });

  it("reject an API key without showing it, but not a line break at its end", async () => {
    expect(() => createHttpClient({ url: "http://localhost", key: "sk_live_sec…" })).toThrow(/^The API key contains (?!.*sk_live)/);
    const { server, client } = await setUp([json({})], { key: "sk_live_secret\n" });
    await client.post("/mcp", {});
    expect(server.received[0]?.headers.authorization).toBe("Bearer sk_live_secret");
  });
});
