import pg from "pg";
import { withOptions } from "./pool.js";

const characterType = 18;

/** Pool with a single session. The session's advisory lock lasts until the last script of a migration ends, even if this process dies. */
export class MigrationPool extends pg.Pool {
  /** True for each column of type "char" in the last result. System catalogs use "char", but Prisma's adapter only supports text. */
  characters: readonly boolean[] = [];

  constructor(connectionString: string) {
    const url = withOptions(connectionString, "-c client_connection_check_interval=1000");
    super({ connectionString: url, max: 1, idleTimeoutMillis: 0, application_name: "migrate" });
    // A lost connection fails the current or the next statement.
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
