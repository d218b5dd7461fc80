import type { EventEmitter } from "node:events";
import pg from "pg";

const characterType = 18;

/** The catalogue has columns of type "char", which Prisma's adapter does not know. They pass as text, and `describesCharacters` tells which they were. */
class MigrationClient extends pg.Client {
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

/**
 * One session, for all that a migration does: an advisory lock taken on it holds as long as its last script runs, whatever becomes
 * of this process. The server ends that script within a second of the process's death.
 */
export function migrationPool(connectionString: string): pg.Pool {
  const url = new URL(connectionString);
  url.searchParams.set("options", [url.searchParams.get("options"), "-c client_connection_check_interval=1000"].filter(Boolean).join(" "));
  const pool = new pg.Pool({
    connectionString: url.href,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: "migrate",
    Client: MigrationClient,
  });
  // Its loss shows in the statement that runs, or in the next one.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Says, for the result described last, which of its columns were of type "char". */
export function describesCharacters(pool: pg.Pool): () => readonly boolean[] {
  let characters: readonly boolean[] = [];
  const listen = (client: EventEmitter) => {
    client.on("characters", (columns: readonly boolean[]) => {
      characters = columns;
    });
  };
  pool.on("acquire", (client) => {
    if (client.listenerCount("characters") === 0) listen(client);
  });
  return () => characters;
}
