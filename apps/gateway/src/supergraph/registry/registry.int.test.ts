import { setImmediate as turn } from "node:timers/promises";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { makeStreams } from "@offergraph/service/messaging/make-streams";
import { startRegistration } from "@offergraph/service/registry/registration";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Answer, signingKey, type TestGateway, testGateway } from "../../testing/gateway.js";
import { registeredServices, sdlOf } from "../../testing/registered-service.js";
import { defaultLimits } from "../limits.js";
import { loadSupergraph } from "../load.js";

type Services = Awaited<ReturnType<typeof registeredServices>>;
type Running = Awaited<ReturnType<Services["start"]>>;

const hello = "hello: String @access(level: READ)";
const route = { routes: [{ name: "greeting", path: "/greeting" }] };
const logged: { msg: string; subgraph?: string; reasons?: string[] }[] = [];
let nats: Awaited<ReturnType<typeof startOwnNats>>;
let services: Services;
let first: Running;
let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  nats = await startOwnNats();
  await makeStreams(nats.url);
  services = await registeredServices(nats.url);
  first = await services.start({ version: "1.0.0", fields: hello, values: { hello: () => "one" }, manifest: route });
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  gateway = await testGateway({ NATS_URL: nats.url, SUBGRAPHS: "things" }, { log });
  ({ key } = await gateway.newKey());
});
afterAll(async () => {
  await gateway?.stop();
  await services?.stop();
  await nats?.stop();
});

const ask = (query: string) => gateway.ask(key, query);
const schema = async () => (await gateway.send({ method: "GET", path: "/health/ready" })).body.schema;
const active = (version: string, replicas = 1) => ({ subgraphs: [{ name: "things", version, replicas }], refused: [] });

/** Sends requests without a pause until `stop` is called, which returns the responses that are not as expected. */
function startLoad(expected: (answer: Answer) => boolean) {
  const failed: string[] = [];
  let count = 0;
  let isOver = false;
  const requests = [() => ask("{ hello }"), () => gateway.send({ method: "GET", path: "/greeting" })];
  const workers = [0, 1, 2, 3].map(async (index) => {
    for (; !isOver; await turn()) {
      const answer = await (requests[index % 2] as () => Promise<Answer>)();
      count += 1;
      if (!expected(answer)) failed.push(`${answer.status} ${answer.text}`);
    }
  });
  return {
    count: () => count,
    async stop() {
      isOver = true;
      await Promise.all(workers);
      return failed;
    },
  };
}

it("replaces a service by its next version under load without a failed request", async () => {
  expect(await schema()).toEqual(active("1.0.0"));
  const load = startLoad(({ status, text }) => status === 200 && /one|two|1\.0\.0|1\.1\.0/.test(text));
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(20), polling);
  const second = await services.start({
    version: "1.1.0",
    fields: `${hello} more: String @access(level: READ)`,
    values: { hello: () => "two", more: () => "more" },
    manifest: route,
  });
  await vi.waitFor(async () => expect((await ask("{ more hello }")).body.data).toEqual({ more: "more", hello: "two" }), polling);
  expect(await schema()).toEqual(active("1.1.0", 2));
  await first.stop();
  first = second;
  const seen = load.count();
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(seen + 20), polling);
  expect(await load.stop()).toEqual([]);
  expect(await schema()).toEqual(active("1.1.0"));
});

it("sends requests of a schema only to replicas with this schema, and rolls back when the newest version has left", async () => {
  const second = await services.start({
    version: "2.0.0",
    fields: "changed: Int @access(level: READ)",
    values: { changed: () => 2 },
    manifest: route,
  });
  const answers = async () => Promise.all([ask("{ changed }"), ask("{ changed }"), ask("{ changed }"), ask("{ changed }")]);
  await vi.waitFor(async () => expect((await ask("{ changed }")).body.data).toEqual({ changed: 2 }), polling);
  expect((await answers()).map(({ body }) => body.data)).toEqual(Array(4).fill({ changed: 2 }));
  await second.stop();
  expect((await ask("{ hello }")).body.data).toEqual({ hello: "two" });
  expect(await schema()).toEqual(active("1.1.0"));
});

