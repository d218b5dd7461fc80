import { type Statement, sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { syncStatuses } from "../domain/ordinals.js";
import { pushesOf, type StoreTx } from "./store-pushes.js";

interface Sent {
  subjectId: string;
  id: string;
}

/**
 * Records that the store accepted messages. A push becomes due immediately if a new request arrived after the message was built. Returns
 * the subjects whose results this call recorded.
 */
export async function recordAccepted(store: StoreTx, accepted: readonly (Sent & { leavesNothing: boolean })[]): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const given = accepted.map(({ subjectId, id, leavesNothing }) => ({ subjectId, id, leavesNothing }));
  const rows = await store.sql<{ id: string }>(sql`
    UPDATE store_pushes s SET
      pushed_hash = CASE WHEN NOT given."leavesNothing" THEN s.sending_hash END, done = s.sending_requested, attempts = 0,
      due_at = CASE WHEN s.requested > s.sending_requested THEN ${store.now.toISOString()}::timestamptz END,
      traceparent = NULL, sending_id = NULL, sending_hash = NULL, sending_text = NULL, sending_requested = NULL
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given("subjectId" uuid, id uuid, "leavesNothing" boolean)
    WHERE ${pushesOf(store)} AND s.subject_id = given."subjectId" AND s.sending_id = given.id
    RETURNING s.subject_id AS id`);
  return new Set(rows.map(({ id }) => id));
}

/** Exponential backoff after a failure, in milliseconds. */
export interface RetryWait {
  firstMs: number;
  maxMs: number;
}

/** Records failures of messages and schedules retries. Returns the number of consecutive failures by subject. */
export async function recordFailed(
  store: StoreTx,
  failed: readonly (Sent & { isRejected: boolean; wait: RetryWait })[],
): Promise<Map<string, number>> {
  if (failed.length === 0) return new Map();
  const given = failed.map(({ subjectId, id, isRejected, wait }) => ({ subjectId, id, isRejected, ...wait }));
  // Deletes the text of a rejected message, so that a newer version can replace the message. Keeps a credit message's text, because no
  // newer version exists.
  const rows = await store.sql<{ id: string; attempts: number }>(sql`
    UPDATE store_pushes s SET
      attempts = s.attempts + 1, sending_text = CASE WHEN NOT given."isRejected" OR s.discount_code_id IS NULL THEN s.sending_text END,
      due_at = ${store.now.toISOString()}::timestamptz
        + LEAST(given."maxMs", given."firstMs" * power(2, LEAST(s.attempts, 30))) * interval '1 millisecond'
    FROM json_to_recordset(${JSON.stringify(given)}::json)
      AS given("subjectId" uuid, id uuid, "isRejected" boolean, "firstMs" integer, "maxMs" integer)
    WHERE ${pushesOf(store)} AND s.subject_id = given."subjectId" AND s.sending_id = given.id
    RETURNING s.subject_id AS id, s.attempts`);
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}

/** The placement that a push message describes. `syncVersion` is null if the placement has changed since the message was built. */
export interface Seen {
  placementId: string;
  syncVersion: number | null;
}

const synced = syncStatuses.indexOf("SYNCED");
const failed = syncStatuses.indexOf("FAILED");

/**
 * Conditions for which the planner can use only the primary key. With "=" and without the ids, the planner may read all placements of the
 * store, because it expects the average number of placements.
 */
const placementsOf = ({ connectionId }: StoreTx, seen: readonly Seen[]): Statement => sql`
  p.row_id = ANY(${seen.map(({ placementId }) => placementId)}::uuid[]) AND p.connection_id IS NOT DISTINCT FROM ${connectionId}::uuid`;

/**
 * Marks placements as SYNCED, except placements that changed after the message was built. `acceptedAt` is the time when the store accepted
 * the message.
 */
export async function markSynced(store: StoreTx, seen: readonly Seen[], acceptedAt: Date | null): Promise<void> {
  if (seen.length === 0) return;
  await store.sql(sql`
    UPDATE placements p SET
      sync_status = CASE WHEN p.sync_version = given."syncVersion" THEN ${synced}::smallint ELSE p.sync_status END,
      last_error = CASE WHEN p.sync_version IS DISTINCT FROM given."syncVersion" THEN p.last_error END,
      synced_at = COALESCE(${acceptedAt?.toISOString() ?? null}::timestamptz, p.synced_at)
    FROM json_to_recordset(${JSON.stringify(seen)}::json) AS given("placementId" uuid, "syncVersion" integer)
    WHERE p.row_id = given."placementId" AND ${placementsOf(store, seen)}`);
}

export async function markFailed(store: StoreTx, seen: readonly (Seen & { reason: string })[]): Promise<void> {
  if (seen.length === 0) return;
  await store.sql(sql`
    UPDATE placements p SET sync_status = ${failed}::smallint, last_error = given.reason
    FROM json_to_recordset(${JSON.stringify(seen)}::json) AS given("placementId" uuid, "syncVersion" integer, reason text)
    WHERE p.row_id = given."placementId" AND ${placementsOf(store, seen)} AND p.sync_version = given."syncVersion"`);
}

export interface AcceptedPush {
  discountCodeId: string;
  placementId: string | null;
  hash: string;
  text: string;
}

export async function insertChanges(store: StoreTx, accepted: readonly AcceptedPush[]): Promise<void> {
  if (accepted.length === 0) return;
  const rows = accepted.map((push) => ({ ...push, id: newId() }));
  await store.sql(sql`
    INSERT INTO discount_changes (row_id, workspace_id, created_at, connection_id, discount_code_id, discount_placement_id, payload_hash, payload)
    SELECT given.id, ${store.workspaceId}::uuid, ${store.now.toISOString()}::timestamptz, ${store.connectionId}::uuid, given."discountCodeId",
      given."placementId", given.hash, given.text::jsonb
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given(id uuid, "discountCodeId" uuid, "placementId" uuid, hash text, text text)`);
}
