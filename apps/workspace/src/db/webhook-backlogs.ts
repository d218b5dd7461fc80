import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Tx } from "../tx.js";

// `processWebhookBacklogsJob` reads all workspaces, so `webhook_backlogs` has no row-level security.

/** Adds the endpoint to `webhook_backlogs`, the work list of `processWebhookBacklogsJob`. The caller must have locked the endpoint. */
export async function addBacklog({ sql: run, workspaceId }: Pick<Tx, "sql" | "workspaceId">, endpointId: string): Promise<void> {
  await run(sql`
    INSERT INTO webhook_backlogs (endpoint_id, workspace_id) VALUES (${endpointId}::uuid, ${workspaceId}::uuid) ON CONFLICT DO NOTHING`);
}

export async function hasBacklog({ sql: run }: Pick<Tx, "sql">, endpointId: string): Promise<boolean> {
  return (await run(sql`SELECT FROM webhook_backlogs b WHERE b.endpoint_id = ${endpointId}::uuid`)).length > 0;
}

/** Returns true if the current transaction has added an endpoint to the work list. */
export async function hasAddedBacklog({ sql: run, workspaceId }: Pick<Tx, "sql" | "workspaceId">): Promise<boolean> {
  const added = await run(sql`
    SELECT FROM webhook_backlogs b WHERE b.workspace_id = ${workspaceId}::uuid AND b.xmin = pg_current_xact_id()::xid LIMIT 1`);
  return added.length > 0;
}

export async function readWorkspacesWithBacklogs(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("SELECT DISTINCT b.workspace_id AS id FROM webhook_backlogs b LIMIT 1000");
  return rows.map(({ id }) => id);
}

/** Locks an entry of the workspace in `webhook_backlogs`, and returns its endpoint id. Skips entries that another replica has locked. */
export async function claimBacklog({ sql: run, workspaceId }: Pick<Tx, "sql" | "workspaceId">): Promise<string | undefined> {
  const [entry] = await run<{ endpointId: string }>(sql`
    SELECT b.endpoint_id AS "endpointId" FROM webhook_backlogs b WHERE b.workspace_id = ${workspaceId}::uuid
    ORDER BY b.endpoint_id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return entry?.endpointId;
}

export async function removeBacklog({ sql: run }: Pick<Tx, "sql">, endpointId: string): Promise<void> {
  await run(sql`DELETE FROM webhook_backlogs b WHERE b.endpoint_id = ${endpointId}::uuid`);
}

/** An endpoint with pending deliveries. `workspaceId` is null if at most `max` deliveries are pending. */
export interface PendingEndpoint {
  endpointId: string;
  workspaceId: string | null;
}

/**
 * Returns at most `endpoints` endpoints with pending deliveries, after the id `after`. Reads at most `max` + 1 index entries per endpoint.
 */
export async function readPendingEndpoints(
  pool: pg.Pool,
  { after, endpoints, max }: { after: string; endpoints: number; max: number },
): Promise<PendingEndpoint[]> {
  const { rows } = await pool.query<PendingEndpoint>(
    `WITH RECURSIVE endpoints AS (
      (SELECT q.endpoint_id, 1 AS position FROM webhook_queue q WHERE q.endpoint_id > $1 ORDER BY q.endpoint_id LIMIT 1)
      UNION ALL
      SELECT next.endpoint_id, e.position + 1 FROM endpoints e, LATERAL (
        SELECT q.endpoint_id FROM webhook_queue q WHERE q.endpoint_id > e.endpoint_id ORDER BY q.endpoint_id LIMIT 1) AS next
      WHERE e.position < $2
    )
    SELECT e.endpoint_id AS "endpointId", (
      SELECT q.workspace_id FROM webhook_queue q WHERE q.sequence = (
        SELECT o.sequence FROM webhook_queue o WHERE o.endpoint_id = e.endpoint_id ORDER BY o.record_id, o.sequence OFFSET $3 LIMIT 1)
    ) AS "workspaceId"
    FROM endpoints e ORDER BY e.position`,
    [after, endpoints, max],
  );
  return rows;
}

/** Returns the enabled endpoints of the workspace that have more than `max` pending deliveries. */
export async function readEndpointsOverLimit({ sql: run }: Pick<Tx, "sql">, max: number): Promise<string[]> {
  const rows = await run<{ id: string }>(sql`
    SELECT e.row_id AS id FROM webhook_endpoints e, LATERAL (
      SELECT q.sequence FROM webhook_queue q WHERE q.endpoint_id = e.row_id ORDER BY q.record_id, q.sequence OFFSET ${max}::integer LIMIT 1
    ) AS beyond
    WHERE e.state = 0 AND e.deleted_at IS NULL ORDER BY e.row_id`);
  return rows.map(({ id }) => id);
}
