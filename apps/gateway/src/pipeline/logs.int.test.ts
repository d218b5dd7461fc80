import { request } from "node:http";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

const logged: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway(
    { TRUSTED_PROXIES: "loopback", RATE_LIMIT_PUBLIC: "1" },
    { visited: (_request, response) => response.end(), log },
  );
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  logged.length = 0;
});

it("repeated rejections have one log line per subject and code, and one with their count", async () => {
  const wrong = (address: string) => gateway.send({ headers: { authorization: "Bearer sk_live_x", "x-forwarded-for": address }, body: {} });
  const visit = () => gateway.send({ method: "GET", path: "/f/k", headers: { "x-forwarded-for": "203.0.113.1" } });
  const { key } = await gateway.newKey({ level: "READ" });
  const denied = () => gateway.ask(key, 'mutation { configure(title: "a") { id } }');
  for (let round = 0; round < 30; round++) await Promise.all([wrong("203.0.113.1"), wrong("203.0.113.2"), visit(), denied()]);
  const refused = logged.filter(({ msg }) => msg === "Request rejected");
  expect(refused.map(({ code }) => code).sort()).toEqual([
    "RATE_LIMITED",
    "access_level_insufficient",
    "api_key_invalid",
    "api_key_invalid",
  ]);
  expect(refused.every(({ requestId }) => typeof requestId === "string")).toBe(true);
  await gateway.stopGateway();
  const sums = logged.filter(({ msg }) => msg === "Further requests were refused");
  expect(sums.map(({ code, count }) => `${code} ${count}`).sort()).toEqual([
    "RATE_LIMITED 28",
    "access_level_insufficient 29",
    "api_key_invalid 29",
    "api_key_invalid 29",
  ]);
});

it("a client disconnect is never logged as an error", async () => {
  const own = await testGateway({}, { log });
  const { key } = await own.newKey();
  // Discards the lines that the gateway logged during the startup.
  logged.length = 0;
  const release = own.subgraph.hold();
  const leave = async (body: string, headers: Record<string, string>) => {
    const sending = request(`${own.url}/graphql/v1`, { method: "POST", headers: { authorization: `Bearer ${key}`, ...headers } });
    sending.on("error", () => undefined).write(body);
    return sending;
  };
  const json = { "content-type": "application/json" };
  const waiting = await leave('{"query":"{ items { totalCount } }"}', { ...json, "content-length": "36" });
  await vi.waitFor(() => expect(own.subgraph.received).toHaveLength(1), polling);
  waiting.destroy();
  await vi.waitFor(() => expect(own.subgraph.abandoned).toHaveLength(1), polling);
  (await leave('{"query"', { ...json, "content-length": "100" })).destroy();
  release();
  expect(summaryOf(await own.ask(key, "{ items { totalCount } }"))).toBe("200 ok");
  await own.stop();
  expect(logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
