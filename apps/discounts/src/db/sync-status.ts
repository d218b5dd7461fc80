import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { syncStatuses } from "../domain/ranks.js";
import type { StoreScope } from "./store-pushes.js";

/** The placement's version in a push; `syncVersion` null: the push was built from an older version. */
export interface Seen {
  placementId: string;
  syncVersion: number | null;
}

const synced = syncStatuses.indexOf("SYNCED");
const failed = syncStatuses.indexOf("FAILED");

/** Marks placements as SYNCED unless they have changed since; `takenAt`: time at which the stores accepted them. */
export async function markSynced({ read, connectionId }: StoreScope, seen: readonly Seen[], takenAt: Date | null): Promise<void> {
  if (seen.length === 0) return;
  const [ids, versions] = [seen.map(({ placementId }) => placementId), seen.map(({ syncVersion }) => syncVersion)];
  await read(sql`
    UPDATE placements p SET
      sync_status = CASE WHEN p.sync_version = given.version THEN ${synced}::smallint ELSE p.sync_status END,
      last_error = CASE WHEN p.sync_version IS DISTINCT FROM given.version THEN p.last_error END,
      synced_at = COALESCE(${takenAt?.toISOString() ?? null}::timestamptz, p.synced_at)
    FROM unnest(${ids}::uuid[], ${versions}::integer[]) AS given(id, version)
    WHERE p.row_id = given.id AND p.connection_id = ${connectionId}::uuid`);
}

/** Marks placements as FAILED with a reason. */
export async function markFailed({ read, connectionId }: StoreScope, seen: readonly (Seen & { reason: string })[]): Promise<void> {
  if (seen.length === 0) return;
  const [ids, versions] = [seen.map(({ placementId }) => placementId), seen.map(({ syncVersion }) => syncVersion)];
  await read(sql`
    UPDATE placements p SET sync_status = ${failed}::smallint, last_error = given.reason
    FROM unnest(${ids}::uuid[], ${versions}::integer[], ${seen.map(({ reason }) => reason)}::text[]) AS given(id, version, reason)
    WHERE p.row_id = given.id AND p.connection_id = ${connectionId}::uuid AND p.sync_version = given.version`);
}

/** A push that the store accepted. */
export interface TakenPush {
  discountCodeId: string;
  placementId: string | null;
  hash: string;
  text: string;
}

/** Inserts records of accepted pushes (decisions.md 3). */
export async function insertChanges(
  { read, workspaceId, connectionId }: StoreScope,
  taken: readonly TakenPush[],
  takenAt: Date,
): Promise<void> {
  if (taken.length === 0) return;
  const [codeIds, placementIds] = [taken.map(({ discountCodeId }) => discountCodeId), taken.map(({ placementId }) => placementId)];
  const [ids, hashes, texts] = [taken.map(() => newId()), taken.map(({ hash }) => hash), taken.map(({ text }) => text)];
  await read(sql`
    INSERT INTO discount_changes (row_id, workspace_id, created_at, connection_id, discount_code_id, discount_placement_id, payload_hash, payload)
    SELECT given.id, ${workspaceId}::uuid, ${takenAt.toISOString()}::timestamptz, ${connectionId}::uuid, given.code_id, given.placement_id,
      given.hash, given.text::jsonb
    FROM unnest(${ids}::uuid[], ${codeIds}::uuid[], ${placementIds}::uuid[], ${hashes}::text[], ${texts}::text[])
      AS given(id, code_id, placement_id, hash, text)`);
}
