import type { Read } from "@offergraph/shared/database/read";
import { raw, type Statement, sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";
import type { CodeEnd } from "../domain/code-end.js";
import { grantStates, grantTasks } from "../domain/ranks.js";

const issued = raw(String(grantStates.indexOf("ISSUED")));
const expired = raw(String(grantStates.indexOf("EXPIRED")));
const expire = raw(`${grantTasks.indexOf("EXPIRE")}::smallint`);
const endless: CodeEnd = { endsAt: null, overSince: null, isDeleted: false };

const codeEnd = (id: string | null): Statement =>
  sql`SELECT c.ends_at AS "endsAt", c.over_since AS "overSince", c.is_deleted AS "isDeleted" FROM discount_code_references c WHERE c.row_id = ${id}::uuid`;

/** Until when a discount code is good; it does not end before the transaction does. */
export async function readCodeEnd(read: Read, id: string | null): Promise<CodeEnd> {
  const [code] = id === null ? [] : await read<CodeEnd>(sql`${codeEnd(id)} FOR SHARE`);
  return code ?? endless;
}

/** The same for one who has locked grants that end: it waits for nobody. */
export async function peekCodeEnd(read: Read, id: string | null): Promise<CodeEnd> {
  const [code] = id === null ? [] : await read<CodeEnd>(codeEnd(id));
  return code ?? endless;
}

/** A code that was deleted is over, if it was not before. */
export async function keepCodeDeleted({ read }: Keeping, rowId: string, at: Date): Promise<void> {
  await read(sql`
    UPDATE discount_code_references c SET over_since = least(c.over_since, ${at.toISOString()}::timestamptz) WHERE c.row_id = ${rowId}::uuid`);
}

/**
 * Plans to restore what ended with a code that is usable again before its own time, and gives back the time that was taken from what has not
 * ended yet: the work list does it, batch by batch. A code that is over changes nothing.
 */
export async function restoreGrantsOf({ read, workspaceId }: Keeping, discountCodeId: string, at: Date): Promise<void> {
  const usable = sql`SELECT FROM discount_code_references c WHERE c.row_id = ${discountCodeId}::uuid AND c.over_since IS NULL AND NOT c.is_deleted`;
  await read(sql`
    WITH prolonged AS (
      UPDATE grants g SET expires_at = g.own_expires_at
      WHERE g.discount_code_id = ${discountCodeId}::uuid AND g.state = ${issued} AND g.expires_at IS DISTINCT FROM g.own_expires_at AND EXISTS (${usable})
      RETURNING g.row_id, g.expires_at
    ), endless AS (
      DELETE FROM due_grants d USING prolonged p
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.grant_id = p.row_id AND d.task = ${expire} AND p.expires_at IS NULL
    )
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${workspaceId}::uuid, p.row_id, ${expire}, p.expires_at FROM prolonged p WHERE p.expires_at IS NOT NULL
    ON CONFLICT (workspace_id, grant_id, task) DO UPDATE SET due_at = excluded.due_at`);
  await read(sql`
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${workspaceId}::uuid, g.row_id, ${grantTasks.indexOf("RESTORE")}::smallint, ${at.toISOString()}::timestamptz FROM grants g
    WHERE g.discount_code_id = ${discountCodeId}::uuid AND g.state = ${expired} AND g.failure_reason = 'CODE_EXPIRED'
      AND (g.own_expires_at IS NULL OR g.own_expires_at > ${at.toISOString()}::timestamptz) AND EXISTS (${usable})
    ON CONFLICT DO NOTHING`);
}

/** Whether a discount code can be used, which stays so until the transaction ends; undefined while somebody is changing it. Waits for nobody. */
export async function holdUsable(read: Read, id: string | null): Promise<boolean | undefined> {
  const rows = await read<CodeEnd>(sql`${codeEnd(id)} FOR SHARE SKIP LOCKED`);
  return rows[0] && rows[0].overSince === null && !rows[0].isDeleted;
}

/** When a grant ends by itself, whatever becomes of its code. */
export async function readOwnEnd(read: Read, grantId: string): Promise<string | null> {
  const [row] = await read<{ at: string | null }>(sql`SELECT g.own_expires_at AS at FROM grants g WHERE g.row_id = ${grantId}::uuid`);
  return row?.at ?? null;
}

/** Ends what is given of a code that is over: the work list does it, batch by batch. */
export async function endGrantsOf({ read, workspaceId }: Keeping, discountCodeId: string): Promise<void> {
  await read(sql`
    WITH ended AS (
      UPDATE grants g SET expires_at = least(g.expires_at, c.over_since) FROM discount_code_references c
      WHERE c.row_id = ${discountCodeId}::uuid AND c.over_since IS NOT NULL AND g.discount_code_id = c.row_id AND g.state = ${issued}
      RETURNING g.row_id, g.expires_at
    )
    INSERT INTO due_grants (workspace_id, grant_id, task, due_at)
    SELECT ${workspaceId}::uuid, e.row_id, ${grantTasks.indexOf("EXPIRE")}::smallint, e.expires_at FROM ended e
    ON CONFLICT (workspace_id, grant_id, task) DO UPDATE SET due_at = excluded.due_at`);
}
