import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ManualClock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { type TestDatabase, testDatabase } from "@offergraph/testkit/database";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { raw, sql } from "../db/statement.js";
import type { BackgroundTask } from "../subgraph/run.js";
import type { SqlTx } from "../tx/tx.js";
import { leaseMs } from "./limits.js";
import { insertParts } from "./parts.js";
import { batchOf } from "./step.js";
import { jobRunner } from "./testing/runner.js";
import { readWithin } from "./timeout.js";

let database: TestDatabase;
let admin: pg.Client;
let runner: ReturnType<typeof jobRunner>;
let started: BackgroundTask | undefined;
const clock = new ManualClock("2026-06-01T12:00:00.000Z");
beforeAll(async () => {
  const migrationsDirectory = new URL("../../../../apps/discounts/prisma/migrations", import.meta.url).pathname;
  database = await testDatabase({ adminUrl: inject("adminUrl"), app: "discounts", migrationsDirectory });
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  runner = jobRunner(database.connectionString, clock);
});
afterEach(async () => {
  await started?.stop();
  started = undefined;
});
afterAll(async () => {
  await runner?.pool.end();
  await admin?.end();
  await database?.drop();
});

const start = (given: Parameters<typeof runner.start>[0]) => {
  started = runner.start(given);
};
const stored = async (id: string) => (await admin.query("SELECT * FROM jobs WHERE row_id = $1", [id])).rows[0];
/** Waits until a job is finished. Advances the clock, because a failed attempt is repeated only after a pause. */
const finished = async (id: string) => {
  const state = async () => {
    clock.advance(1_000);
    return (await stored(id)).state;
  };
  await expect.poll(state, { ...polling, interval: 10 }).toMatch(/SUCCEEDED|FAILED/);
  return stored(id);
};
const done = { done: 1, cursor: null, isFinished: true };
// Fails as after a timeout. A short timeout would also apply to the statements of the attempt that must succeed.
const timedOut = raw("DO $$ BEGIN RAISE EXCEPTION 'timeout' USING ERRCODE = '57014'; END $$");

it("fails a job whose step kills the process again and again", async () => {
  const id = await runner.create(newId(), "KILL");
  const script = fileURLToPath(new URL("testing/killed.ts", import.meta.url));
  for (let attempts = 1; attempts <= 2; attempts += 1) {
    const flags = ["--import", "tsx", "--conditions=source"];
    const child = spawn(process.execPath, [...flags, script, database.connectionString, "2", clock.now().toISOString()]);
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
    expect(await stored(id)).toMatchObject({ state: "QUEUED", attempts, batch_divisor: 4 ** (attempts - 1) });
    clock.advance(leaseMs);
  }
  start({ steps: { KILL: () => Promise.reject(new Error("The step ran again.")) }, limits: { maxAttempts: 2 } });
  const message =
    "The job failed after 2 attempts to process the next records. The last attempt ended without a result, because the service stopped or lost its database connection. Start the job again later.";
  expect(await finished(id)).toMatchObject({ state: "FAILED", errors: [{ row: null, field: null, message }] });
  const { rows: queued } = await admin.query(
    "SELECT q.due_at - j.finished_at = interval '30 days' AS month FROM job_queue q JOIN jobs j ON j.row_id = q.job_id WHERE q.job_id = $1",
    [id],
  );
  expect(queued).toEqual([{ month: true }]);
});

it("runs the jobs of other workspaces while a step of one workspace is slow", async () => {
  const [slow, quick] = [await runner.create(newId(), "SLOW"), await runner.create(newId(), "QUICK")];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  start({
    steps: {
      SLOW: async () => {
        await released;
        return done;
      },
      QUICK: async (_tx, job) => ({ ...done, isFinished: job.done === 4 }),
    },
  });
  expect(await finished(quick)).toMatchObject({ state: "SUCCEEDED", done: 5 });
  const later = await runner.create(newId(), "QUICK");
  expect(await finished(later)).toMatchObject({ state: "SUCCEEDED", done: 5 });
  expect(await stored(slow)).toMatchObject({ state: "QUEUED", attempts: 1 });
  release();
  expect(await finished(slow)).toMatchObject({ state: "SUCCEEDED", attempts: 0 });
});

