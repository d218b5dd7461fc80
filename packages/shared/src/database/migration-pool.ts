import pg from "pg";

const characterType = 18;

/**
 * One session, for all that a migration does: an advisory lock taken on it holds as long as its last script runs, whatever becomes
 * of this process. The server ends that script within a second of the process's death.
 */
export class MigrationPool extends pg.Pool {
  /** Which columns of the result described last are of type "char": the catalogue has such, Prisma's adapter knows them as text only. */
  characters: readonly boolean[] = [];

  constructor(connectionString: string) {
    const url = new URL(connectionString);
    url.searchParams.set(
      "options",
      [url.searchParams.get("options"), "-c client_connection_check_interval=1000"].filter(Boolean).join(" "),
    );
    super({ connectionString: url.href, max: 1, idleTimeoutMillis: 0, application_name: "migrate" });
    // Its loss shows in the statement that runs, or in the next one.
    this.on("error", () => undefined);
    this.on("connect", (client) => {
      client.on("error", () => undefined);
      client.connection.prependListener("rowDescription", ({ fields }: { fields: pg.FieldDef[] }) => {
        this.characters = fields.map((field) => field.dataTypeID === characterType);
        for (const field of fields) if (field.dataTypeID === characterType) field.dataTypeID = pg.types.builtins.TEXT;
      });
    });
  }
}
