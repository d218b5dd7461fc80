import { ensureDatabase } from "@offergraph/service/db/ensure-database";
import pg from "pg";

/**
 * Renames the database in which earlier versions of the gateway stored API keys, and makes the workspace service its owner. Has no effect
 * if the workspace service already has a database.
 */
export async function adoptKeys(adminUrl: string, before: string, after: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ name: string; owner: string }>(
      "SELECT datname AS name, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = ANY ($1)",
      [[before, after]],
    );
    const adopted = rows.find(({ name }) => name === after);
    // After an interrupted start, the database may already have the new name but the old owner.
    if (adopted ? adopted.owner !== before : rows.length === 0) return;
    if (!adopted) await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(before)} RENAME TO ${pg.escapeIdentifier(after)}`);
  } finally {
    await admin.end();
  }
  await ensureDatabase(adminUrl, after, after);
  await changeOwner(adminUrl, before, after);
}

/** Makes the role `name` the owner of the database `name` and its content. */
async function changeOwner(adminUrl: string, from: string, name: string): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    const [old, owner] = [pg.escapeIdentifier(from), pg.escapeIdentifier(name)];
    await admin.query(`GRANT ${old}, ${owner} TO CURRENT_USER`);
    // REASSIGN OWNED also changes the owner of the current database.
    await admin.query(`REASSIGN OWNED BY ${old} TO ${owner}`);
  } finally {
    await admin.end();
  }
}
