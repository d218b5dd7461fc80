import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDatabase } from "@offergraph/service/db/ensure-database";
import { migrate } from "@offergraph/service/db/migrate";
import { createPool } from "@offergraph/service/db/pool";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { responseStatuses } from "../domain/ordinals.js";

const migrations = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const name = `forms_migrations_${process.pid}`;
const log = createLogger("migrations", "silent");
/** Creates a pool with one connection, so that session settings apply to all queries. */
const connect = (connectionString: string) => createPool({ connectionString, max: 1, applicationName: name, log });
let admin: ReturnType<typeof connect>;
let folder: string;
beforeEach(async () => {
  admin = connect(inject("adminUrl"));
  folder = await mkdtemp(join(tmpdir(), "offergraph-migrations-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${name}`);
  await admin.end();
});

const insert = `
  INSERT INTO form_responses (row_id, workspace_id, created_at, updated_at, status, form_id, form_variant_id, visitor_id, answers)
  VALUES ($1, $2, now(), $3, $4, $1, $1, 'ann', '{}')`;

test("the migration lists existing open responses of all workspaces", async () => {
  const before = (await readdir(migrations)).filter((one) => one < "20261121192453");
  for (const one of before) await cp(join(migrations, one), join(folder, one), { recursive: true });
  const connectionString = await ensureDatabase(inject("adminUrl"), name, name);
  await migrate({ connectionString, migrationsDirectory: folder, log });
  const owner = connect(connectionString);
  try {
    const at = new Date("2026-01-02T03:04:05.678Z");
    const cases = [newId(), newId()].flatMap((workspaceId) => responseStatuses.map((status) => ({ id: newId(), workspaceId, status })));
    for (const { id, workspaceId, status } of cases) {
      await owner.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
      await owner.query(insert, [id, workspaceId, at, responseStatuses.indexOf(status)]);
    }
    await migrate({ connectionString, migrationsDirectory: migrations, log });
    const open = cases.filter(({ status }) => status === "INCOMPLETE");
    const { rows } = await owner.query("SELECT * FROM open_responses ORDER BY response_id");
    expect(rows).toEqual(open.map(({ id, workspaceId }) => ({ response_id: id, workspace_id: workspaceId, changed_at: at })));
    const { rows: forced } = await owner.query("SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'form_responses'");
    expect(forced).toEqual([{ forced: true }]);
  } finally {
    await owner.end();
  }
});
