import pg from "pg";

/**
 * Runs `effect` during an open transaction of a workspace that has executed a statement, and then rolls the transaction back. The locks of
 * the transaction can keep a service from finishing its work during `effect`.
 */
export async function whileOpen<Result>(
  { connectionString }: { connectionString: string },
  { workspaceId }: { workspaceId: string },
  statement: pg.QueryConfig,
  effect: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
    await client.query(statement);
    return await effect();
  } finally {
    await client.end();
  }
}

/** Returns a statement for `whileOpen` that keeps a consumer from processing an event of the workspace. */
export const claimEvent = (consumer: string, eventId: string | undefined): pg.QueryConfig => ({
  text: `INSERT INTO inbox_events (consumer, event_id, workspace_id, processed_at)
    VALUES ($1, $2, current_setting('app.workspace_id')::uuid, now())`,
  values: [consumer, eventId],
});
