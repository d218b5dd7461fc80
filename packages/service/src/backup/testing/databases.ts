import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { ensureDatabase } from "../../db/ensure-database.js";
import { migrate } from "../../db/migrate.js";
import { kitMigrations, log } from "../../db/testing/fixtures.js";

const workspaceOnly = "workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid)";

/** Tables with everything that COPY or the sequence of the tables could get wrong. */
const oddTables = `
CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE TABLE a_children (id bigserial PRIMARY KEY, parent_id int);
ALTER TABLE a_children ADD CONSTRAINT positive CHECK (id > 0) NOT VALID;
CREATE TABLE b_parents (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, workspace_id uuid, dropped int, "Odd ""name" text, mood mood, list text[],
  document jsonb, bytes bytea, amount numeric, moment timestamptz(3), span interval, ratio float8, favorite bigint,
  doubled numeric GENERATED ALWAYS AS (amount * 2) STORED
);
ALTER TABLE b_parents DROP COLUMN dropped;
ALTER TABLE a_children ADD CONSTRAINT a_children_parent FOREIGN KEY (parent_id) REFERENCES b_parents (id);
ALTER TABLE b_parents ADD CONSTRAINT b_parents_favorite FOREIGN KEY (favorite) REFERENCES a_children (id);
ALTER TABLE b_parents ENABLE ROW LEVEL SECURITY;
ALTER TABLE b_parents FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON b_parents USING (${workspaceOnly}) WITH CHECK (${workspaceOnly});
CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."Odd ""name" := NEW."Odd ""name" || '!'; RETURN NEW; END $$;
CREATE TRIGGER shout BEFORE INSERT ON b_parents FOR EACH ROW EXECUTE FUNCTION shout();`;

export const oddRows = `
INSERT INTO b_parents (workspace_id, "Odd ""name", mood, list, document, bytes, amount, moment, span, ratio) VALUES
  ('01900000-0000-7000-8000-00000000000a', E'tab\\t line\\n backslash \\\\ \\\\N é 🙂', 'bad', ARRAY['a,b', NULL, '{"x"}'],
   '{"a": [1, null, "\\u00e9"]}', '\\x00ff5c', 0.1000, '2026-02-03T04:05:06.789+09', '1 mon -3 days 04:05:06.789', 0.1::float8 + 0.2),
  ('01900000-0000-7000-8000-00000000000b', NULL, NULL, '{}', NULL, '', NULL, 'infinity', NULL, 'NaN'),
  ('01900000-0000-7000-8000-00000000000b', '', 'good', NULL, 'null', NULL, -12345678901234567890.5, '0044-03-15 BC', NULL, '-0');
INSERT INTO a_children (parent_id) SELECT id FROM b_parents ORDER BY id;
UPDATE b_parents SET favorite = id;
ALTER TABLE a_children DROP CONSTRAINT positive;
INSERT INTO a_children (id) VALUES (-1);
ALTER TABLE a_children ADD CONSTRAINT positive CHECK (id > 0) NOT VALID;
SELECT setval('a_children_id_seq', 700);
INSERT INTO inbox_events VALUES ('taker', gen_random_uuid(), gen_random_uuid(), now()), ('taker:dead', gen_random_uuid(), gen_random_uuid(), now());
INSERT INTO outbox_streams VALUES ('offergraph_orders', '2026-01-01T00:00:00Z', 12);`;

export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client.query<Row>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

/** Creates databases with the tables of a service, and a folder for backups. */
export async function backupSetup() {
  const migrations = await kitMigrations();
  await migrations.put("20260102000000_odd", oddTables);
  const folder = await mkdtemp(join(tmpdir(), "offergraph-backup-"));
  const names: string[] = [];
  const create = async () => {
    const name = `backup_${process.pid}_${Date.now()}_${names.length}`;
    names.push(name);
    const owner = await ensureDatabase(inject("adminUrl"), name, "test_backup");
    const admin = new URL(inject("adminUrl"));
    admin.pathname = `/${name}`;
    return { owner, admin: admin.href };
  };
  return {
    migrations,
    log,
    folder: (name: string) => join(folder, name),
    /** Creates an empty database. Returns its URLs for the service's role and for a superuser. */
    create,
    async createMigrated() {
      const database = await create();
      await migrate({ connectionString: database.owner, migrationsDirectory: migrations.path, log });
      return database;
    },
    async end() {
      for (const name of names) await ask(inject("adminUrl"), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await Promise.all([migrations.remove(), rm(folder, { recursive: true, force: true })]);
    },
  };
}

export type BackupSetup = Awaited<ReturnType<typeof backupSetup>>;

/** Returns the number of rows and a checksum of each table, the constraints, and the state of row-level security and triggers. */
export async function readState(adminUrl: string): Promise<Record<string, unknown>> {
  const tables = await ask<{ name: string }>(
    adminUrl,
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('_prisma_migrations', 'outbox_streams') ORDER BY 1",
  );
  const state: Record<string, unknown> = {};
  for (const { name } of tables)
    [state[name]] = await ask(
      adminUrl,
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS sum FROM ${name} t`,
    );
  state.constraints = await ask(
    adminUrl,
    "SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1",
  );
  state.security = await ask(
    adminUrl,
    "SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  state.triggers = await ask(adminUrl, "SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1");
  return state;
}
