import { createHash, randomUUID } from "node:crypto";
import { ensureDatabase } from "@offergraph/service/db/ensure-database";
import { migrate } from "@offergraph/service/db/migrate";
import { readMigrations } from "@offergraph/service/db/migrations";
import pg from "pg";
import { pino } from "pino";

declare module "vitest" {
  interface ProvidedContext {
    /** postgres:// URL of a superuser of the PostgreSQL server that the test run started (packages/dev-stack/src/testing/servers.ts). */
    adminUrl: string;
    /** nats:// URL of the NATS server with JetStream that the test run started. */
    natsUrl: string;
  }
}

export interface TestDatabaseSettings {
  adminUrl: string;
  /** Prefix of the names of the template database and its role. */
  app: string;
  /** The folder `prisma/migrations` of the app. */
  migrationsDirectory: string;
}

export interface TestDatabase {
  /** postgres:// URL with the app's role, to which row-level security applies. */
  connectionString: string;
  /** URL of the same database for a superuser, who can read every workspace. */
  adminUrl: string;
  /** Closes the database's connections and drops the database. */
  drop(): Promise<void>;
}

const templates = new Map<string, Promise<string>>();

/** Creates a database for a test file as a copy of a template database. Each version of the migrations has a separate template database. */
export async function testDatabase({ adminUrl, app, migrationsDirectory }: TestDatabaseSettings): Promise<TestDatabase> {
  const migrations = await readMigrations(migrationsDirectory);
  const version = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 16);
  const template = `test_${app}_${version}`;
  const key = `${adminUrl} ${template}`;
  const owned = templates.get(key) ?? makeTemplate(adminUrl, template, `test_${app}`, migrationsDirectory);
  templates.set(key, owned);
  const owner = new URL(await owned);
  const name = `test_${app}_${randomUUID().replaceAll("-", "")}`;
  const role = decodeURIComponent(owner.username);
  await asAdmin(adminUrl, async (admin) => {
    // The strategy FILE_COPY takes a fifth of the CPU time, because it does not write each page to the write-ahead log.
    await admin.query(
      `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)} OWNER ${pg.escapeIdentifier(role)} STRATEGY FILE_COPY`,
    );
    // PostgreSQL does not copy the privileges of the template.
    await admin.query(`REVOKE ALL ON DATABASE ${pg.escapeIdentifier(name)} FROM PUBLIC`);
  });
  return {
    connectionString: inDatabase(owner.href, name),
    adminUrl: inDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)),
  };
}

/** Creates the template under a temporary name, because other test workers must not copy an incomplete template. */
async function makeTemplate(adminUrl: string, template: string, role: string, migrationsDirectory: string): Promise<string> {
  let owner = "";
  await asAdmin(adminUrl, async (admin) => {
    await admin.query("SELECT pg_advisory_lock(hashtext($1))", [template]);
    const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [template]);
    if (rowCount) {
      owner = await ensureDatabase(adminUrl, template, role);
      return;
    }
    const draft = `${template}_draft`;
    await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(draft)} WITH (FORCE)`);
    owner = await ensureDatabase(adminUrl, draft, role);
    await migrate({ connectionString: owner, migrationsDirectory, log: pino({ level: "silent" }) });
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(draft)} RENAME TO ${pg.escapeIdentifier(template)}`);
  });
  return inDatabase(owner, template);
}

async function asAdmin(adminUrl: string, effect: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await effect(admin);
  } finally {
    await admin.end();
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
