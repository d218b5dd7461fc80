/// <reference path="./web-assembly.d.ts" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import type pg from "pg";
import type { MigrationPool } from "./migration-pool.js";
import type { Migration } from "./migrations.js";

const filters = { externalTables: [], externalEnums: [] };

type Bindings = typeof import("@prisma/schema-engine-wasm") & { __wbg_set_wasm(exports: object): void };

// The WebAssembly module supports only one instance per process.
let loaded: Promise<Bindings> | undefined;

const lastWords = {
  set_message(message: string): never {
    throw new Error(`Prisma's schema engine failed: ${message}`);
  },
};

/** Loads Prisma's schema engine as WebAssembly, which runs on every platform. */
function loadEngine(): Promise<Bindings> {
  loaded ??= (async () => {
    const module: object = await import("@prisma/schema-engine-wasm/schema_engine_bg");
    const bindings = module as Bindings;
    const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const wasm = await readFile(join(dirname(path), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": withoutWaiting(bindings) });
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: lastWords });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
    return bindings;
  })();
  return loaded;
}

/** Lets the process exit before the engine's timers expire. The engine never stops its timer of 10 s for the migration lock. */
function withoutWaiting(bindings: object): object {
  const timers = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  const start = (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds).unref();
  return { ...bindings, ...Object.fromEntries(timers.map((name) => [name, start])) };
}

type RunScript = (script: string) => Promise<void>;

async function withEngine<Result>(
  pool: MigrationPool,
  input: { schema?: string; runScript?: RunScript },
  effect: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { SchemaEngine } = await loadEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(
    engineAdapter(pool, input.runScript ?? (async (script) => void (await pool.query(script)))),
  );
  const datamodels: [string, string][] | undefined = input.schema === undefined ? undefined : [["schema.prisma", input.schema]];
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, adapter);
  return await effect(engine).finally(() => engine.free());
}

/** Passes each script to `runScript` in one piece. Prisma's adapter would split SQL functions at semicolons. */
function engineAdapter(pool: MigrationPool, runScript: RunScript): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      // The pool runs one query at a time, so `pool.characters` belongs to this result.
      const columnTypes = result.columnTypes.map((type, index) => (pool.characters[index] ? ColumnTypeEnum.Character : type));
      return { ...result, columnTypes };
    };
    adapter.executeScript = async (script) => {
      await runScript(script).catch((error: pg.DatabaseError) => {
        const { code = "", severity = "", message, detail, column, hint } = error;
        throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
      });
    };
    return adapter;
  };
  return factory;
}

/**
 * Applies pending migrations with `run`. An error contains the migration's name and PostgreSQL's message. The caller must hold the
 * migration lock.
 */
export function applyMigrations(
  pool: MigrationPool,
  directory: string,
  migrations: readonly Migration[],
  run: (migration: Migration) => Promise<void>,
): Promise<string[]> {
  const runScript = async (script: string) => {
    const migration = migrations.find((one) => one.script === script);
    await (migration ? run(migration) : pool.query(script));
  };
  return withEngine(pool, { runScript }, async (engine) => {
    const applying = engine.applyMigrations({ migrationsList: migrationList(directory, migrations), filters });
    const { appliedMigrationNames } = await applying.catch((error: Error) => {
      const name = /migration_name="([^"]+)"/.exec(error.message)?.[1];
      const reason =
        /^Error querying the database: (.*)$/m.exec(error.message)?.[1] ?? /^external connector error\n(.*)$/m.exec(error.message)?.[1];
      throw name && reason ? new Error(`Migration ${name} failed: ${reason}`, { cause: error }) : error;
    });
    return appliedMigrationNames;
  });
}

/**
 * Returns the SQL that migrates the database to `schema`, the text of a schema.prisma. If the database already has this schema, the SQL
 * contains no statement.
 */
export function diffToSchema(pool: MigrationPool, schema: string): Promise<string> {
  const files = [{ path: "schema.prisma", content: schema }];
  return withEngine(pool, { schema }, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: "." },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters,
    });
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