it("refuses a version that does not compose, and a version with an unlabelled root field, with the reason", async () => {
  const client = connectNats({ url: nats.url, name: "test", log: createLogger("test", "silent") });
  const load = startLoad(({ status }) => status === 200);
  const registered = (sdl: string, version: string, manifest = "{}") =>
    startRegistration({
      nats: client,
      signingKey,
      // Nobody listens at this URL, so a request to this replica would fail.
      replica: { service: "things", instance: newId(), version, url: "http://127.0.0.1:9/graphql", registeredAt: new Date().toISOString() },
      sdl,
      manifest,
      log: createLogger("test", "silent"),
    });
  const bad = [
    [sdlOf("hello: Missing @access(level: READ)"), "1.2.0", "{}", /Missing/],
    [sdlOf(`${hello} open: String`), "1.3.0", "{}", /\[things\] Query\.open has no @access/],
    [sdlOf(hello), "1.4.0", '{"routes":[{"name":"health","path":"/health/"}]}', /conflicts with the path/],
    [sdlOf(hello), "1.5.0", '{"routes":1}', /Invalid manifest/],
  ] as const;
  const before = logged.length;
  try {
    for (const [sdl, version, manifest, reason] of bad) {
      const registration = registered(sdl, version, manifest);
      const refused = { subgraph: "things", version, reasons: [expect.stringMatching(reason)] };
      await vi.waitFor(async () => expect(await schema()).toMatchObject({ refused: [refused] }), polling);
      expect((await ask("{ more hello }")).body.data).toEqual({ more: "more", hello: "two" });
      expect(await gateway.metrics()).toContain(`offergraph_refused_schemas{subgraph="things",version="${version}",service="gateway"} 1`);
      await registration.stop();
      await vi.waitFor(async () => expect(await schema()).toEqual(active("1.1.0")), polling);
    }
  } finally {
    await client.close();
  }
  expect(await load.stop()).toEqual([]);
  expect(logged.slice(before).filter(({ msg }) => msg.startsWith("Refused a schema"))).toHaveLength(bad.length);
});

it("ignores a registration that another key has signed", async () => {
  const client = connectNats({ url: nats.url, name: "test", log: createLogger("test", "silent") });
  const registration = startRegistration({
    nats: client,
    signingKey: "another signing key, as long as it gets",
    replica: {
      service: "things",
      instance: newId(),
      version: "9.0.0",
      url: "http://127.0.0.1:9/graphql",
      registeredAt: new Date().toISOString(),
    },
    sdl: sdlOf(hello),
    manifest: "{}",
    log: createLogger("test", "silent"),
  });
  await vi.waitFor(() => expect(logged.map(({ msg }) => msg)).toContain("Ignoring a registration without a valid signature"), polling);
  expect(await schema()).toEqual(active("1.1.0"));
  await registration.stop();
  await client.close();
});

it("serves while NATS is unavailable", async () => {
  await nats.stop();
  await vi.waitFor(() => expect(logged.map(({ msg }) => msg)).toContain("lost the connection to NATS; reconnecting"), polling);
  expect((await ask("{ hello }")).body.data).toEqual({ hello: "two" });
  expect(await schema()).toEqual(active("1.1.0"));
  // A gateway that starts now has the schemas and replicas of the cache file.
  const { cacheFile } = gateway;
  const again = await loadSupergraph({
    subgraphs: [{ name: "things" }],
    registry: { natsUrl: nats.url, signingKey },
    ...{ cacheFile, pollMs: 1_000, limits: defaultLimits, log: createLogger("test", "silent") },
  });
  try {
    const upstream = again.upstreams.get("things");
    const signal = AbortSignal.timeout(polling.timeout);
    const answer = await upstream?.send({ method: "GET", path: "/manifest", headers: {}, body: null, signal, pool: "read" });
    expect(await answer?.body.json()).toMatchObject(route);
    expect(again.status().subgraphs).toEqual([{ name: "things", version: "1.1.0", replicas: 0 }]);
  } finally {
    await again.stop();
  }
  await first.stop();
});
