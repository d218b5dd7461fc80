import pg from "pg";
import { withOptions } from "./pool.js";

const characterType = 18;

/**
 * A pool of one session, which holds the migration lock (an advisory lock). If this process dies, PostgreSQL releases the lock within about
 * a second.
 */
export class MigrationPool extends pg.Pool {
  /** For each column of the last result, true if the type is "char". System catalogs use "char", but Prisma's adapter needs text. */
  characters: readonly boolean[] = [];

  constructor(connectionString: string) {
    const url = withOptions(connectionString, "-c client_connection_check_interval=1000");
    let sessions = 0;
    super({
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 0,
      application_name: "migrate",
      onConnect() {
        sessions += 1;
        if (sessions > 1) throw new Error("The database connection that holds the migration lock was lost. Start the service again.");
      },
    });
    // A connection error makes the current or the next statement fail.
    this.on("error", () => undefined);
    this.on("connect", (client) => {
      client.on("error", () => undefined);
      client.connection.prependListener("rowDescription", ({ fields }: { fields: pg.FieldDef[] }) => {
        this.characters = fields.map((field) => field.dataTypeID === characterType);
        for (const field of fields) if (field.dataTypeID === characterType) field.dataTypeID = pg.types.builtins.TEXT;
      });
    });
    this.query = this.#query.bind(this) as typeof this.query;
  }

  /** Keeps the session open if the statement fails. The session's end would release the lock. */
  async #query(...statement: Parameters<pg.PoolClient["query"]>): Promise<unknown> {
    const client = await this.connect();
    try {
      return await client.query(...statement);
    } finally {
      client.release();
    }
  }
}
