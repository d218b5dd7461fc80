import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Tx } from "../tx.js";
import { unblockRecords } from "./webhook-blocked.js";
import { lockEndpoints } from "./webhook-endpoints.js";

// webhook_erasures has no row-level security, because the job works for all workspaces.

type Db = Pick<Tx, "sql" | "workspaceId">;

const start = { createdAt: "-infinity", rowId: "00000000-0000-0000-0000-000000000000" };

/** Adds a customer to the job's work list, or lets the job start again for this customer. */
export async function addErasure({ sql: run, workspaceId }: Db, customerId: string): Promise<void> {
  await run(sql`
    INSERT INTO webhook_erasures (workspace_id, customer_id, after_created_at, after_row_id)
    VALUES (${workspaceId}::uuid, ${customerId}::uuid, ${start.createdAt}::timestamptz, ${start.rowId}::uuid)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET after_created_at = excluded.after_created_at, after_row_id = excluded.after_row_id`);
}

export async function readWorkspacesWithErasures(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("SELECT DISTINCT e.workspace_id AS id FROM webhook_erasures e LIMIT 1000");
  return rows.map(({ id }) => id);
}

/** A position in the deliveries of a workspace, in the order of their creation. */
export interface Position {
  createdAt: string;
  rowId: string;
}

/** Locks one customer of the workspace that no other replica has locked. */
export async function claimErasure({ sql: run, workspaceId }: Db): Promise<{ customerId: string; after: Position } | undefined> {
  const [entry] = await run<{ customerId: string } & Position>(sql`
    SELECT e.customer_id AS "customerId", e.after_created_at::text AS "createdAt", e.after_row_id AS "rowId" FROM webhook_erasures e
    WHERE e.workspace_id = ${workspaceId}::uuid ORDER BY e.customer_id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return entry && { customerId: entry.customerId, after: { createdAt: entry.createdAt, rowId: entry.rowId } };
}

/** Stores the last delivery that the job has read. Removes the customer from the work list if no delivery is left. */
export async function saveErasure({ sql: run, workspaceId }: Db, customerId: string, last: Position | undefined): Promise<void> {
  const one = sql`e.workspace_id = ${workspaceId}::uuid AND e.customer_id = ${customerId}::uuid`;
  await run(
    last
      ? sql`
        UPDATE webhook_erasures e SET after_created_at = ${last.createdAt}::timestamptz, after_row_id = ${last.rowId}::uuid WHERE ${one}`
      : sql`DELETE FROM webhook_erasures e WHERE ${one}`,
  );
}

const isAfter = ({ createdAt, rowId }: Position) => sql`(d.created_at, d.row_id) > (${createdAt}::timestamptz, ${rowId}::uuid)`;

/** Returns the delivery that ends a batch of `max` deliveries; undefined if fewer deliveries are left. */
export async function readBatchEnd({ sql: run }: Pick<Db, "sql">, after: Position, max: number): Promise<Position | undefined> {
  const [last] = await run<Position>(sql`
    SELECT d.created_at AS "createdAt", d.row_id AS "rowId" FROM webhook_deliveries d WHERE ${isAfter(after)}
    ORDER BY d.workspace_id, d.created_at, d.row_id OFFSET ${max - 1}::integer LIMIT 1`);
  return last;
}

/** Deletes the deliveries of a batch that contain the customer's id, except events of one type. */
export async function eraseFromBatch(
  { sql: run }: Pick<Db, "sql">,
  { customerId, exceptType, after, last }: { customerId: string; exceptType: string; after: Position; last: Position | undefined },
): Promise<void> {
  const isInBatch = last ? sql`(d.created_at, d.row_id) <= (${last.createdAt}::timestamptz, ${last.rowId}::uuid)` : sql`true`;
  const found = await run<{ rowId: string; endpointId: string; recordId: string }>(sql`
    SELECT d.row_id AS "rowId", d.endpoint_id AS "endpointId", d.record_id AS "recordId" FROM webhook_deliveries d
    WHERE ${isAfter(after)} AND ${isInBatch} AND position(${customerId} IN d.body) > 0 AND d.event_type <> ${exceptType}`);
  if (found.length === 0) return;
  await lockEndpoints({ sql: run }, [...new Set(found.map(({ endpointId }) => endpointId))]);
  await run(sql`DELETE FROM webhook_deliveries d WHERE d.row_id = ANY(${found.map(({ rowId }) => rowId)}::uuid[])`);
  await unblockRecords({ sql: run }, found);
}
