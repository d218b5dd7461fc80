import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";

// The work list of pushes has no row-level security: every statement names workspace and connection itself.

/** A transaction within the workspace of one store. */
export interface StoreScope {
  read: Read;
  workspaceId: string;
  connectionId: string;
}

/** Whose push it is: of a discount code (the subject is the code itself), of what was minted of one for a grant, or of a credit's entry. */
export interface Subject {
  subjectId: string;
  /** Null for a credit. */
  discountCodeId: string | null;
}

/** What a store has of a subject, and what it is yet to be told. */
export interface PushRow extends Subject {
  requested: number;
  forced: number;
  done: number;
  sendingId: string | null;
  sendingHash: string | null;
  /** Null beside an id: the store refused the message. */
  sendingText: string | null;
  pushedHash: string | null;
}

/** Locks those of these pushes that are due; what somebody else has is left out, and found again. */
export function lockDuePushes(
  { read, workspaceId, connectionId }: StoreScope,
  subjectIds: readonly string[],
  now: Date,
): Promise<PushRow[]> {
  return read<PushRow>(sql`
    SELECT s.subject_id AS "subjectId", s.discount_code_id AS "discountCodeId", s.requested, s.forced, s.done, s.sending_id AS "sendingId",
      s.sending_hash AS "sendingHash", s.sending_text AS "sendingText", s.pushed_hash AS "pushedHash"
    FROM store_pushes s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid
      AND s.subject_id = ANY(${subjectIds}::uuid[]) AND s.due_at <= ${now.toISOString()}::timestamptz
    ORDER BY s.subject_id FOR UPDATE SKIP LOCKED`);
}

/** Locks these pushes, in the order in which they are asked for. */
export async function lockPushes({ read, workspaceId, connectionId }: StoreScope, subjectIds: readonly string[]): Promise<void> {
  await read(sql`
    SELECT FROM store_pushes s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.subject_id = ANY(${subjectIds}::uuid[])
    ORDER BY s.subject_id FOR UPDATE`);
}

/** A message that goes out. */
export interface Message {
  subjectId: string;
  id: string;
  hash: string;
  text: string;
}

/** Notes what is about to be sent of locked pushes, for all that they have been asked for until now. */
export async function beginPushes({ read, workspaceId, connectionId }: StoreScope, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const subjectIds = messages.map(({ subjectId }) => subjectId);
  const [ids, hashes, texts] = [messages.map(({ id }) => id), messages.map(({ hash }) => hash), messages.map(({ text }) => text)];
  await read(sql`
    UPDATE store_pushes s SET sending_id = given.id, sending_hash = given.hash, sending_text = given.text, sending_requested = s.requested
    FROM unnest(${subjectIds}::uuid[], ${ids}::uuid[], ${hashes}::text[], ${texts}::text[]) AS given(subject_id, id, hash, text)
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.subject_id = given.subject_id`);
}

/** The store has these locked pushes' subjects as they are: nothing is to be sent. */
export async function settlePushes({ read, workspaceId, connectionId }: StoreScope, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await read(sql`
    UPDATE store_pushes s SET done = s.requested, due_at = NULL, attempts = 0
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.subject_id = ANY(${subjectIds}::uuid[])`);
}

/** Forgets those of these subjects that the store has nothing of and is to be told nothing about. */
export async function forgetPushes({ read, workspaceId, connectionId }: StoreScope, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await read(sql`
    DELETE FROM store_pushes s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid AND s.subject_id = ANY(${subjectIds}::uuid[])
      AND s.pushed_hash IS NULL AND s.sending_id IS NULL AND s.done = s.requested`);
}
