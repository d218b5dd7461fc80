import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { syncStatuses } from "../domain/ranks.js";
import type { StoreTx } from "./store-pushes.js";

/** The placement's version in a push; `syncVersion` null: the push was built from an older version. */
export interface Seen {
  placementId: string;
  syncVersion: number | null;
}

const synced = syncStatuses.indexOf("SYNCED");
const failed = syncStatuses.indexOf("FAILED");

/** Marks placements as SYNCED unless they have changed since; `acceptedAt`: time at which the stores accepted them. */
export async function markSynced(store: StoreTx, seen: readonly Seen[], acceptedAt: Date | null): Promise<void> {
  if (seen.length === 0) return;
  await store.sql(sql`
    UPDATE placements p SET
      sync_status = CASE WHEN p.sync_version = given."syncVersion" THEN ${synced}::smallint ELSE p.sync_status END,
      last_error = CASE WHEN p.sync_version IS DISTINCT FROM given."syncVersion" THEN p.last_error END,
      synced_at = COALESCE(${acceptedAt?.toISOString() ?? null}::timestamptz, p.synced_at)
    FROM json_to_recordset(${JSON.stringify(seen)}::json) AS given("placementId" uuid, "syncVersion" integer)
    WHERE p.row_id = given."placementId" AND p.connection_id = ${store.connectionId}::uuid`);
}

export async function markFailed(store: StoreTx, seen: readonly (Seen & { reason: string })[]): Promise<void> {
  if (seen.length === 0) return;
  await store.sql(sql`
    UPDATE placements p SET sync_status = ${failed}::smallint, last_error = given.reason
    FROM json_to_recordset(${JSON.stringify(seen)}::json) AS given("placementId" uuid, "syncVersion" integer, reason text)
    WHERE p.row_id = given."placementId" AND p.connection_id = ${store.connectionId}::uuid AND p.sync_version = given."syncVersion"`);
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
