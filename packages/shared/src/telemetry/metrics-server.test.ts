import { expect, it } from "vitest";
import { createMetrics } from "./metrics.js";
import { startMetricsServer } from "./metrics-server.js";

it("serves only /metrics, on loopback", async () => {
  const server = await startMetricsServer(createMetrics("trial"), { host: "127.0.0.1", port: 0 });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const answer = await fetch(server.url);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('service="trial"')]);
  for (const path of ["/", "/metrics/", "/health/live"]) expect((await fetch(new URL(path, server.url))).status).toBe(404);
  expect((await fetch(server.url, { method: "POST" })).status).toBe(404);
  await server.stop();
  await expect(fetch(server.url)).rejects.toThrow();
});
