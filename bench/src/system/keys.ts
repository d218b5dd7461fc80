import { hashKey, newKey, suffixOf } from "@offergraph/shared/access/api-key";
import pg from "pg";
import type { SystemFile } from "../../../e2e/src/start-system.js";

/** Inserts API keys with the rights of the system's key. */
export async function addKeys(file: SystemFile, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newKey("SECRET"));
  const client = new pg.Client({ connectionString: file.databaseUrls.workspace ?? "" });
  await client.connect();
  try {
    await client.query("SELECT set_config('app.workspace_id', $1, false)", [file.workspaceId]);
    await client.query(
      `INSERT INTO api_keys (row_id, hash, suffix, workspace_id, created_by, name, kind, level, origins, created_at, updated_at)
       SELECT gen_random_uuid(), made.hash, made.suffix, k.workspace_id, k.created_by, 'Bench', k.kind, k.level, k.origins, now(), now()
       FROM api_keys k, unnest($2::text[], $3::text[]) AS made(hash, suffix) WHERE k.hash = $1`,
      [hashKey(file.secretKey), keys.map(hashKey), keys.map(suffixOf)],
    );
  } finally {
    await client.end();
  }
  return keys;
}
