import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import type { Migration } from "./migrations.js";

const filters = { externalTables: [], externalEnums: [] };

/** Prisma's schema engine as WebAssembly: the one of `prisma migrate`, which cannot be had as a program everywhere. */
async function withEngine<Result>(connectionString: string, effect: (engine: SchemaEngine) => Promise<Result>): Promise<Result> {
  const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const module: object = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const bindings = module as typeof import("@prisma/schema-engine-wasm") & { __wbg_set_wasm(exports: object): void };
  const wasm = await readFile(join(dirname(path), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  // The engine does not give its connections back, so the pool is ended here.
  const pool = new pg.Pool({ connectionString, max: 1, application_name: "migrate" });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(scriptAdapter(pool));
    const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
    return await effect(engine).finally(() => engine.free());
  } finally {
    await pool.end();
  }
}

/** The stock adapter cuts a script at every semicolon, also within a function's body; PostgreSQL takes it whole, as one transaction. */
function scriptAdapter(pool: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    return adapter;
  };
  return factory;
}

/** Applies what the database does not have of these migrations, and gives their names. The caller holds the lock. */
export function applyMigrations(connectionString: string, directory: string, migrations: readonly Migration[]): Promise<string[]> {
  return withEngine(connectionString, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrationList(directory, migrations), filters });
    return appliedMigrationNames;
  });
}

/** The SQL that leads from one datamodel (text of a schema.prisma; undefined: nothing) to another; empty when they are equal. */
export function diffSchemas(connectionString: string, from: string | undefined, to: string): Promise<string> {
  const model = (content: string) => ({ tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] });
  return withEngine(connectionString, async (engine) => {
    const start = from === undefined ? { tag: "empty" as const } : model(from);
    const { stdout } = await engine.diff({ from: start, to: model(to), script: true, exitCode: null, filters });
    return stdout ?? "";
  });
}

function migrationList(directory: string, migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: script } },
    })),
  };
}
