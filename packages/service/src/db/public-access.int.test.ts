import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensureDatabase, ensureReader } from "./ensure-database.js";
import { assertDatabase } from "./pool.js";

const adminUrl = inject("adminUrl");
const prefix = `public_${process.pid}`;
const operator = `${prefix}_operator`;
const databases = [`${prefix}_own`, `${prefix}_workspace`];
const roles = [...databases, `${prefix}_gateway`, `${prefix}_reader`, `${prefix}_other`, operator];
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
const page = new URL("../../../../docs/deployment.md", import.meta.url);

beforeAll(async () => {
  await admin.query(`CREATE ROLE ${operator} LOGIN CREATEDB CREATEROLE PASSWORD 'x'`);
  await admin.query(`CREATE ROLE ${prefix}_other LOGIN PASSWORD 'x'`);
});
afterAll(async () => {
  for (const name of databases) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const name of roles) await admin.query(`DROP ROLE IF EXISTS ${name}`);
  await admin.end();
});

function urlOf(role: string, database: string): string {
  const url = new URL(adminUrl);
  return Object.assign(url, { username: role, password: "x", pathname: `/${database}` }).href;
}

async function connected<Result>(connectionString: string, effect: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    return await effect(pool);
  } finally {
    await pool.end();
  }
}

const assertAt = (connectionString: string) => connected(connectionString, assertDatabase);
const connect = (connectionString: string) => connected(connectionString, (pool) => pool.query("SELECT"));

test("a database to which each role can connect is rejected, until the owner runs the statement of the message", async () => {
  const name = `${prefix}_own`;
  const owner = await ensureDatabase(adminUrl, name, name);
  await assertAt(owner);
  await expect(connect(urlOf(`${prefix}_other`, name))).rejects.toThrow("permission denied for database");

  await admin.query(`GRANT CONNECT ON DATABASE ${name} TO PUBLIC`);
  await connect(urlOf(`${prefix}_other`, name));
  const { message } = await assertAt(owner).then(
    () => new Error("accepted"),
    (error: Error) => error,
  );
  expect(message).toContain(`Any role can connect to the database "${name}"`);
  const statement = /REVOKE .* FROM PUBLIC/.exec(message)?.[0] ?? "";
  await connected(owner, (pool) => pool.query(statement));
  await assertAt(owner);
  await expect(connect(urlOf(`${prefix}_other`, name))).rejects.toThrow("permission denied for database");
});

test("ensureDatabase revokes the privileges of PUBLIC on an existing database, and ensureReader grants CONNECT to one role", async () => {
  const name = `${prefix}_own`;
  const owner = await ensureDatabase(adminUrl, name, name);
  await admin.query(`GRANT ALL ON DATABASE ${name} TO PUBLIC`);
  await expect(assertAt(owner)).rejects.toThrow("PUBLIC");
  await assertAt(await ensureDatabase(adminUrl, name, name));
  await connect(await ensureReader(adminUrl, name, `${prefix}_reader`));
  await assertAt(owner);
});

test("the statements of docs/deployment.md give a service its database, and only the gateway's role can connect to it too", async () => {
  const [, documented = ""] = /## PostgreSQL\n.*?```sql\n(.*?)```/s.exec(await readFile(page, "utf8")) ?? [];
  const sql = documented.replaceAll("offergraph_", `${prefix}_`).replaceAll("'…'", "'x'");
  // CREATE DATABASE cannot run together with other statements.
  const statements = sql.split(";").filter((statement) => statement.trim() !== "");
  expect(statements.length).toBe(6);
  await connected(urlOf(operator, "postgres"), async (pool) => {
    for (const statement of statements) await pool.query(statement);
  });
  const name = `${prefix}_workspace`;
  await assertAt(urlOf(name, name));
  await connect(urlOf(`${prefix}_gateway`, name));
  await expect(connect(urlOf(`${prefix}_other`, name))).rejects.toThrow("permission denied for database");
});
