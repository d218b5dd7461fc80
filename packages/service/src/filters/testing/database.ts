import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { schema } from "./fixtures.js";

export interface ThingsDatabase {
  /** Connection string of a role to which row-level security applies. */
  connectionString: string;
  /** A connection that can read every workspace. */
  admin: pg.Client;
  drop(): Promise<void>;
}

/** Creates an empty database with the test tables and the product's collation (code-point order). */
export async function thingsDatabase(adminUrl: string): Promise<ThingsDatabase> {
  const name = `filters_${newId().replaceAll("-", "")}`;
  const server = new pg.Client(adminUrl);
  await server.connect();
  await server.query(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'`,
  );
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  const url = new URL(adminUrl);
  url.pathname = name;
  const admin = new pg.Client(url.href);
  await admin.connect();
  await admin.query(`SET TimeZone = 'UTC'; ${schema} GRANT SELECT, INSERT, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`);
  url.username = name;
  url.password = name;
  return {
    connectionString: url.href,
    admin,
    async drop() {
      await admin.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.query(`DROP ROLE ${name}`);
      await server.end();
    },
  };
}