it("repeats a step that takes too long with a smaller batch, and then fails with advice", async () => {
  const sizes: number[] = [];
  start({
    steps: {
      SLOW: async (tx, job) => {
        const size = batchOf(job, 1_000);
        sizes.push(size);
        if (size > 100) await tx.sql(timedOut);
        return done;
      },
      ENDLESS: async (tx) => {
        await tx.sql(timedOut);
        return done;
      },
    },
    timeoutAdvice: { ENDLESS: { field: "filter", advice: "Narrow the filter." } },
    limits: { maxAttempts: 3 },
  });
  const [slow, endless] = [await runner.create(newId(), "SLOW"), await runner.create(newId(), "ENDLESS")];
  expect(await finished(slow)).toMatchObject({ state: "SUCCEEDED", done: 1, error_count: 0 });
  expect(sizes).toEqual([1_000, 250, 62]);
  const message = "The job failed because the next records took too long, even in small batches. Narrow the filter.";
  expect(await finished(endless)).toMatchObject({ state: "FAILED", done: 0, errors: [{ row: null, field: "filter", message }] });
});

it("begins no second attempt while an attempt runs or its result is unknown", async () => {
  let calls = 0;
  const given = {
    steps: {
      COUNTED: async () => {
        calls += 1;
        return { ...done, isFinished: calls === 2 };
      },
    },
  };
  const workspaceId = newId();
  const [id] = [await runner.create(workspaceId, "COUNTED"), await runner.create(workspaceId, "COUNTED")];
  const turn = (before?: (transaction: number) => unknown) => runner.turn(given, workspaceId, before);
  const progress = async () => {
    const { state, done, attempts, batch_divisor } = await stored(id);
    return [state, done, attempts, batch_divisor];
  };
  const inGap = async (transaction: number) => {
    if (transaction === 2) expect([await turn(), calls, await progress()]).toEqual([false, 0, ["QUEUED", 0, 1, 1]]);
  };
  await turn(inGap);
  expect([calls, await progress()]).toEqual([1, ["RUNNING", 1, 0, 1]]);
  const disconnected = (transaction: number) => transaction > 1 && Promise.reject(new Error("No connection"));
  await expect(turn(disconnected)).rejects.toThrow("No connection");
  for (let polls = 1; polls <= 5; polls += 1) expect(await turn()).toBe(false);
  expect(await progress()).toEqual(["RUNNING", 1, 1, 1]);
  clock.advance(leaseMs);
  const afterLease = async (transaction: number) => {
    if (transaction !== 2) return;
    clock.advance(leaseMs);
    expect(await turn()).toBe(true);
  };
  await turn(afterLease);
  expect([calls, await progress()]).toEqual([2, ["SUCCEEDED", 2, 0, 8]]);
});

it("enlarges the batches again after quick steps", async () => {
  const sizes: number[] = [];
  const given = {
    steps: {
      GROW: async (_tx: unknown, job: Parameters<typeof batchOf>[0]) => {
        sizes.push(batchOf(job, 1_000));
        if (sizes.length <= 2) throw new Error("The batch is too large.");
        return { ...done, isFinished: sizes.length === 8 };
      },
    },
  };
  start(given);
  expect(await finished(await runner.create(newId(), "GROW"))).toMatchObject({ state: "SUCCEEDED", attempts: 0, batch_divisor: 1 });
  expect(sizes).toEqual([1_000, 250, 62, 125, 250, 500, 1_000, 1_000]);
});

