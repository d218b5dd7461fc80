import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "./client.js";
import { failedOf } from "./recorder.js";
import { runStage } from "./stage.js";
import { startServer, type TestServer } from "./testing/server.js";
import { p99Of } from "./thresholds.js";
import type { Workload } from "./workloads/workload.js";

const workload: Workload = { next: () => ({ operation: "get", path: "/graphql/v1", body: "{}" }), notes: [] };
const ok = '{"data":{}}';

let server: TestServer | undefined;
afterEach(() => server?.close());

async function run(url: string, options: { rate: number; seconds: number; connections?: number; timeoutMs?: number; stop?: AbortSignal }) {
  const { rate, seconds, connections = 1, timeoutMs = 10_000, stop = new AbortController().signal } = options;
  const client = createClient({ url, keys: ["a", "b"], connections, timeoutMs });
  try {
    return await runStage({ rate, seconds, client, workload, stop, onSample: () => {} });
  } finally {
    await client.close();
  }
}

describe("a stage", () => {
  it("shows a stalled server in p99, because latency counts from the intended send time", async () => {
    let count = 0;
    server = await startServer((_request, response) => {
      // One of 200 requests takes 600 ms. Later requests wait for the only connection.
      setTimeout(() => response.end(ok), ++count === 50 ? 600 : 0);
    });
    const { recorder } = await run(server.url, { rate: 100, seconds: 2 });
    expect(recorder.total.ok).toBe(200);
    expect(p99Of(recorder.total)).toBeGreaterThan(450);
    expect(recorder.total.latency.getValueAtPercentile(90) / 1000).toBeGreaterThan(200);
    // Measured from the actual send time, only the stalled request is slow.
    expect(recorder.total.service.getValueAtPercentile(99) / 1000).toBeLessThan(recorder.total.latency.getValueAtPercentile(90) / 1000);
  });

  it("sends at the rate although no response arrives, and counts timeouts with their latency", async () => {
    let count = 0;
    server = await startServer(() => {
      count++;
    });
    const { recorder } = await run(server.url, { rate: 100, seconds: 0.5, connections: 100, timeoutMs: 5_000 });
    expect(count).toBe(50);
    expect([...recorder.total.failures]).toEqual([["TIMEOUT", 50]]);
    expect(p99Of(recorder.total)).toBeGreaterThanOrEqual(4_999);
  });

  it("times out requests that never get a connection", async () => {
    server = await startServer(() => {});
    const { recorder } = await run(server.url, { rate: 20_000, seconds: 0.001, timeoutMs: 5_000 });
    expect([...recorder.total.failures]).toEqual([["TIMEOUT", 20]]);
    expect(recorder.total.service.totalCount).toBe(1);
  });

  it("separates 429 from other errors, and uses the keys in turn", async () => {
    const keys: (string | undefined)[] = [];
    server = await startServer((request, response) => {
      keys.push(request.headers.authorization);
      if (keys.length <= 5) return void response.end(ok);
      const isLimited = keys.length <= 15;
      response.writeHead(isLimited ? 429 : 503).end('{"errors":[{"message":"This API key exceeded 5 requests per minute."}]}');
    });
    const { recorder } = await run(server.url, { rate: 100, seconds: 0.2 });
    expect(keys.slice(0, 6)).toEqual(["a", "b", "b", "a", "a", "b"].map((key) => `Bearer ${key}`));
    expect(recorder.total).toMatchObject({ sent: 20, ok: 5, limited: 10 });
    expect(failedOf(recorder.total)).toBe(5);
    expect(recorder.limitMessage).toBe("This API key exceeded 5 requests per minute.");
    expect(recorder.total.latency.totalCount).toBe(5);
  });

  it("ends early without errors if the user stops", async () => {
    server = await startServer((_request, response) => response.end(ok));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    const { recorder, isStopped } = await run(server.url, { rate: 50, seconds: 60, stop: stop.signal });
    expect(isStopped).toBe(true);
    expect(recorder.total.sent).toBeLessThan(1_000);
    expect(failedOf(recorder.total)).toBe(0);
  });

  it("reports a server that refuses connections", async () => {
    server = await startServer(() => {});
    await server.close();
    const { recorder } = await run(server.url, { rate: 100, seconds: 0.1 });
    expect([...recorder.total.failures]).toEqual([["ECONNREFUSED", 10]]);
  });
});
