import { withSessionOptions } from "@offergraph/service/db/pool";
import pg from "pg";

const secondaryIndexes = `
  SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
  WHERE i.indrelid = $1::regclass AND NOT i.indisprimary AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;

/**
 * Drops the secondary indexes of a table, runs `effect`, and creates the indexes again. Without indexes, bulk inserts are several times
 * faster.
 */
export async function withoutIndexes(client: pg.Client, table: string, effect: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(secondaryIndexes, [table]);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await effect();
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
}

/** Runs `effect` with a connection of a service's role, with the options of the service's sessions. */
export async function connected<Result>(
  connectionString: string | undefined,
  effect: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(withSessionOptions(connectionString ?? ""));
  await client.connect();
  try {
    return await effect(client);
  } finally {
    await client.end();
  }
}
