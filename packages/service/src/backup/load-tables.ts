import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { streamOf } from "../messaging/streams.js";
import { restoredMark } from "../outbox/republish.js";
import { type DatabaseBackup, tablePath } from "./manifest.js";

const { escapeIdentifier: name } = pg;

export interface Source {
  folder: string;
  service: string;
  backup: DatabaseBackup;
  now: Date;
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/** Loads all tables in one transaction, with the role that owns the tables. */
export async function loadTables(pool: pg.Pool, source: Source): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'");
    await load(client, source);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
}

async function load(client: pg.PoolClient, source: Source): Promise<void> {
  const tables = Object.entries(source.backup.tables);
  const secured = await securedTables(client);
  const constraints = await constraintsToPostpone(client);
  // Turns off row-level security, because COPY FROM does not support it. Turns off triggers, because they already ran when the rows were
  // first written.
  for (const table of secured) await client.query(`ALTER TABLE ${name(table)} NO FORCE ROW LEVEL SECURITY`);
  for (const [table] of tables) await client.query(`ALTER TABLE ${name(table)} DISABLE TRIGGER USER`);
  // Drops foreign keys, so that the tables can be loaded in any order. Drops check constraints that are not validated, because rows of the
  // backup may violate them.
  for (const one of constraints) await client.query(`ALTER TABLE ${name(one.table)} DROP CONSTRAINT ${name(one.name)}`);
  await client.query(`TRUNCATE ${tables.map(([table]) => name(table)).join(", ")}`);
  for (const [table, { columns, rows }] of tables) {
    const loaded = await loadTable(client, table, columns, tablePath(source.folder, source.service, table));
    if (loaded !== rows) throw new Error(`The table ${table} has ${loaded} rows after the restore, but ${rows} in the backup.`);
  }
  for (const [sequence, last] of Object.entries(source.backup.sequences))
    if (last !== null) await client.query("SELECT setval($1::regclass, $2::bigint)", [name(sequence), last]);
  await prepareEvents(client, source);
  for (const one of constraints) await client.query(`ALTER TABLE ${name(one.table)} ADD CONSTRAINT ${name(one.name)} ${one.definition}`);
  for (const [table] of tables) await client.query(`ALTER TABLE ${name(table)} ENABLE TRIGGER USER`);
  for (const table of secured) await client.query(`ALTER TABLE ${name(table)} FORCE ROW LEVEL SECURITY`);
}

async function securedTables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    "SELECT relname AS table FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relforcerowsecurity",
  );
  return rows.map(({ table }) => table);
}

async function constraintsToPostpone(client: pg.PoolClient): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND (k.contype = 'f' OR (k.contype = 'c' AND NOT k.convalidated))
     ORDER BY k.conname`,
  );
  return rows;
}

async function loadTable(client: pg.PoolClient, table: string, columns: readonly string[], path: string): Promise<number> {
  const target = client.query(copyFrom(`COPY ${name(table)} (${columns.map(name).join(", ")}) FROM STDIN`));
  await pipeline(createReadStream(path), createGunzip(), target);
  return target.rowCount;
}

/**
 * Marks the stream as lost, so that the relay publishes the events in `published_events` again (outbox/republish.ts). Deletes the inbox
 * records of dead letters, because a backup does not contain the dead letters. The consumers can then process the dead letters' events
 * again.
 */
async function prepareEvents(client: pg.PoolClient, { service, now }: Source): Promise<void> {
  await client.query(
    `INSERT INTO outbox_streams (name, created, last_sequence) VALUES ($1, $2, 0)
     ON CONFLICT (name) DO UPDATE SET created = EXCLUDED.created, last_sequence = 0`,
    [streamOf(service), restoredMark + now.toISOString()],
  );
  await client.query("DELETE FROM inbox_events WHERE consumer LIKE '%:dead'");
}
