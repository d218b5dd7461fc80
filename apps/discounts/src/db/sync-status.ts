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
  const [ids, versions] = [seen.map(({ placementId }) => placementId), seen.map(({ syncVersion }) => syncVersion)];
  await store.sql(sql`
    UPDATE placements p SET
      sync_status = CASE WHEN p.sync_version = given.version THEN ${synced}::smallint ELSE p.sync_status END,
      last_error = CASE WHEN p.sync_version IS DISTINCT FROM given.version THEN p.last_error END,
      synced_at = COALESCE(${acceptedAt?.toISOString() ?? null}::timestamptz, p.synced_at)
    FROM unnest(${ids}::uuid[], ${versions}::integer[]) AS given(id, version)
    WHERE p.row_id = given.id AND p.connection_id = ${store.connectionId}::uuid`);
}

export async function markFailed(store: StoreTx, seen: readonly (Seen & { reason: string })[]): Promise<void> {
  if (seen.length === 0) return;
  const [ids, versions] = [seen.map(({ placementId }) => placementId), seen.map(({ syncVersion }) => syncVersion)];
  await store.sql(sql`
    UPDATE placements p SET sync_status = ${failed}::smallint, last_error = given.reason
    FROM unnest(${ids}::uuid[], ${versions}::integer[], ${seen.map(({ reason }) => reason)}::text[]) AS given(id, version, reason)
    WHERE p.row_id = given.id AND p.connection_id = ${store.connectionId}::uuid AND p.sync_version = given.version`);
}

export interface AcceptedPush {
  discountCodeId: string;
  placementId: string | null;
  hash: string;
  text: string;
}

export async function insertChanges(store: StoreTx, accepted: readonly AcceptedPush[]): Promise<void> {
  if (accepted.length === 0) return;
  const [codeIds, placementIds] = [accepted.map(({ discountCodeId }) => discountCodeId), accepted.map(({ placementId }) => placementId)];
  const [ids, hashes, texts] = [accepted.map(() => newId()), accepted.map(({ hash }) => hash), accepted.map(({ text }) => text)];
  await store.sql(sql`
    INSERT INTO discount_changes (row_id, workspace_id, created_at, connection_id, discount_code_id, discount_placement_id, payload_hash, payload)
    SELECT given.id, ${store.workspaceId}::uuid, ${store.now.toISOString()}::timestamptz, ${store.connectionId}::uuid, given.code_id, given.placement_id,
      given.hash, given.text::jsonb
    FROM unnest(${ids}::uuid[], ${codeIds}::uuid[], ${placementIds}::uuid[], ${hashes}::text[], ${texts}::text[])
      AS given(id, code_id, placement_id, hash, text)`);
}
