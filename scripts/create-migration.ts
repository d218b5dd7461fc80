// `npm run migration -w apps/<app> -- <name>` writes a migration with the changes of prisma/schema.prisma since the last migration.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureDatabase, startPostgres } from "@offergraph/dev-stack/postgres";
import { createMigration } from "@offergraph/service/db/create-migration";
import { createLogger } from "@offergraph/shared/log/logger";

const name = process.argv[2] ?? "";
const app = process.cwd();
const schemaPath = join(app, "prisma", "schema.prisma");
if (!/^[a-z][a-z0-9_]*$/.test(name) || !existsSync(schemaPath)) {
  console.error("Usage: npm run migration -w apps/<app> -- <name>. The name may contain only a-z, 0-9 and _, e.g. add_campaigns.");
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), "offergraph-migration-"));
const log = createLogger("migration", "warn");
const server = await startPostgres({ dataDirectory: join(folder, "postgres"), log, isFast: true });
try {
  const connectionString = await ensureDatabase(server.adminUrl, "scratch", "scratch");
  const migrationsDirectory = join(app, "prisma", "migrations");
  const path = await createMigration({ connectionString, schemaPath, migrationsDirectory, name, now: new Date(), log });
  if (path === undefined) console.log("The migrations already match the schema.");
  else {
    console.log(`Written: ${relative(app, path)}`);
    console.log("If the migration creates a table with data of workspaces, add row-level security. See packages/service/src/db/kit.sql.");
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
