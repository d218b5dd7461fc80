import { startProxy } from "@offergraph/testkit/proxy";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EventsSetup, eventsSetup } from "../messaging/testing/setup.js";
import { AbortError } from "../messaging/wait.js";
import { acquireLease } from "./lease.js";
import { LeaseSessions } from "./lease-session.js";

let setup: EventsSetup;
beforeEach(async () => {
  setup = await eventsSetup();
});
afterEach(() => setup.end());

const acquire = (pool = setup.newPool(), signal = AbortSignal.timeout(20_000)) =>
  acquireLease({ pool, name: "one", log: setup.log, signal });

it("is released if aborted before it was acquired", async () => {
  const pool = setup.newPool();
  const other = await acquireLease({ pool, name: "other", log: setup.log, signal: new AbortController().signal });
  const gone = new AbortController();
  const asked = acquire(pool, gone.signal);
  gone.abort();
  await expect(asked).rejects.toThrow(AbortError);
  await (await acquire()).release();
  await (await acquire(pool)).release();
  await other.release();
});

it("is exclusive over all sessions, and passes to the next one when released", async () => {
  const first = await acquire();
  await expect(acquire(setup.newPool(), AbortSignal.timeout(700))).rejects.toThrow(AbortError);
  await first.release();
  await (await acquire()).release();
});

it("is lost when its session ends, and can be acquired again by the same pool", async () => {
  const pool = setup.newPool();
  const first = await acquire(pool);
  const [{ pid } = { pid: 0 }] = await first.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const lost = new Promise((resolve) => first.lost.addEventListener("abort", resolve));
  await setup.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await lost;
  await expect(first.query("SELECT 1")).rejects.toThrow();
  await first.release();
  await (await acquire(pool)).release();
});

it("is lost when a prepared statement cannot run any more, and a new session runs the statement", async () => {
  const pool = setup.newPool();
  const text = "SELECT * FROM effects WHERE number = $1";
  const first = await acquire(pool);
  await first.query(text, [1]);
  await setup.pool.query("ALTER TABLE effects ADD COLUMN added int");
  await expect(first.query(text, [1])).rejects.toThrow("cached plan must not change result type");
  expect(first.lost.aborted).toBe(true);
  await first.release();
  const second = await acquire(pool);
  expect(await second.query(text, [1])).toEqual([]);
  await second.release();
});

it("is released in time although the database does not respond", async () => {
  const proxy = await startProxy(setup.connectionString);
  setup.atEnd(() => proxy.close());
  const url = new URL(setup.connectionString);
  url.port = new URL(proxy.url).port;
  const pool = new pg.Pool({ connectionString: url.href });
  setup.atEnd(() => pool.end());
  const sessions = new LeaseSessions(pool);
  sessions.users = 1;
  const { ended } = await sessions.session();
  proxy.freeze();
  await sessions.leave();
  expect(ended.signal.aborted).toBe(true);
});
