import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";

// The work list of pushes has no row-level security: every statement names workspace and connection itself.

/** A transaction within the workspace of one store. */
export interface StoreScope {
  read: Read;
  workspaceId: string;
  connectionId: string;
}

/** What a store has of a code, and what it is yet to be told. */
export interface PushRow {
  discountCodeId: string;
  requested: number;
  forced: number;
  done: number;
  sendingId: string | null;
  sendingHash: string | null;
  /** Null beside an id: the store refused the message. */
  sendingText: string | null;
  pushedHash: string | null;
}

/**
 * Asks for pushes of a code to every store that has it now or is to have it; `connectionId`: to this one alone, and even when
 * the store has it as it is. Stores are gone through in one order, so that two who ask do not wait for each other.
 */
export async function requestPushes(
  { read, workspaceId, discountCodeId, now }: { read: Read; workspaceId: string; discountCodeId: string; now: Date },
  connectionId: string | undefined,
): Promise<void> {
  const [isForced, dueAt, only] = [connectionId !== undefined, now.toISOString(), connectionId ?? null];
  await read(sql`
    INSERT INTO store_pushes AS s (workspace_id, connection_id, discount_code_id, requested, forced, due_at)
    SELECT ${workspaceId}::uuid, store.id, ${discountCodeId}::uuid, 1, ${isForced}::boolean::integer, ${dueAt}::timestamptz FROM (
      SELECT p.connection_id AS id FROM placements p JOIN connections c ON c.row_id = p.connection_id
      WHERE p.discount_code_id = ${discountCodeId}::uuid AND c.provider <> 'manual'
      UNION SELECT known.connection_id FROM store_pushes known
      WHERE known.workspace_id = ${workspaceId}::uuid AND known.discount_code_id = ${discountCodeId}::uuid
    ) AS store WHERE ${only}::uuid IS NULL OR store.id = ${only}::uuid ORDER BY store.id
    ON CONFLICT (workspace_id, discount_code_id, connection_id) DO UPDATE SET
      requested = s.requested + 1, forced = CASE WHEN excluded.forced = 1 THEN s.requested + 1 ELSE s.forced END,
      due_at = excluded.due_at, attempts = 0`);
}

/** Locks those of these codes' pushes that are due; what somebody else has is left out, and found again. */
export function lockDuePushes({ read, workspaceId, connectionId }: StoreScope, codeIds: readonly string[], now: Date): Promise<PushRow[]> {
  return read<PushRow>(sql`
    SELECT s.discount_code_id AS "discountCodeId", s.requested, s.forced, s.done, s.sending_id AS "sendingId",
      s.sending_hash AS "sendingHash", s.sending_text AS "sendingText", s.pushed_hash AS "pushedHash"
    FROM store_pushes s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid
      AND s.discount_code_id = ANY(${codeIds}::uuid[]) AND s.due_at <= ${now.toISOString()}::timestamptz
    ORDER BY s.discount_code_id FOR UPDATE SKIP LOCKED`);
}

/** A message that goes out. */
export interface Message {
  discountCodeId: string;
  id: string;
  hash: string;
  text: string;
}

/** Notes what is about to be sent of locked pushes, for all that they have been asked for until now. */
export async function beginPushes({ read, workspaceId, connectionId }: StoreScope, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const codeIds = messages.map(({ discountCodeId }) => discountCodeId);
  const [ids, hashes, texts] = [messages.map(({ id }) => id), messages.map(({ hash }) => hash), messages.map(({ text }) => text)];
  await read(sql`
    UPDATE store_pushes s SET sending_id = given.id, sending_hash = given.hash, sending_text = given.text, sending_requested = s.requested
    FROM unnest(${codeIds}::uuid[], ${ids}::uuid[], ${hashes}::text[], ${texts}::text[]) AS given(code_id, id, hash, text)
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.discount_code_id = given.code_id`);
}

/** The store has these locked pushes' codes as they are: nothing is to be sent. */
export async function settlePushes({ read, workspaceId, connectionId }: StoreScope, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await read(sql`
    UPDATE store_pushes s SET done = s.requested, due_at = NULL, attempts = 0
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.discount_code_id = ANY(${codeIds}::uuid[])`);
}

/** Forgets those of these codes that the store has nothing of and is to be told nothing about. */
export async function forgetPushes({ read, workspaceId, connectionId }: StoreScope, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length === 0) return;
  await read(sql`
    DELETE FROM store_pushes s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.discount_code_id = ANY(${codeIds}::uuid[])
      AND s.pushed_hash IS NULL AND s.sending_id IS NULL AND s.done = s.requested`);
}
