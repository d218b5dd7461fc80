import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RunningNats, startNats } from "./nats.js";
import { isAlive } from "./processes.js";

const log = pino({ level: "silent" });
let dataDirectory: string;
let server: RunningNats | undefined;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "offergraph-nats-"));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(dataDirectory, { recursive: true, force: true });
});

test("a server starts after it was killed, and one that is left running is ended first", async () => {
  const killed = await startNats({ dataDirectory, log });
  process.kill(killed.pid, "SIGKILL");
  await killed.ended;
  const left = await startNats({ dataDirectory, log });
  server = await startNats({ dataDirectory, log });
  expect(isAlive(left.pid)).toBe(false);
  expect(isAlive(server.pid)).toBe(true);
  await server.stop();
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
});

test("a port that is taken is said in the server's own words", async () => {
  server = await startNats({ dataDirectory: join(dataDirectory, "one"), log });
  const port = Number(new URL(server.url).port);
  await expect(startNats({ dataDirectory: join(dataDirectory, "two"), port, log })).rejects.toThrow(
    /did not start:[\s\S]*address already in use/,
  );
});
