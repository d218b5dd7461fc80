import { columnList, columnOf, jsonRows, type PlainRow } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { join, raw, rowsById, sql } from "@offergraph/service/db/statement";
import { grantStates, grantTasks, incentiveKinds } from "../domain/ordinals.js";
import type { Reward } from "../domain/reward.js";
import type { Grant } from "../generated/prisma/client.js";
import type { GrantState } from "../generated/types.js";
import type { Db } from "../tx.js";
import { type GrantRow, grantColumns } from "./rows.js";

export function readGrants(read: Read, ids: readonly string[], columns = grantColumns): Promise<GrantRow[]> {
  return read<GrantRow>(sql`SELECT ${columns} FROM ${rowsById("grants", ids)} g`);
}

export async function lockGrant(tx: Db, id: string): Promise<GrantRow | undefined> {
  const [grant] = await tx.sql<GrantRow>(sql`SELECT ${grantColumns} FROM grants g WHERE g.row_id = ${id}::uuid FOR UPDATE`);
  return grant;
}

/** Locks grants in the order of their ids, so that concurrent calls do not deadlock. */
export function lockGrants(tx: Db, ids: readonly string[]): Promise<GrantRow[]> {
  return tx.sql<GrantRow>(sql`SELECT ${grantColumns} FROM grants g WHERE g.row_id = ANY(${ids}::uuid[]) ORDER BY g.row_id FOR UPDATE`);
}

export function lockPending(tx: Db, formResponseId: string): Promise<GrantRow[]> {
  return tx.sql(sql`
    SELECT ${grantColumns} FROM grants g
    WHERE g.form_response_id = ${formResponseId}::uuid AND g.state = ${grantStates.indexOf("PENDING")}
    ORDER BY g.created_at, g.row_id FOR UPDATE`);
}

const balances = (["billing_credit", "entitlement"] as const).map((kind) => incentiveKinds.indexOf(kind));
/** True if verification of the customer can still change grant `g`. */
export const isOpenClaim = sql`NOT g.customer_verified AND (g.state = ${grantStates.indexOf("HELD")}
  OR g.state = ${grantStates.indexOf("ISSUED")} AND g.kind = ANY(${balances}::smallint[]))`;

/** Locks the customer's grants of the response that are open claims. */
export function lockClaimed(tx: Db, formResponseId: string, customerId: string): Promise<GrantRow[]> {
  return tx.sql(sql`
    SELECT ${grantColumns} FROM grants g
    WHERE g.form_response_id = ${formResponseId}::uuid AND g.customer_id = ${customerId}::uuid AND ${isOpenClaim}
    ORDER BY g.created_at, g.row_id FOR UPDATE`);
}

type NewFields =
  | (
      | "rowId"
      | "incentiveId"
      | "ruleId"
      | "formResponseId"
      | "customerId"
      | "customerVerified"
      | "visitorId"
      | "tier"
      | "trustScore"
      | "trustReasons"
    )
  | ("outcomeAt" | "failureReason");
export type NewGrant = Reward & PlainRow<Pick<Grant, NewFields>> & { state: GrantState };

/** Inserts a grant. Returns undefined if the rule already has a grant for the response. */
export async function insertGrant({ sql: run, workspaceId, now }: Db, { state, ...grant }: NewGrant): Promise<GrantRow | undefined> {
  const row = { ...grant, workspaceId, createdAt: now, updatedAt: now, state: grantStates.indexOf(state) };
  const [inserted] = await run<GrantRow>(sql`
    INSERT INTO grants AS g (${columnList(row)}) SELECT ${columnList(row)} FROM jsonb_populate_recordset(NULL::grants, ${jsonRows([row])}::jsonb)
    ON CONFLICT (workspace_id, rule_id, form_response_id) DO NOTHING RETURNING ${grantColumns}`);
  return inserted;
}

type ChangedFields =
  | ("customerId" | "customerVerified" | "issuedAt" | "expiresAt" | "ownExpiresAt" | "startsAt" | "failureReason" | "code")
  | ("codeKey" | "orderId" | "decision" | "decidedAt");
export type GrantChange = Partial<Pick<Grant, ChangedFields>> & { state: GrantState };

/**
 * Changes a grant. If the new state comes earlier in `grantStates`, increases `updatedAt`, because consumers prefer the state later in
 * `grantStates` if two versions have the same `updatedAt`.
 */
export async function changeGrant(tx: Db, rowId: string, { state, ...fields }: GrantChange): Promise<GrantRow> {
  const ordinal = grantStates.indexOf(state);
  const after = sql`g.updated_at + CASE WHEN ${ordinal}::smallint < g.state THEN interval '1 ms' ELSE interval '0' END`;
  const set = Object.entries(fields).map(([field, value]) => sql`, ${raw(columnOf(field))} = ${value}`);
  const [row] = await tx.sql<GrantRow>(sql`
    UPDATE grants g SET updated_at = greatest(${tx.now.toISOString()}::timestamptz, ${after}), state = ${ordinal}::smallint${join(set, "")}
    WHERE g.row_id = ${rowId}::uuid RETURNING ${grantColumns}`);
  if (!row) throw new Error(`Invariant violated: grant ${rowId} not found although it is locked.`);
  return row;
}

export type GrantTask = (typeof grantTasks)[number];

/** `attempts` is the number of previous attempts. */
export async function scheduleTask(tx: Db, grantId: string, task: GrantTask, dueAt: Date, attempts = 0): Promise<void> {
  await tx.sql(sql`
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at, attempts)
    VALUES (${tx.workspaceId}::uuid, ${grantId}::uuid, ${grantTasks.indexOf(task)}, ${dueAt.toISOString()}::timestamptz, ${attempts})
    ON CONFLICT (workspace_id, grant_id, task) DO UPDATE SET due_at = excluded.due_at, attempts = excluded.attempts`);
}

export async function cancelTask(tx: Db, grantId: string, task: GrantTask): Promise<void> {
  await tx.sql(sql`
    DELETE FROM due_grants d
    WHERE d.workspace_id = ${tx.workspaceId}::uuid AND d.grant_id = ${grantId}::uuid AND d.task = ${grantTasks.indexOf(task)}`);
}
