import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureDatabase } from "@offergraph/service/db/ensure-database";
import { migrate } from "@offergraph/service/db/migrate";
import { hashKey } from "@offergraph/shared/access/api-key";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { repository } from "./apps.js";
import { databases } from "./servers.js";

const prefix = `adopt_${process.pid}`;
const migrations = path.join(repository, "apps/workspace/prisma/migrations");
const log = pino({ level: "silent" });
let adminUrl: string;
let folder: string;

beforeAll(async () => {
  adminUrl = inject("adminUrl").replace(/\/[^/]*$/, `/${prefix}`);
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-adopt-"));
  await cp(path.join(migrations, "20261121000000_keys"), path.join(folder, "20261121000000_keys"), { recursive: true });
  await cp(path.join(migrations, "migration_lock.toml"), path.join(folder, "migration_lock.toml"));
  await ensureDatabase(inject("adminUrl"), prefix, prefix);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await run(inject("adminUrl"), async (admin) => {
    for (const name of [prefix, `${prefix}_workspace`]) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const name of [prefix, `${prefix}_workspace`, `${prefix}_gateway`]) await admin.query(`DROP ROLE IF EXISTS ${name}`);
  });
});

async function run<Result>(connectionString: string, effect: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await effect(client);
  } finally {
    await client.end();
  }
}

describe("the database of an earlier gateway", () => {
  it("becomes that of workspace, and its keys still work; the gateway's role reads only the view", async () => {
    const before = await ensureDatabase(adminUrl, `${prefix}_gateway`, `${prefix}_gateway`);
    await migrate({ connectionString: before, migrationsDirectory: folder, log });
    const ids = { workspace: "01900000-0000-7000-8000-000000000001", member: "01900000-0000-7000-8000-000000000002" };
    await run(before, async (old) => {
      await old.query("INSERT INTO workspaces VALUES ($1, 'Old', now())", [ids.workspace]);
      await old.query("INSERT INTO members VALUES ($1, $2, 'Ann', NULL, 'OWNER', now(), NULL)", [ids.member, ids.workspace]);
      await old.query(
        `INSERT INTO keys (id, hash, suffix, workspace_id, created_by, kind, level, origins, created_at)
         VALUES (gen_random_uuid(), $1, 'abcd', $2, $3, 'SECRET', 'WRITE', '{}', now())`,
        [hashKey("sk_live_old"), ids.workspace, ids.member],
      );
    });

    for (let start = 1; start <= 2; start += 1) {
      const urls = await databases(adminUrl, ["gateway", "workspace"]);
      await migrate({ connectionString: urls.get("workspace") ?? "", migrationsDirectory: migrations, log });
      await run(urls.get("gateway") ?? "", async (gateway) => {
        const { rows } = await gateway.query("SELECT workspace_id, level, role FROM credential_lookups WHERE hash = $1", [
          hashKey("sk_live_old"),
        ]);
        expect(rows).toEqual([{ workspace_id: ids.workspace, level: "WRITE", role: "OWNER" }]);
        for (const table of ["api_keys", "members", "workspaces", "outbox_events"])
          await expect(gateway.query(`SELECT FROM ${table}`), table).rejects.toThrow(/permission denied/);
        // `app.workspace_id` restricts the gateway's role to the rows of one workspace.
        await gateway.query("SELECT set_config('app.workspace_id', $1, false)", [ids.member]);
        for (const view of ["credential_lookups", "api_key_lookups"]) {
          expect((await gateway.query(`SELECT FROM ${view}`)).rowCount).toBe(0);
          await expect(gateway.query(`UPDATE ${view} SET level = 'ADMIN'`)).rejects.toThrow(/permission denied|cannot update/);
        }
      });
    }
  });

  it("is adopted at the next start if a start ended after it had renamed the database", async () => {
    const [old, owner] = [`${prefix}_gateway`, `${prefix}_workspace`];
    const superuser = new URL(adminUrl);
    superuser.pathname = `/${owner}`;
    const owners = () =>
      run(superuser.href, async (admin) => {
        const statement = `SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1
          UNION SELECT tableowner FROM pg_tables WHERE schemaname = 'public'`;
        return (await admin.query(statement, [owner])).rows.map((row) => row.owner);
      });
    await run(superuser.href, (admin) => admin.query(`REASSIGN OWNED BY ${owner} TO ${old}`));
    expect(await owners()).toEqual([old]);
    await databases(adminUrl, ["gateway", "workspace"]);
    expect(await owners()).toEqual([owner]);
  });
});
