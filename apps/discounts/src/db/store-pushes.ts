import { type Statement, sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";

// store_pushes has no row-level security, so every statement filters by workspace and connection.

export interface StoreTx extends Db {
  readonly connectionId: string;
}

export function pushesOf({ workspaceId, connectionId }: StoreTx): Statement {
  return sql`s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid`;
}

/** Subject of a push: a discount code, a code minted for a grant (subject: the grant), or a credit entry. */
export interface Subject {
  subjectId: string;
  /** Null for a credit. */
  discountCodeId: string | null;
}

export interface PushRow extends Subject {
  requested: number;
  /** The last request that requires a push even if the store is up to date; 0 if none. */
  forcedRequest: number;
  done: number;
  sendingId: string | null;
  sendingHash: string | null;
  /** Null although `sendingId` is set: the store rejected the message. */
  sendingText: string | null;
  pushedHash: string | null;
}

/** Locks the due ones of these pushes; skips rows locked by other transactions until the next run. */
export function lockDuePushes(store: StoreTx, subjectIds: readonly string[]): Promise<PushRow[]> {
  return store.sql<PushRow>(sql`
    SELECT s.subject_id AS "subjectId", s.discount_code_id AS "discountCodeId", s.requested, s.forced AS "forcedRequest", s.done, s.sending_id AS "sendingId",
      s.sending_hash AS "sendingHash", s.sending_text AS "sendingText", s.pushed_hash AS "pushedHash"
    FROM store_pushes s
    WHERE ${pushesOf(store)}
      AND s.subject_id = ANY(${subjectIds}::uuid[]) AND s.due_at <= ${store.now.toISOString()}::timestamptz
    ORDER BY s.subject_id FOR UPDATE SKIP LOCKED`);
}

/** Locks pushes in the same order as requests do. */
export async function lockPushes(store: StoreTx, subjectIds: readonly string[]): Promise<void> {
  await store.sql(sql`
    SELECT FROM store_pushes s
    WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[])
    ORDER BY s.subject_id FOR UPDATE`);
}

export interface Message {
  subjectId: string;
  id: string;
  hash: string;
  text: string;
}

/** Stores the messages to send for locked pushes; they answer all requests so far. */
export async function beginPushes(store: StoreTx, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const subjectIds = messages.map(({ subjectId }) => subjectId);
  const [ids, hashes, texts] = [messages.map(({ id }) => id), messages.map(({ hash }) => hash), messages.map(({ text }) => text)];
  await store.sql(sql`
    UPDATE store_pushes s SET sending_id = given.id, sending_hash = given.hash, sending_text = given.text, sending_requested = s.requested
    FROM unnest(${subjectIds}::uuid[], ${ids}::uuid[], ${hashes}::text[], ${texts}::text[]) AS given(subject_id, id, hash, text)
    WHERE ${pushesOf(store)} AND s.subject_id = given.subject_id`);
}

/** Finishes locked pushes without sending. */
export async function markUpToDate(store: StoreTx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await store.sql(sql`
    UPDATE store_pushes s SET done = s.requested, due_at = NULL, attempts = 0
    WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[])`);
}

/** Deletes pushes of subjects that the store does not have and need not receive. */
export async function deleteIdlePushes(store: StoreTx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await store.sql(sql`
    DELETE FROM store_pushes s
    WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[])
      AND s.pushed_hash IS NULL AND s.sending_id IS NULL AND s.done = s.requested`);
}