it("waits longer before each later attempt, and keeps the size of a batch that waits for a lock", async () => {
  const given = {
    steps: {
      LOCKED: async (tx: Pick<SqlTx, "sql">) => {
        await tx.sql(sql`SELECT pg_advisory_xact_lock(16) IS NULL AS waited`);
        return done;
      },
      STALLED: async (tx: Pick<SqlTx, "sql">) => {
        await tx.sql(sql`SELECT pg_sleep(60) IS NULL AS slept`);
        return done;
      },
    },
  };
  /** Runs all attempts. Returns the pause in seconds and the batch divisor after each failed attempt. */
  const pauses = async (kind: string, stepTimeoutMs: number) => {
    const workspaceId = newId();
    const id = await runner.create(workspaceId, kind);
    const found: number[][] = [];
    for (;;) {
      await runner.turn({ ...given, limits: { stepTimeoutMs } }, workspaceId);
      const { state, batch_divisor, errors } = await stored(id);
      if (state === "FAILED") return [...found, errors[0].message];
      const { rows } = await admin.query("SELECT due_at FROM job_queue WHERE job_id = $1", [id]);
      const pauseMs = rows[0].due_at.getTime() - clock.now().getTime();
      found.push([pauseMs / 1_000, batch_divisor]);
      clock.advance(pauseMs);
    }
  };
  const tooLong = "The job failed because the next records took too long, even in small batches. Start the job again later.";
  expect(await pauses("STALLED", 200)).toEqual([[1, 4], [1, 16], [64, 64], [256, 256], tooLong]);
  await admin.query("SELECT pg_advisory_lock(16)");
  // Is longer, because an attempt whose earlier statements exceed the timeout does not wait for the lock.
  const locked = "The job failed because other changes locked the next records for too long. Start the job again later.";
  expect(await pauses("LOCKED", 2_000)).toEqual([[4, 1], [16, 1], [64, 1], [256, 1], locked]);
  await admin.query("SELECT pg_advisory_unlock(16)");
});

it("continues without a count that takes too long", async () => {
  start({
    steps: {
      COUNT: async (tx) => {
        const total = await readWithin(tx, 200, (read) => read(sql`SELECT pg_sleep(60) IS NULL AS slept`));
        const [row] = await tx.sql<{ timeout: string }>(sql`SELECT current_setting('statement_timeout') AS timeout`);
        return { ...done, total: total === null ? null : 1, errors: [{ row: null, field: null, message: row?.timeout ?? "" }] };
      },
    },
  });
  const id = await runner.create(newId(), "COUNT");
  expect(await finished(id)).toMatchObject({ state: "SUCCEEDED", total: null, errors: [{ message: "5s" }] });
});

it("limits the total size of a workspace's result files", async () => {
  start({
    steps: {
      FILE: async (tx, job) => {
        const resultBytes = await insertParts(tx, job.rowId, job.done, ["é".repeat(150)]);
        return { done: 1, cursor: null, isFinished: job.done === 1, resultBytes, ...(job.done === 1 && { resultParts: 2 }) };
      },
    },
    limits: { maxResultBytes: 1_000 },
  });
  const [workspaceId, another] = [newId(), newId()];
  const first = await runner.create(workspaceId, "FILE");
  expect(await finished(first)).toMatchObject({ state: "SUCCEEDED", result_bytes: "600" });
  const second = await runner.create(workspaceId, "FILE");
  expect(await finished(second)).toMatchObject({
    ...{ state: "FAILED", done: 1, result_bytes: "0", result_expires_at: null },
    errors: [{ message: expect.stringMatching(/would exceed 1000 bytes in total/) }],
  });
  const parts = await admin.query("SELECT job_id FROM job_parts WHERE job_id IN ($1, $2)", [first, second]);
  expect(parts.rows).toEqual([{ job_id: first }, { job_id: first }]);
  expect(await finished(await runner.create(another, "FILE"))).toMatchObject({ state: "SUCCEEDED" });
  clock.advance(24 * 3_600_000);
  expect(await finished(await runner.create(workspaceId, "FILE"))).toMatchObject({ state: "SUCCEEDED" });
});
