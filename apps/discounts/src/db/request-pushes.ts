import { empty, type Statement, sql } from "@offergraph/service/db/statement";
import { isSampled } from "@offergraph/shared/telemetry/tracing";
import { pushPriorities } from "../domain/ordinals.js";
import type { Db } from "../tx.js";
import { liveMinted } from "./grant-codes.js";

// The table `store_pushes` has no row-level security, so every statement filters by workspace.

/** SQL condition for connections (`c`) to which the service sends messages. */
const isPushed = sql`c.provider <> 'manual' AND NOT c.is_test`;

interface PushRequest {
  /** Query that returns pairs of a discount code id and a subject id. A push goes to each store with a placement of the discount code. */
  placed: Statement;
  /** SQL condition for the rows of `store_pushes` (`k`) that need a new push. */
  known: Statement;
  priority: (typeof pushPriorities)[number];
  /** If set, pushes only to this connection, and also pushes unchanged codes. */
  connectionId?: string | undefined;
}

const code = pushPriorities.indexOf("CODE");

/** Inserts or updates rows of `store_pushes` in a fixed order to prevent deadlocks. */
async function requestPushes(tx: Db, { placed, known, priority, connectionId }: PushRequest): Promise<number> {
  const [isForced, minted] = [connectionId !== undefined, pushPriorities.indexOf(priority)];
  const only = connectionId === undefined ? empty : sql`WHERE one.connection_id = ${connectionId}::uuid`;
  const rows = await tx.sql(sql`
    INSERT INTO store_pushes AS s (workspace_id, connection_id, subject_id, discount_code_id, turn, requested, forced, due_at)
    SELECT ${tx.workspaceId}::uuid, one.connection_id, one.subject_id, one.code_id,
      CASE WHEN one.subject_id = one.code_id THEN ${code}::smallint ELSE ${minted}::smallint END,
      1, ${isForced}::boolean::integer, ${tx.now.toISOString()}::timestamptz FROM (
      SELECT p.connection_id, placed.subject_id, placed.code_id
      FROM (${placed}) AS placed(code_id, subject_id)
      JOIN placements p ON p.discount_code_id = placed.code_id JOIN connections c ON c.row_id = p.connection_id WHERE ${isPushed}
      UNION SELECT k.connection_id, k.subject_id, k.discount_code_id FROM store_pushes k WHERE k.workspace_id = ${tx.workspaceId}::uuid AND ${known}
    ) AS one ${only} ORDER BY one.subject_id, one.connection_id
    ON CONFLICT (workspace_id, subject_id, connection_id) DO UPDATE SET
      requested = s.requested + 1, forced = CASE WHEN excluded.forced = 1 THEN s.requested + 1 ELSE s.forced END,
      turn = CASE WHEN s.due_at IS NULL THEN excluded.turn ELSE LEAST(s.turn, excluded.turn) END, due_at = excluded.due_at, attempts = 0
    RETURNING true`);
  return rows.length;
}

/** Requests pushes of codes to all stores that have or must receive the codes. If `withMinted` is true, includes minted codes. */
export function requestCodePushes(
  tx: Db,
  codeIds: readonly string[],
  { withMinted, connectionId }: { withMinted: boolean; connectionId?: string | undefined },
): Promise<number> {
  const minted = sql`UNION ALL SELECT g.discount_code_id, g.grant_id FROM ${liveMinted} AND g.discount_code_id = ANY(${codeIds}::uuid[])`;
  return requestPushes(tx, {
    placed: sql`SELECT one.id, one.id FROM unnest(${codeIds}::uuid[]) AS one(id) ${withMinted ? minted : empty}`,
    known: sql`k.discount_code_id = ANY(${codeIds}::uuid[]) ${withMinted ? empty : sql`AND k.subject_id = k.discount_code_id`}`,
    priority: "MINTED_BEFORE",
    connectionId,
  });
}

/**
 * Requests pushes of codes that this transaction minted or retired for the grants. Minting locks the discount code. A concurrent
 * transaction that adds a placement of the code waits for this lock, and then requests pushes of the minted codes. Pushes of new codes have
 * a higher priority, because respondents may use the codes immediately.
 */
export async function requestMintedPushes(tx: Db, grantIds: readonly string[], what: "minted" | "retired"): Promise<void> {
  if (grantIds.length === 0) return;
  await requestPushes(tx, {
    placed: sql`SELECT g.discount_code_id, g.grant_id FROM ${liveMinted} AND g.grant_id = ANY(${grantIds}::uuid[])`,
    known: sql`k.subject_id = ANY(${grantIds}::uuid[])`,
    priority: what === "minted" ? "MINTED" : "MINTED_BEFORE",
  });
}

/** Queues a credit message once, if the connection receives messages. */
export async function requestCreditPush(
  tx: Db,
  { entryId, connectionId, text, hash }: { entryId: string; connectionId: string; text: string; hash: string },
): Promise<void> {
  await tx.sql(sql`
    INSERT INTO store_pushes (workspace_id, connection_id, subject_id, turn, requested, due_at, sending_id, sending_hash, sending_text, sending_requested)
    SELECT ${tx.workspaceId}::uuid, c.row_id, ${entryId}::uuid, ${pushPriorities.indexOf("CREDIT")}::smallint, 1, ${tx.now.toISOString()}::timestamptz,
      ${entryId}::uuid, ${hash}::text, ${text}::text, 1
    FROM connections c WHERE c.row_id = ${connectionId}::uuid AND ${isPushed}
    ON CONFLICT (workspace_id, subject_id, connection_id) DO NOTHING`);
}

/** Stores the trace of each requested push whose request is sampled, so that the push continues the trace. */
export async function tracePushes(tx: Db, requests: readonly { subjectId: string; traceparent: string | undefined }[]): Promise<void> {
  const sampled = requests.filter(({ traceparent }) => isSampled(traceparent));
  if (sampled.length === 0) return;
  await tx.sql(sql`
    UPDATE store_pushes s SET traceparent = given.traceparent
    FROM json_to_recordset(${JSON.stringify(sampled)}::json) AS given("subjectId" uuid, traceparent text)
    WHERE s.workspace_id = ${tx.workspaceId}::uuid AND s.subject_id = given."subjectId" AND s.due_at IS NOT NULL`);
}
