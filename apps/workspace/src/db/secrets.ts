import { connectTo } from "@offergraph/service/db/workspace-reader";
import type pg from "pg";

const tables = { session: "api_keys", code: "oauth_codes", token: "oauth_tokens" } as const;

/**
 * Returns the workspace of the session, authorization code or token with this hash. The row-level security policy `secret` allows this read
 * without a workspace.
 */
export async function findWorkspaceOfSecret(pool: pg.Pool, kind: keyof typeof tables, hash: string): Promise<string | undefined> {
  const client = await connectTo(pool);
  let failed = true;
  try {
    await client.query("BEGIN READ ONLY");
    await client.query("SELECT set_config('app.secret_hash', $1, true)", [hash]);
    const text = `SELECT s.workspace_id AS "workspaceId" FROM ${tables[kind]} s WHERE s.hash = $1`;
    const { rows } = await client.query<{ workspaceId: string }>(text, [hash]);
    await client.query("COMMIT");
    failed = false;
    return rows[0]?.workspaceId;
  } finally {
    client.release(failed);
  }
}
