import { createHmac, randomBytes } from "node:crypto";
import pg from "pg";

const { escapeIdentifier, escapeLiteral } = pg;

/**
 * Creates the role `role` and its database `name`, if they do not exist. Revokes the privileges of PUBLIC on the database. Returns the
 * database URL of the role. Needs PostgreSQL 17 or newer.
 */
export async function ensureDatabase(adminUrl: string, name: string, role: string): Promise<string> {
  return withAdmin(adminUrl, async (admin) => {
    const password = await ensureRole(admin, adminUrl, role);
    const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (!rowCount) {
      await admin.query(`GRANT ${escapeIdentifier(role)} TO CURRENT_USER`);
      await admin.query(
        `CREATE DATABASE ${escapeIdentifier(name)} OWNER ${escapeIdentifier(role)} TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
      );
    }
    await revokeFromPublic(admin, name);
    return urlOf(adminUrl, name, role, password);
  });
}

/** Revokes the privileges of PUBLIC, also on a database that another program or an interrupted call of `ensureDatabase` created. */
async function revokeFromPublic(admin: pg.Client, name: string): Promise<void> {
  const { rowCount } = await admin.query(
    "SELECT FROM pg_database WHERE datname = $1 AND has_database_privilege('public', oid, 'CONNECT')",
    [name],
  );
  if (rowCount) await admin.query(`REVOKE ALL ON DATABASE ${escapeIdentifier(name)} FROM PUBLIC`);
}

/** Creates a role if necessary, and grants it CONNECT on an existing database. */
export async function ensureReader(adminUrl: string, name: string, role: string): Promise<string> {
  return withAdmin(adminUrl, async (admin) => {
    const password = await ensureRole(admin, adminUrl, role);
    await admin.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(name)} TO ${escapeIdentifier(role)}`);
    return urlOf(adminUrl, name, role, password);
  });
}

/**
 * Holds an advisory lock while `effect` runs, because concurrent changes of roles and databases fail. The lock applies only to sessions in
 * the database of `adminUrl`.
 */
async function withAdmin<Result>(adminUrl: string, effect: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query("SELECT pg_advisory_lock(hashtext('offergraph ensureDatabase'))");
    return await effect(admin);
  } finally {
    await admin.end();
  }
}

/** Creates a role without BYPASSRLS. If the role exists, sets its password. Returns the password. */
async function ensureRole(admin: pg.Client, adminUrl: string, role: string): Promise<string> {
  const { rows } = await admin.query<{ version: number; bypasses: boolean | null }>(
    `SELECT current_setting('server_version_num')::int AS version,
            (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = $1) AS bypasses`,
    [role],
  );
  const found = rows[0];
  if (!found || found.version < 170_000) throw new Error("PostgreSQL 17 or newer is required for the builtin locale C.UTF-8.");
  if (found.bypasses)
    throw new Error(`The existing role "${role}" bypasses row-level security. Remove SUPERUSER and BYPASSRLS from the role.`);
  const password = passwordFor(new URL(adminUrl), role);
  const verb = found.bypasses === null ? "CREATE" : "ALTER";
  await admin.query(`${verb} ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(password)}`);
  return password;
}

function urlOf(adminUrl: string, name: string, role: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(role);
  url.password = password;
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.toString();
}

function passwordFor(adminUrl: URL, role: string): string {
  // Uses a random secret if the administrator has no password (authentication by trust or certificate).
  const secret = adminUrl.password || randomBytes(32).toString("hex");
  return createHmac("sha256", secret).update(`offergraph role ${role}`).digest("base64url");
}
