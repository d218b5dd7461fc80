import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import { incentiveStatuses } from "../domain/ordinals.js";
import type { Problem } from "../domain/problems.js";
import type { Db } from "../tx.js";
import { type IncentiveRow, incentiveColumns } from "./rows.js";

// The job `checkIncentives` reads all workspaces, so `incentive_checks` has no row-level security.

export async function queueCheck(tx: Db, incentiveId: string): Promise<void> {
  await tx.sql(sql`
    INSERT INTO incentive_checks (workspace_id, incentive_id) VALUES (${tx.workspaceId}::uuid, ${incentiveId}::uuid) ON CONFLICT DO NOTHING`);
}

export const queueChecksOfCodes = (tx: Db, discountCodeIds: readonly string[]) =>
  queueChecksWith(tx, sql`r.discount_code_id = ANY(${discountCodeIds}::uuid[])`);

export const queueChecksOfConnections = (tx: Db, connectionIds: readonly string[]) =>
  queueChecksWith(tx, sql`r.connection_id = ANY(${connectionIds}::uuid[])`);

async function queueChecksWith(tx: Db, ruleMatches: Statement): Promise<void> {
  await tx.sql(sql`
    INSERT INTO incentive_checks (workspace_id, incentive_id)
    SELECT DISTINCT ${tx.workspaceId}::uuid, r.incentive_id FROM incentive_rules r
    WHERE r.workspace_id = ${tx.workspaceId}::uuid AND ${ruleMatches} AND r.retired_at IS NULL
    ORDER BY 2 ON CONFLICT DO NOTHING`);
}

export async function readCheckedWorkspaces(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`SELECT DISTINCT k.workspace_id AS id FROM incentive_checks k`);
  return rows.map(({ id }) => id);
}

export type CheckedIncentive = IncentiveRow & { problems: Problem[]; problemsAt: string | null; isDeleted: boolean };

/** Locks queued incentives and removes them from the table `incentive_checks`. Skips incentives that another transaction has locked. */
export function claimChecks(tx: Db, max: number): Promise<CheckedIncentive[]> {
  return tx.sql(sql`
    WITH locked AS MATERIALIZED (
      SELECT ${incentiveColumns}, i.problems, i.problems_at AS "problemsAt", i.deleted_at IS NOT NULL AS "isDeleted"
      FROM incentive_checks k JOIN incentives i ON i.workspace_id = k.workspace_id AND i.row_id = k.incentive_id
      WHERE k.workspace_id = ${tx.workspaceId}::uuid LIMIT ${max}::integer FOR UPDATE OF i SKIP LOCKED
    ), done AS (
      DELETE FROM incentive_checks k USING locked l WHERE k.workspace_id = ${tx.workspaceId}::uuid AND k.incentive_id = l."rowId"
    )
    SELECT * FROM locked`);
}

/** Returns the time of the change, which is later than all previous changes. */
export async function writeProblems(tx: Db, incentiveId: string, problems: readonly Problem[]): Promise<string> {
  const [row] = await tx.sql<{ at: string }>(sql`
    UPDATE incentives i SET problems = ${JSON.stringify(problems)}::jsonb,
      problems_at = greatest(${tx.now.toISOString()}::timestamptz, i.problems_at + interval '1 ms')
    WHERE i.row_id = ${incentiveId}::uuid RETURNING i.problems_at AS at`);
  if (!row) throw new Error(`Invariant violated: incentive ${incentiveId} not found although it is locked.`);
  return row.at;
}

/** Reads at most two incentives with a rule for the discount code. Ignores archived incentives. */
export function readIncentivesOfCode(read: Read, discountCodeId: string) {
  return readIncentivesWith(read, sql`r.discount_code_id = ${discountCodeId}::uuid`);
}

/** Reads at most two incentives with a rule for the connection. Ignores archived incentives. */
export function readIncentivesOfConnection(read: Read, connectionId: string) {
  return readIncentivesWith(read, sql`r.connection_id = ${connectionId}::uuid`);
}

function readIncentivesWith(read: Read, ruleMatches: Statement) {
  return read<{ rowId: string; name: string }>(sql`
    SELECT i.row_id AS "rowId", i.name FROM incentives i
    WHERE i.deleted_at IS NULL AND i.status <> ${incentiveStatuses.indexOf("ARCHIVED")}::smallint AND EXISTS (
      SELECT FROM incentive_rules r WHERE r.workspace_id = i.workspace_id AND r.incentive_id = i.row_id
        AND ${ruleMatches} AND r.retired_at IS NULL)
    ORDER BY i.created_at, i.row_id LIMIT 2`);
}

/** For each discount code, reads the oldest incentive with a rule for the code. Ignores archived incentives. */
export function readIncentivesOfCodes(read: Read, discountCodeIds: readonly string[]) {
  return read<{ discountCodeId: string; rowId: string; name: string }>(sql`
    SELECT DISTINCT ON (r.discount_code_id) r.discount_code_id AS "discountCodeId", i.row_id AS "rowId", i.name
    FROM incentive_rules r JOIN incentives i ON i.workspace_id = r.workspace_id AND i.row_id = r.incentive_id
    WHERE r.discount_code_id = ANY(${discountCodeIds}::uuid[]) AND r.retired_at IS NULL AND i.deleted_at IS NULL
      AND i.status <> ${incentiveStatuses.indexOf("ARCHIVED")}::smallint
    ORDER BY r.discount_code_id, i.created_at, i.row_id`);
}
