import type { Read } from "@offergraph/shared/database/read";
import { empty, type Statement, sql } from "@offergraph/shared/database/statement";
import { pushTurns } from "../domain/ranks.js";
import { liveMinted } from "./minted-codes.js";

// The work list of pushes has no row-level security: every statement names the workspace itself.

/** Who asks, and when. */
export interface Requesting {
  read: Read;
  workspaceId: string;
  now: Date;
}

interface Wanted {
  /** Selects what is to be where its discount code is placed: the discount code's id and the subject's. */
  placed: Statement;
  /** Which of the pushes that there are (`k`) are asked for once more, wherever they went. */
  known: Statement;
  /** Whose turn those of minted codes are. */
  turn: (typeof pushTurns)[number];
  /** This store alone, and even what it has as it is. */
  connectionId?: string | undefined;
}

const code = pushTurns.indexOf("CODE");

/** Asks for pushes. The rows are gone through in one order, so that two who ask do not wait for each other. */
async function request({ read, workspaceId, now }: Requesting, { placed, known, turn, connectionId }: Wanted): Promise<void> {
  const [isForced, dueAt, other] = [connectionId !== undefined, now.toISOString(), pushTurns.indexOf(turn)];
  const only = connectionId === undefined ? empty : sql`WHERE one.connection_id = ${connectionId}::uuid`;
  await read(sql`
    INSERT INTO store_pushes AS s (workspace_id, connection_id, subject_id, discount_code_id, turn, requested, forced, due_at)
    SELECT ${workspaceId}::uuid, one.connection_id, one.subject_id, one.code_id,
      CASE WHEN one.subject_id = one.code_id THEN ${code}::smallint ELSE ${other}::smallint END,
      1, ${isForced}::boolean::integer, ${dueAt}::timestamptz FROM (
      SELECT p.connection_id, placed.subject_id, placed.code_id
      FROM (${placed}) AS placed(code_id, subject_id)
      JOIN placements p ON p.discount_code_id = placed.code_id JOIN connections c ON c.row_id = p.connection_id WHERE c.provider <> 'manual'
      UNION SELECT k.connection_id, k.subject_id, k.discount_code_id FROM store_pushes k WHERE k.workspace_id = ${workspaceId}::uuid AND ${known}
    ) AS one ${only} ORDER BY one.subject_id, one.connection_id
    ON CONFLICT (workspace_id, subject_id, connection_id) DO UPDATE SET
      requested = s.requested + 1, forced = CASE WHEN excluded.forced = 1 THEN s.requested + 1 ELSE s.forced END,
      turn = CASE WHEN s.due_at IS NULL THEN excluded.turn ELSE LEAST(s.turn, excluded.turn) END, due_at = excluded.due_at, attempts = 0`);
}

/**
 * Asks for pushes of codes to every store that has them now or is to have them; `withMinted`: and of all that was minted of them;
 * `connectionId`: to this store alone, and even of what it has as it is.
 */
export function requestCodes(
  requesting: Requesting,
  codeIds: readonly string[],
  { withMinted, connectionId }: { withMinted: boolean; connectionId?: string | undefined },
): Promise<void> {
  const minted = sql`UNION ALL SELECT g.discount_code_id, g.grant_id FROM ${liveMinted} AND g.discount_code_id = ANY(${codeIds}::uuid[])`;
  return request(requesting, {
    placed: sql`SELECT one.id, one.id FROM unnest(${codeIds}::uuid[]) AS one(id) ${withMinted ? minted : empty}`,
    known: sql`k.discount_code_id = ANY(${codeIds}::uuid[]) ${withMinted ? empty : sql`AND k.subject_id = k.discount_code_id`}`,
    turn: "MINTED_BEFORE",
    connectionId,
  });
}

/**
 * Asks for pushes of what was just minted for these grants, or retired: after that was written, and in its transaction. Who mints has
 * locked the discount code, so that a placement comes before, and is seen here, or after, and asks itself. What is retired may wait for
 * what somebody is about to use: the store has been told when it ends.
 */
export async function requestMinted(requesting: Requesting, grantIds: readonly string[], what: "minted" | "retired"): Promise<void> {
  if (grantIds.length === 0) return;
  await request(requesting, {
    placed: sql`SELECT g.discount_code_id, g.grant_id FROM ${liveMinted} AND g.grant_id = ANY(${grantIds}::uuid[])`,
    known: sql`k.subject_id = ANY(${grantIds}::uuid[])`,
    turn: what === "minted" ? "MINTED" : "MINTED_BEFORE",
  });
}

/** Notes a message about a credit that a store is to be told once, as it is; a connection that is kept by hand is told nothing. */
export async function requestCredit(
  { read, workspaceId, now }: Requesting,
  { entryId, connectionId, text, hash }: { entryId: string; connectionId: string; text: string; hash: string },
): Promise<void> {
  await read(sql`
    INSERT INTO store_pushes (workspace_id, connection_id, subject_id, turn, requested, due_at, sending_id, sending_hash, sending_text, sending_requested)
    SELECT ${workspaceId}::uuid, c.row_id, ${entryId}::uuid, ${pushTurns.indexOf("CREDIT")}::smallint, 1, ${now.toISOString()}::timestamptz,
      ${entryId}::uuid, ${hash}::text, ${text}::text, 1
    FROM connections c WHERE c.row_id = ${connectionId}::uuid AND c.provider <> 'manual'
    ON CONFLICT (workspace_id, subject_id, connection_id) DO NOTHING`);
}
