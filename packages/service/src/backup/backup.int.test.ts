import { appendFile, chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { migrate, migrationLock } from "../db/migrate.js";
import { backUp } from "./backup.js";
import { readManifest, tablePath } from "./manifest.js";
import { restore } from "./restore.js";
import { ask, type BackupSetup, backupSetup, oddRows, readState } from "./testing/databases.js";

let setup: BackupSetup;
beforeEach(async () => {
  setup = await backupSetup();
});
afterEach(() => setup.end());

const restoreTo = (connectionString: string, folder: string) =>
  restore({ folder, service: "orders", connectionString, migrationsDirectory: setup.migrations.path, log: setup.log });

/** Runs `read` as a user without privileges, because the superuser can read all files. Tests in containers run as superuser. */
async function asOtherUser<Result>(read: () => Promise<Result>): Promise<Result> {
  const isSuperuser = process.getuid?.() === 0;
  if (isSuperuser) process.seteuid?.("nobody");
  try {
    return await read();
  } finally {
    if (isSuperuser) process.seteuid?.(0);
  }
}

async function filledBackup(name = "one") {
  const source = await setup.createMigrated();
  await ask(source.admin, oddRows);
  const folder = setup.folder(name);
  await backUp(new Map([["orders", source.admin]]), folder);
  return { source, folder };
}

describe("restore", () => {
  it("brings back every row, sequence, constraint, policy and trigger, and leaves newer migrations pending", async () => {
    const { source, folder } = await filledBackup();
    const before = await readState(source.admin);
    await setup.migrations.put("20260103000000_newer", "CREATE TABLE newer (id int);");
    const target = await setup.create();
    expect(await restoreTo(target.owner, folder)).toMatchObject({ rows: 10 });
    const after = await readState(target.admin);
    expect(after).toEqual({ ...before, inbox_events: { rows: 1, sum: expect.any(String) } });
    expect(before.inbox_events).toMatchObject({ rows: 2 });
    expect(
      await ask(target.admin, "SELECT nextval('a_children_id_seq')::int AS child, nextval('b_parents_id_seq')::int AS parent"),
    ).toEqual([{ child: 701, parent: 4 }]);
    expect(await ask(target.admin, "SELECT name, created ~ '^restored 20' AS restored, last_sequence FROM outbox_streams")).toEqual([
      { name: "offergraph_orders", restored: true, last_sequence: "0" },
    ]);
    const { path } = setup.migrations;
    expect(await migrate({ connectionString: target.owner, migrationsDirectory: path, log: setup.log })).toEqual(["20260103000000_newer"]);
  });

  it("changes nothing if a file is damaged, or if the backup is incomplete", async () => {
    const { folder } = await filledBackup();
    const target = await setup.create();
    await appendFile(tablePath(folder, "orders", "b_parents"), "x");
    await expect(restoreTo(target.owner, folder)).rejects.toThrow(/b_parents.copy.gz is damaged/);
    await expect(restoreTo(target.owner, setup.folder("none"))).rejects.toThrow(/no manifest.json/);
    expect(await ask(target.admin, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([]);
  });

  it("names the reason if it cannot read the manifest", async () => {
    const { folder } = await filledBackup();
    const target = await setup.create();
    await mkdir(join(setup.folder("odd"), "manifest.json"), { recursive: true });
    await expect(restoreTo(target.owner, setup.folder("odd"))).rejects.toThrow(/^Cannot read .*manifest.json: EISDIR/);
    await chmod(join(folder, "manifest.json"), 0);
    const failure = asOtherUser(() => readManifest(folder));
    await expect(failure).rejects.toThrow(/^Cannot read .*manifest.json: EACCES.* Run the command as this user/);
  });

  it("can be repeated after it was interrupted", async () => {
    const { source, folder } = await filledBackup();
    const manifest = await readManifest(folder);
    const { orders } = manifest.services;
    const file = join(folder, "manifest.json");
    if (orders?.tables.b_parents) orders.tables.b_parents.rows += 1;
    await writeFile(file, JSON.stringify(manifest));
    const target = await setup.create();
    await expect(restoreTo(target.owner, folder)).rejects.toThrow("The table b_parents has 3 rows after the restore, but 4 in the backup.");
    if (orders?.tables.b_parents) orders.tables.b_parents.rows -= 1;
    await writeFile(file, JSON.stringify(manifest));
    await restoreTo(target.owner, folder);
    expect((await readState(target.admin)).b_parents).toEqual((await readState(source.admin)).b_parents);
  });

  it("never deletes rows, and does not accept another schema", async () => {
    const { source, folder } = await filledBackup();
    await expect(restoreTo(source.owner, folder)).rejects.toThrow(/already contains .* rows. Restore never deletes data/);
    await setup.migrations.put("20260103000000_newer", "CREATE TABLE newer (id int);");
    const migrated = await setup.createMigrated();
    await expect(restoreTo(migrated.owner, folder)).rejects.toThrow(/already has the migration 20260103000000_newer/);
    await setup.migrations.put("20260102000000_odd", "CREATE TABLE other (id int);");
    await expect(restoreTo((await setup.create()).owner, folder)).rejects.toThrow(/needs the migration 20260102000000_odd/);
    await expect(restoreTo(inject("adminUrl"), folder)).rejects.toThrow();
  });
});

describe("backup", () => {
  it("writes private files to a new folder, and nothing if it fails", async () => {
    const { source, folder } = await filledBackup();
    const modes = await Promise.all(
      [folder, join(folder, "manifest.json"), tablePath(folder, "orders", "b_parents")].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    await expect(backUp(new Map([["orders", source.admin]]), folder)).rejects.toThrow(/is not empty/);
    await expect(backUp(new Map([["orders", source.owner]]), setup.folder("two"))).rejects.toThrow(/Use a role with BYPASSRLS/);
    expect(await readdir(setup.folder("two"))).toEqual([]);
  });

  it("needs only a role that can read", async () => {
    const source = await setup.createMigrated();
    await ask(source.admin, oddRows);
    const role = `backup_reader_${process.pid}`;
    await ask(source.admin, `CREATE ROLE ${role} LOGIN BYPASSRLS PASSWORD 'x'; GRANT pg_read_all_data, pg_maintain TO ${role}`);
    try {
      const url = new URL(source.admin);
      await ask(source.admin, `GRANT CONNECT ON DATABASE ${url.pathname.slice(1)} TO ${role}`);
      Object.assign(url, { username: role, password: "x" });
      const { services } = await backUp(new Map([["orders", url.href]]), setup.folder("read"));
      expect(services.orders?.tables.b_parents).toMatchObject({ rows: 3 });
      expect(services.orders?.sequences).toMatchObject({ a_children_id_seq: "700", b_parents_id_seq: "3" });
    } finally {
      await ask(source.admin, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it("waits neither for a migration nor for a long transaction", async () => {
    const source = await setup.createMigrated();
    const urls = new Map([["orders", source.admin]]);
    const other = new pg.Client(source.owner);
    await other.connect();
    try {
      await other.query(`SELECT pg_advisory_lock(${migrationLock})`);
      await expect(backUp(urls, setup.folder("a"))).rejects.toThrow("A migration of orders is running.");
      await other.query("SELECT pg_advisory_unlock_all()");
      await other.query("BEGIN; LOCK TABLE outbox_events IN ROW EXCLUSIVE MODE");
      await expect(backUp(urls, setup.folder("b"), { timeoutMs: 20, maxAttempts: 2 })).rejects.toThrow(/blocked the table outbox_events/);
    } finally {
      await other.end();
    }
    await backUp(urls, setup.folder("b"));
  });
});
