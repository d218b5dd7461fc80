import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunningPostgres, startPostgres } from "./postgres.js";
import { isAlive } from "./processes.js";

const log = pino({ level: "silent" });
let folder: string;
let dataDirectory: string;
let server: RunningPostgres | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offergraph-postgres-"));
  // Other users have no access to the folder.
  await chmod(folder, 0o700);
  dataDirectory = join(folder, "data", "postgres");
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client(server?.adminUrl);
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Starts the server from a child process, like `npm start`. Returns the process ids of the child and the server. */
async function startElsewhere(): Promise<{ starter: number; postmaster: number }> {
  const script = fileURLToPath(new URL("./testing/postgres-child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script, dataDirectory], {
    stdio: "inherit",
    detached: true,
  });
  const postmaster = await vi.waitFor(
    () => {
      const lines = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n");
      expect(lines[7]?.trim()).toBe("ready");
      return Number(lines[0]);
    },
    { ...polling, interval: 100 },
  );
  return { starter: child.pid ?? 0, postmaster };
}

test("a new server listens on loopback only, asks for its password, sorts by code point, and keeps its data", async () => {
  server = await startPostgres({ dataDirectory, log, isFast: true });
  expect(await ask("CREATE TABLE kept AS SELECT 1 AS one")).toEqual([]);
  expect(
    await ask("SELECT datlocprovider AS provider, datlocale AS locale, current_setting('listen_addresses') AS at FROM pg_database LIMIT 1"),
  ).toEqual([{ provider: "b", locale: "C.UTF-8", at: "127.0.0.1" }]);
  const wrong = new URL(server.adminUrl);
  wrong.password = "guess";
  await expect(new pg.Client(wrong.href).connect()).rejects.toThrow("password");
  expect((await stat(`${dataDirectory}.password`)).mode & 0o777).toBe(0o600);
  await server.stop();
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
  server = await startPostgres({ dataDirectory, log, isFast: true });
  expect(await ask("SELECT * FROM kept")).toEqual([{ one: 1 }]);
});

test("after a kill of the server and of the process that started it, it starts again with its data", async () => {
  server = await startPostgres({ dataDirectory, log });
  await ask("CREATE TABLE kept AS SELECT 1 AS one");
  await server.stop();
  const { starter, postmaster } = await startElsewhere();
  process.kill(postmaster, "SIGKILL");
  process.kill(starter, "SIGKILL");
  server = await startPostgres({ dataDirectory, log });
  expect(await ask("SELECT * FROM kept")).toEqual([{ one: 1 }]);
});

test("a server that is left running is ended first, and only that one", async () => {
  const other = await startPostgres({ dataDirectory: join(folder, "other"), log, isFast: true });
  const { starter, postmaster } = await startElsewhere();
  process.kill(starter, "SIGKILL");
  server = await startPostgres({ dataDirectory, log });
  expect(isAlive(postmaster)).toBe(false);
  expect(isAlive(other.pid)).toBe(true);
  await other.stop();
});

test("a stale postmaster.pid whose process id is something else's by now does not hinder", async () => {
  server = await startPostgres({ dataDirectory, log, isFast: true });
  const text = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8");
  await server.stop();
  await writeFile(join(dataDirectory, "postmaster.pid"), text.replace(/^\d+/, String(process.pid)));
  server = await startPostgres({ dataDirectory, log, isFast: true });
  expect(await ask("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a port that is taken is said in the server's own words", async () => {
  server = await startPostgres({ dataDirectory, log, isFast: true });
  const second = startPostgres({ dataDirectory: join(folder, "second"), log, isFast: true, port: server.port });
  await expect(second).rejects.toThrow(/PostgreSQL did not start:[\s\S]*in use/);
});
