import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createLogger } from "@offergraph/shared/log/logger";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { count, look } from "./limit.js";
import { createLimiters, type Limiters } from "./limiters.js";

const isThere = spawnSync("redis-server", ["--version"]).status === 0;

// Skipped if the program redis-server is not installed (Debian package redis-server).
describe.skipIf(!isThere)("limits in a shared store", () => {
  let port = 0;
  let store: ChildProcess;
  const gateways: Limiters[] = [];
  const startStore = async () => {
    store = spawn("redis-server", ["--port", String(port), "--save", "", "--bind", "127.0.0.1"], { stdio: ["ignore", "pipe", "ignore"] });
    for await (const chunk of store.stdout ?? []) if (String(chunk).includes("Ready to accept")) return;
  };
  const stopStore = async () => {
    const gone = once(store, "exit");
    store.kill("SIGKILL");
    await gone;
  };
  const gateway = () => {
    const settings = { perAddress: 25, perKey: 25, failedPerKey: 25, perPublicAddress: 0 };
    const made = createLimiters({ settings, redisUrl: `redis://127.0.0.1:${port}`, log: createLogger("test", "silent") });
    gateways.push(made);
    return made;
  };
  const pass = async (limiters: Limiters, subject: string) => (await count(limiters.addresses, subject, 25))?.isWithin;
  const ready = (limiters: Limiters, other: Limiters) =>
    vi.waitFor(async () => {
      const probe = `probe ${Math.random()}`;
      await count(limiters.keys, probe, 5);
      expect((await look(other.keys, probe, 5))?.remaining).toBe(4);
    }, polling);

  beforeEach(async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as { port: number }).port;
    server.close();
    await once(server, "close");
    await startStore();
  });
  afterEach(async () => {
    for (const limiters of gateways.splice(0)) limiters.stop();
    await stopStore();
  });

  it("are exact across gateways: 25 of 40 concurrent requests on two gateways pass", async () => {
    const [one, two] = [gateway(), gateway()];
    await ready(one, two);
    const passed = await Promise.all(Array.from({ length: 40 }, (_, index) => pass(index % 2 === 0 ? one : two, "a")));
    expect(passed.filter(Boolean)).toHaveLength(25);
    expect((await look(one.addresses, "a", 25))?.isWithin).toBe(false);
    expect(await count(two.addresses, "b", 25)).toEqual({ limit: 25, remaining: 24, resetSeconds: 60, isWithin: true });
  });

  it("fall back to memory while the store is unavailable, and use it again afterwards", async () => {
    const [one, two] = [gateway(), gateway()];
    await ready(one, two);
    await stopStore();
    const passed = await Promise.all(Array.from({ length: 40 }, () => pass(one, "a")));
    expect(passed.filter(Boolean)).toHaveLength(25);
    expect(await pass(two, "a")).toBe(true);
    const late = gateway();
    expect(await pass(late, "a")).toBe(true);
    await startStore();
    await ready(one, late);
  });
});
