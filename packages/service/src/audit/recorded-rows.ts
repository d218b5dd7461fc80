import type pg from "pg";
import { sql } from "../db/statement.js";
import type { SqlTx } from "../tx/tx.js";
import type { OperationDetails } from "./operation.js";
import type { RowChange } from "./records.js";

export const maxOperations = 500;
export const maxChanges = 2_000;
const maxBytes = 4 * 1024 * 1024;

export interface OperationRow {
  operationId: string;
  details: OperationDetails;
  isPartlySent: boolean;
}

export interface ChangeRow extends RowChange {
  operationId: string;
  sequence: string;
}

export async function readWorkspacesWithOperations(pool: pg.Pool): Promise<string[]> {
  // Reads one index entry for each workspace.
  const { rows } = await pool.query<{ id: string }>(`
    WITH RECURSIVE found(id) AS (
      (SELECT workspace_id FROM audit_operations ORDER BY workspace_id LIMIT 1)
      UNION ALL
      SELECT (SELECT o.workspace_id FROM audit_operations o WHERE o.workspace_id > found.id ORDER BY o.workspace_id LIMIT 1)
      FROM found WHERE found.id IS NOT NULL
    ) SELECT id FROM found WHERE id IS NOT NULL LIMIT 1000`);
  return rows.map(({ id }) => id);
}

/** The table has no row-level security, so the statement names the workspace. */
export function lockOperations({ sql: run, workspaceId }: SqlTx): Promise<OperationRow[]> {
  return run<OperationRow>(sql`
    SELECT o.operation_id AS "operationId", o.details, o.is_partly_sent AS "isPartlySent" FROM audit_operations o
    WHERE o.workspace_id = ${workspaceId}::uuid ORDER BY o.operation_id LIMIT ${maxOperations}::integer FOR UPDATE SKIP LOCKED`);
}

/**
 * Reads at most `maxChanges` + 1 changes. If `isLast` is false for the last returned change, further changes did not fit into the maximum
 * size.
 */
export function readChanges(
  { sql: run, workspaceId }: SqlTx,
  operationIds: readonly string[],
): Promise<(ChangeRow & { isLast: boolean })[]> {
  return run<ChangeRow & { isLast: boolean }>(sql`
    WITH found AS (
      SELECT c.operation_id, c.sequence, c.table_name, c.before, c.after,
        coalesce(pg_column_size(c.before), 0) + coalesce(pg_column_size(c.after), 0) AS bytes
      FROM audit_changes c WHERE c.workspace_id = ${workspaceId}::uuid AND c.operation_id = ANY(${operationIds}::uuid[])
      ORDER BY c.operation_id, c.sequence LIMIT ${maxChanges + 1}::integer
    ), sized AS (
      SELECT *, sum(bytes) OVER w - bytes AS earlier, lead(sequence) OVER w IS NULL AS "isLast" FROM found
      WINDOW w AS (ORDER BY operation_id, sequence)
    )
    SELECT operation_id AS "operationId", sequence, table_name AS "table", before, after, "isLast" FROM sized
    WHERE earlier < ${maxBytes}::integer ORDER BY operation_id, sequence`);
}

export async function deleteChanges({ sql: run, workspaceId }: SqlTx, changes: readonly ChangeRow[]): Promise<void> {
  if (changes.length === 0) return;
  const sent = changes.map(({ operationId, sequence }) => ({ operationId, sequence }));
  await run(sql`
    DELETE FROM audit_changes c USING json_to_recordset(${JSON.stringify(sent)}::json) AS sent("operationId" uuid, sequence bigint)
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.operation_id = sent."operationId" AND c.sequence = sent.sequence`);
}

export async function deleteOperations({ sql: run, workspaceId }: SqlTx, ids: readonly string[]): Promise<void> {
  await run(sql`DELETE FROM audit_operations o WHERE o.workspace_id = ${workspaceId}::uuid AND o.operation_id = ANY(${ids}::uuid[])`);
}

export async function markPartlySent({ sql: run, workspaceId }: SqlTx, operationId: string): Promise<void> {
  await run(sql`
    UPDATE audit_operations o SET is_partly_sent = true
    WHERE o.workspace_id = ${workspaceId}::uuid AND o.operation_id = ${operationId}::uuid`);
}
