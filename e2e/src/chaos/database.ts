import pg from "pg";
import type { SystemFile } from "../start-system.js";

type Service = "forms" | "incentives" | "discounts" | "orders" | "workspace";
type Row = Record<string, unknown>;

/** Queries a service's database within one workspace. */
export async function queryDatabase<Found extends Row>(file: SystemFile, service: Service, text: string): Promise<Found[]> {
  const client = new pg.Client({ connectionString: file.databaseUrls[service] ?? "" });
  await client.connect();
  try {
    await client.query("SELECT set_config('app.workspace_id', $1, false)", [file.workspaceId]);
    return (await client.query<Found>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function countRows(file: SystemFile, service: Service, from: string): Promise<number> {
  const [row] = await queryDatabase<{ count: number }>(file, service, `SELECT count(*)::int AS count FROM ${from}`);
  return row?.count ?? 0;
}
