import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDatabase } from "@offergraph/service/db/ensure-database";
import { migrate } from "@offergraph/service/db/migrate";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";

const migrations = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const name = `discounts_migrations_${process.pid}`;
const log = createLogger("migrations", "silent");
let admin: pg.Client;
let folder: string;
beforeEach(async () => {
  admin = new pg.Client(inject("adminUrl"));
  await admin.connect();
  folder = await mkdtemp(join(tmpdir(), "offergraph-migrations-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${name}`);
  await admin.end();
});

const hour = 3_600_000;
const insert = `
  INSERT INTO discount_codes (row_id, workspace_id, created_at, updated_at, code, title, value_kind, value_percent, one_time_purchase, status,
    is_public, created_by, tag_names, alias_count, start_at, ends_at)
  VALUES ($1, $2, now(), now(), 'A-CODE', 'A code', 0, 0, false, $3, false, 1, '{}', 0, $4, $5)`;

test("schedules existing codes of all workspaces by their future times", async () => {
  await cp(join(migrations, "20261121000000_discounts"), join(folder, "20261121000000_discounts"), { recursive: true });
  const connectionString = await ensureDatabase(inject("adminUrl"), name, name);
  await migrate({ connectionString, migrationsDirectory: folder, log });

  const at = (hours: number | null) => hours && new Date(Math.floor(Date.now() / hour) * hour + hours * hour).toISOString();
  const [expired, draft, scheduled, active] = [0, 1, 2, 3];
  const cases = [
    { status: scheduled, start: 2, end: 3, due: 2 },
    { status: scheduled, start: -3, end: 3, due: 3 },
    { status: scheduled, start: -3, end: -2, due: null },
    { status: scheduled, start: null, end: 2, due: 2 },
    { status: active, start: 2, end: 3, due: 3 },
    { status: active, start: -3, end: -2, due: null },
    { status: active, start: null, end: null, due: null },
    { status: draft, start: 2, end: 3, due: null },
    { status: expired, start: 2, end: 3, due: null },
  ].flatMap((one) => [newId(), newId()].map((workspaceId) => ({ ...one, workspaceId, id: newId() })));

  const owner = new pg.Client({ connectionString });
  await owner.connect();
  try {
    for (const { id, workspaceId, status, start, end } of cases) {
      await owner.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
      await owner.query(insert, [id, workspaceId, status, at(start), at(end)]);
    }
    const due = new Map(cases.flatMap((one) => (one.due === null ? [] : [[one.id, { workspaceId: one.workspaceId, at: at(one.due) }]])));
    await migrate({ connectionString, migrationsDirectory: migrations, log });
    const { rows } = await owner.query("SELECT workspace_id, discount_code_id, due_at FROM scheduled_transitions");
    expect(new Map(rows.map((row) => [row.discount_code_id, { workspaceId: row.workspace_id, at: row.due_at.toISOString() }]))).toEqual(
      due,
    );
    const { rows: forced } = await owner.query("SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'discount_codes'");
    expect(forced).toEqual([{ forced: true }]);
  } finally {
    await owner.end();
  }
});

test("keeps pushes of codes when minted codes and credits are added to store_pushes", async () => {
  const before = ["20261121000000_discounts", "20261121120000_stores_time_campaigns"];
  for (const one of before) await cp(join(migrations, one), join(folder, one), { recursive: true });
  const connectionString = await ensureDatabase(inject("adminUrl"), name, name);
  await migrate({ connectionString, migrationsDirectory: folder, log });
  const [workspaceId, connectionId, waiting, emitted] = [newId(), newId(), newId(), newId()];
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  try {
    await owner.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
    await owner.query("INSERT INTO connections VALUES ($1, $2, now(), 'shop', 'A shop', 'manual')", [connectionId, workspaceId]);
    await owner.query(
      `INSERT INTO store_pushes (workspace_id, connection_id, discount_code_id, requested, due_at, pushed_hash)
       VALUES ($1, $2, $3, 1, '2026-06-01T12:00:00Z', NULL), ($1, $2, $4, 0, NULL, 'a hash')`,
      [workspaceId, connectionId, waiting, emitted],
    );
    await migrate({ connectionString, migrationsDirectory: migrations, log });
    const { rows } = await owner.query(
      "SELECT subject_id, discount_code_id, turn, requested, due_at, pushed_hash FROM store_pushes ORDER BY 1",
    );
    expect(rows).toEqual([
      ...[
        {
          subject_id: waiting,
          discount_code_id: waiting,
          turn: 0,
          requested: 1,
          due_at: new Date("2026-06-01T12:00:00Z"),
          pushed_hash: null,
        },
      ],
      ...[{ subject_id: emitted, discount_code_id: emitted, turn: 0, requested: 0, due_at: null, pushed_hash: "a hash" }],
    ]);
  } finally {
    await owner.end();
  }
});
