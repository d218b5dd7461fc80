import { createHmac, randomBytes } from "node:crypto";
import pg from "pg";

/** Creates the database and a role without BYPASSRLS if missing; returns the role's URL. Idempotent. Requires PostgreSQL 17 or newer. */
export async function ensureDatabase(adminUrl: string, name: string, role: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const password = passwordFor(new URL(adminUrl), role);
    await admin.query("SELECT pg_advisory_lock(hashtext('offergraph ensureDatabase'))");
    const { rows } = await admin.query<{ version: number; bypasses: boolean | null; database: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version,
              (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = $1) AS bypasses,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [role, name],
    );
    const found = rows[0];
    if (!found || found.version < 170_000) throw new Error("PostgreSQL 17 or newer is required for the builtin locale C.UTF-8.");
    if (found.bypasses)
      throw new Error(`The role "${role}" exists and bypasses row-level security. Remove SUPERUSER and BYPASSRLS from the role.`);
    const roleName = pg.escapeIdentifier(role);
    const databaseName = pg.escapeIdentifier(name);
    await admin.query(`${found.bypasses === null ? "CREATE" : "ALTER"} ROLE ${roleName} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    if (!found.database) {
      await admin.query(`GRANT ${roleName} TO CURRENT_USER`);
      await admin.query(
        `CREATE DATABASE ${databaseName} OWNER ${roleName} TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
      );
      await admin.query(`REVOKE ALL ON DATABASE ${databaseName} FROM PUBLIC`);
    }
    const url = new URL(adminUrl);
    url.username = encodeURIComponent(role);
    url.password = password;
    url.pathname = `/${encodeURIComponent(name)}`;
    return url.toString();
  } finally {
    await admin.end();
  }
}

function passwordFor(adminUrl: URL, role: string): string {
  // Use a random password if the administrator has no password (authentication by trust or certificate).
  const secret = adminUrl.password || randomBytes(32).toString("hex");
  return createHmac("sha256", secret).update(`offergraph role ${role}`).digest("base64url");
}
