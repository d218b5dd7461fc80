import type { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import type { Migration } from "./migrations.js";

const filters = { externalTables: [], externalEnums: [] };

type Bindings = typeof import("@prisma/schema-engine-wasm") & { __wbg_set_wasm(exports: object): void };

// Its module keeps one instance's memory, so there is one in a process.
let loaded: Promise<Bindings> | undefined;

/** Prisma's schema engine as WebAssembly: the one of `prisma migrate`, which cannot be had as a program everywhere. */
function loadEngine(): Promise<Bindings> {
  loaded ??= (async () => {
    const module: object = await import("@prisma/schema-engine-wasm/schema_engine_bg");
    const bindings = module as Bindings;
    const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const wasm = await readFile(join(dirname(path), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
    return bindings;
  })();
  return loaded;
}

async function withEngine<Result>(
  connectionString: string,
  schema: string | undefined,
  effect: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { SchemaEngine } = await loadEngine();
  // The engine does not give its connections back, so the pool is ended here.
  const pool = new pg.Pool({ connectionString, max: 1, application_name: "migrate", Client: EngineClient });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(engineAdapter(pool));
    const engine = await SchemaEngine.new(
      { datamodels: schema === undefined ? undefined : [["schema.prisma", schema]] },
      () => undefined,
      adapter,
    );
    return await effect(engine).finally(() => engine.free());
  } finally {
    await pool.end();
  }
}

const characterType = 18;

/** The catalogue has columns of type "char", which the stock adapter does not know and the engine wants by its name for it. */
class EngineClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.prependListener("rowDescription", ({ fields }: { fields: pg.FieldDef[] }) => {
      this.emit(
        "characters",
        fields.map((field) => field.dataTypeID === characterType),
      );
      for (const field of fields) if (field.dataTypeID === characterType) field.dataTypeID = pg.types.builtins.TEXT;
    });
  }
}

/** The stock adapter, but a script goes to PostgreSQL whole (it would be cut at every semicolon, also within a function's body). */
function engineAdapter(pool: pg.Pool): PrismaPg {
  let characters: boolean[] = [];
  // One connection, one query at a time: what was described last belongs to the result at hand.
  pool.on("connect", (client) => (client as EventEmitter).on("characters", (columns: boolean[]) => (characters = columns)));
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type, index) => (characters[index] ? ColumnTypeEnum.Character : type));
      return { ...result, columnTypes };
    };
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    return adapter;
  };
  return factory;
}

/** Applies what the database does not have of these migrations, and gives their names. The caller holds the lock. */
export function applyMigrations(connectionString: string, directory: string, migrations: readonly Migration[]): Promise<string[]> {
  return withEngine(connectionString, undefined, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrationList(directory, migrations), filters });
    return appliedMigrationNames;
  });
}

/** The SQL that leads from the database as it is to the schema (text of a schema.prisma); empty when they agree. */
export function diffToSchema(connectionString: string, schema: string): Promise<string> {
  const files = [{ path: "schema.prisma", content: schema }];
  return withEngine(connectionString, schema, async (engine) => {
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
