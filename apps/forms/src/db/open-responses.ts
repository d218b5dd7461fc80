import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { SqlTx } from "../tx.js";
import { collectedColumns, startedStatus } from "./responses.js";
import type { CollectedRow } from "./rows.js";

// The table `open_responses` has no row-level security, because jobs/abandon-responses.ts reads the rows of all workspaces.

/**
 * Returns the workspaces that may have open responses without a change since this time. Returns the workspace with the oldest change first.
 */
export async function readQuietWorkspaces(pool: pg.Pool, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT o.workspace_id AS id FROM open_responses o WHERE o.changed_at <= ${since.toISOString()}::timestamptz
    GROUP BY o.workspace_id ORDER BY min(o.changed_at)`);
  return rows.map(({ id }) => id);
}

/**
 * The first `most` rows of a workspace without a change since this time. Both statements below read only these rows. A limit on the matching
 * rows would read a long backlog again for each batch.
 */
const oldestRows = (workspaceId: string, since: Date, most: number): Statement => sql`
  SELECT o.response_id, o.changed_at FROM open_responses o
  WHERE o.workspace_id = ${workspaceId}::uuid AND o.changed_at <= ${since.toISOString()}::timestamptz
  ORDER BY o.changed_at LIMIT ${most}::int`;

/** Deletes ended responses from the oldest `most` rows of `open_responses`, and updates the time of changed responses. */
export async function tidyOpenResponses(tx: SqlTx, since: Date, most: number): Promise<number> {
  const rows = await tx.sql(sql`
    WITH listed AS (
      SELECT o.response_id, r.updated_at, r.row_id IS NULL OR r.status <> ${startedStatus} OR r.left_at IS NOT NULL AS is_over
      FROM (${oldestRows(tx.workspaceId, since, most)}) AS o LEFT JOIN form_responses r ON r.row_id = o.response_id
      WHERE r.row_id IS NULL OR r.status <> ${startedStatus} OR r.left_at IS NOT NULL OR r.updated_at > ${since.toISOString()}::timestamptz
    ), ended AS (
      DELETE FROM open_responses o USING listed l
      WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.response_id = l.response_id AND l.is_over RETURNING o.response_id
    ), moved AS (
      UPDATE open_responses o SET changed_at = l.updated_at FROM listed l
      WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.response_id = l.response_id AND NOT l.is_over RETURNING o.response_id
    )
    SELECT response_id FROM ended UNION ALL SELECT response_id FROM moved`);
  return rows.length;
}

type QuietResponse = CollectedRow & { version: string };

/**
 * Reads the open responses among the oldest `most` rows of `open_responses`, in the order of the last change. `version` is the `xmin` of
 * the row in
 * form_responses.
 */
export function readQuietResponses(read: Read, workspaceId: string, since: Date, most: number): Promise<QuietResponse[]> {
  return read<QuietResponse>(sql`
    SELECT ${collectedColumns}, r.xmin::text AS version
    FROM (${oldestRows(workspaceId, since, most)}) AS o JOIN form_responses r ON r.row_id = o.response_id
    WHERE r.status = ${startedStatus} AND r.left_at IS NULL AND r.updated_at <= ${since.toISOString()}::timestamptz
    ORDER BY o.changed_at`);
}
