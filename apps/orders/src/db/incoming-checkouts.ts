import { jsonRows } from "@offergraph/service/db/plain-row";
import { sql } from "@offergraph/service/db/statement";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { daysInZone } from "@offergraph/shared/time/zone-days";
import type { Conversion, SentCheckout } from "../domain/ingest/checkout.js";
import type { Version } from "../domain/ingest/versions.js";
import { checkoutStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";
import { upsertLists } from "./columns.js";
import { type RecordKey, wantedKeys } from "./record-keys.js";

export interface KnownCheckout extends RecordKey, Version {
  rowId: string;
  status: number;
}

/** Locks the stored checkouts with these keys. Call `lockRecordKeys` first. */
export function lockIncomingCheckouts(tx: Db, keys: readonly RecordKey[]): Promise<KnownCheckout[]> {
  return tx.sql(sql`
    SELECT c.row_id AS "rowId", c.connection_id AS "connectionId", c.external_ref AS "externalRef", c.status,
      c.provider_updated_at AS time, c.version_hash AS hash
    FROM ${wantedKeys(keys)}
    JOIN checkouts c ON c.workspace_id = ${tx.workspaceId}::uuid AND c.connection_id = wanted.connection_id AND c.external_ref = wanted.external_ref
    ORDER BY c.row_id FOR UPDATE OF c`);
}

export interface IncomingCheckout {
  rowId: string;
  connectionId: string;
  hash: string;
  partnerId: string | null;
  sent: SentCheckout;
}

const converted = checkoutStatuses.indexOf("CONVERTED");

/**
 * Writes checkouts without their conversions. Does not change the status CONVERTED. Call `writeConversions` and `convertCheckouts`
 * afterwards.
 */
export async function writeIncomingCheckouts(tx: Db, accepted: readonly IncomingCheckout[], timeZone: string): Promise<void> {
  const dayOf = daysInZone(timeZone);
  const rows = accepted.map((one) => ({ ...rowOf(tx.workspaceId, one), startedDay: dayOf(one.sent.startedAt) }));
  const [first] = rows;
  if (!first) return;
  const { inserted, updated } = upsertLists(first, ["rowId", "connectionId", "externalRef", "status"]);
  const time = tx.now.toISOString();
  await tx.sql(sql`
    INSERT INTO checkouts AS kept (workspace_id, created_at, updated_at, ${inserted})
    SELECT ${tx.workspaceId}::uuid, ${time}::timestamptz, ${time}::timestamptz, ${inserted}
    FROM json_populate_recordset(NULL::checkouts, ${jsonRows(rows)}::json)
    ON CONFLICT (workspace_id, connection_id, external_ref) DO UPDATE SET ${updated}, updated_at = GREATEST(kept.updated_at, excluded.updated_at),
      status = CASE WHEN kept.status = ${converted}::smallint THEN kept.status ELSE excluded.status END`);
}

/** Applies conversions, even from stale checkout versions. Returns the ids of changed checkouts. */
export async function writeConversions(tx: Db, conversions: readonly (Conversion & { rowId: string })[]): Promise<string[]> {
  if (conversions.length === 0) return [];
  const isNewer = sql`s.order_external_ref IS NOT NULL AND (c.order_named_at IS NULL
    OR (c.order_named_at, c.order_external_ref) < (s.order_named_at, s.order_external_ref))`;
  const changed = await tx.sql<{ rowId: string }>(sql`
    UPDATE checkouts c SET updated_at = GREATEST(c.updated_at, ${tx.now.toISOString()}::timestamptz),
      order_external_ref = CASE WHEN ${isNewer} THEN s.order_external_ref ELSE c.order_external_ref END,
      order_named_at = CASE WHEN ${isNewer} THEN s.order_named_at ELSE c.order_named_at END,
      status = CASE WHEN s.is_converted THEN ${converted}::smallint ELSE c.status END
    FROM jsonb_to_recordset(${jsonRows(conversions)}::jsonb) AS s(row_id uuid, is_converted boolean, order_external_ref text,
      order_named_at timestamptz)
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id = s.row_id
      AND c.row_id = ANY(${conversions.map(({ rowId }) => rowId)}::uuid[])
      AND ((${isNewer}) OR (s.is_converted AND c.status <> ${converted}::smallint))
    RETURNING c.row_id AS "rowId"`);
  return changed.map(({ rowId }) => rowId);
}

function rowOf(workspaceId: string, { rowId, connectionId, hash, partnerId, sent }: IncomingCheckout) {
  const { orderExternalRef, partner, ...fields } = sent;
  const { customerRef } = fields;
  const customerId = customerRef === null ? null : customerIdOf(workspaceId, customerRef);
  return { rowId, connectionId, versionHash: hash, customerId, partnerId, ...fields };
}
