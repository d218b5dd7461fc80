import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import { newId } from "@offergraph/shared/time/ids";
import { deliveryStates } from "../domain/ordinals.js";
import type { WebhookMessage } from "../domain/webhooks/message.js";
import type { Tx } from "../tx.js";
import { deliveryColumns, type WebhookDeliveryRow } from "./rows.js";

const rowId = { sql: sql`d.row_id`, kind: "uuid", nullable: false } as const;
const createdAt = { sql: sql`d.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`d.updated_at`, kind: "datetime", nullable: false } as const;

const isVisible = sql`NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.row_id = d.endpoint_id AND e.deleted_at IS NOT NULL)`;

export function readWebhookDeliveryPage(context: ListContext, given: ListArguments) {
  return readList<WebhookDeliveryRow>(context, given, {
    operation: "list_webhook_deliveries",
    select: deliveryColumns,
    from: sql`webhook_deliveries d`,
    where: isVisible,
    shape: {
      rowId: { column: rowId },
      endpointId: { column: { sql: sql`d.endpoint_id`, kind: "uuid", nullable: false } },
      eventId: { column: { sql: sql`d.event_id`, kind: "uuid", nullable: false } },
      eventType: { column: { sql: sql`d.event_type`, kind: "text", nullable: false } },
      recordId: { column: { sql: sql`d.record_id`, kind: "text", nullable: false } },
      state: { column: { sql: sql`d.state`, kind: "enum", values: deliveryStates, nullable: false } },
      attempts: { column: { sql: sql`d.attempts`, kind: "int", nullable: false } },
      lastStatus: { column: { sql: sql`d.last_status`, kind: "int", nullable: true } },
      deliveredAt: { column: { sql: sql`d.delivered_at`, kind: "datetime", nullable: true } },
      createdAt: { column: createdAt },
      updatedAt: { column: updatedAt },
    },
    order: { keys: { CREATED_AT: createdAt, UPDATED_AT: updatedAt }, primaryKey: rowId },
  });
}

export function readDeliveries(read: Read, ids: readonly string[]): Promise<WebhookDeliveryRow[]> {
  return read<WebhookDeliveryRow>(sql`
    SELECT ${deliveryColumns} FROM ${rowsById("webhook_deliveries", ids)} d WHERE ${isVisible}`);
}

/** Locks deliveries, oldest first. */
export function lockDeliveries({ sql: run }: Pick<Tx, "sql">, ids: readonly string[]): Promise<WebhookDeliveryRow[]> {
  return run<WebhookDeliveryRow>(sql`
    SELECT ${deliveryColumns} FROM webhook_deliveries d WHERE d.row_id = ANY(${ids}::uuid[]) ORDER BY d.created_at, d.row_id FOR UPDATE`);
}

/** Reads when each delivery is attempted next. Filters by workspace, because `webhook_queue` has no row-level security. */
export async function readNextAttempts(read: Read, workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await read<{ id: string; at: string }>(sql`
    SELECT q.delivery_id AS id, q.next_attempt_at AS at FROM webhook_queue q
    WHERE q.workspace_id = ${workspaceId}::uuid AND q.delivery_id = ANY(${ids}::uuid[])`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export type NewDelivery = WebhookMessage & { endpointId: string };

/** Inserts deliveries and queues them in the given order. Returns their ids. */
export async function insertDeliveries(tx: Pick<Tx, "sql" | "workspaceId" | "now">, deliveries: readonly NewDelivery[]): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const given = deliveries.map((delivery) => ({ ...delivery, rowId: newId() }));
  const at = tx.now.toISOString();
  await tx.sql(sql`
    INSERT INTO webhook_deliveries (row_id, workspace_id, created_at, updated_at, endpoint_id, event_id, event_type, record_id, body)
    SELECT g."rowId", ${tx.workspaceId}::uuid, ${at}::timestamptz, ${at}::timestamptz, g."endpointId", g."eventId", g."eventType", g."recordId",
      g.body
    FROM json_to_recordset(${JSON.stringify(given)}::json)
      AS g("rowId" uuid, "endpointId" uuid, "eventId" uuid, "eventType" text, "recordId" text, body text)`);
  const ids = given.map(({ rowId: id }) => id);
  await queue(tx, ids);
  return ids;
}

/** Inserts the deliveries into `webhook_queue` in the order of `ids`. */
async function queue({ sql: run, workspaceId, now }: Pick<Tx, "sql" | "workspaceId" | "now">, ids: readonly string[]): Promise<void> {
  await run(sql`
    INSERT INTO webhook_queue (delivery_id, workspace_id, endpoint_id, record_id, next_attempt_at)
    SELECT d.row_id, ${workspaceId}::uuid, d.endpoint_id, d.record_id, ${now.toISOString()}::timestamptz
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given(id, position) JOIN webhook_deliveries d ON d.row_id = given.id
    ORDER BY given.position`);
}

/** Makes finished deliveries pending again. */
export async function requeueDeliveries(tx: Pick<Tx, "sql" | "workspaceId" | "now">, ids: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE webhook_deliveries d SET state = 0, attempts = 0, first_failed_at = NULL, last_status = NULL, last_error = NULL,
      delivered_at = NULL, updated_at = ${tx.now.toISOString()}::timestamptz
    WHERE d.row_id = ANY(${ids}::uuid[])`);
  await queue(tx, ids);
}

const failed = deliveryStates.indexOf("FAILED");

type PendingTx = Pick<Tx, "sql" | "now">;

/** Marks at most `max` pending deliveries of an endpoint as failed. Returns the number of changed deliveries. */
export async function failPending({ sql: run, now }: PendingTx, endpointId: string, reason: string, max: number): Promise<number> {
  const rows = await run(sql`
    WITH pending AS (
      DELETE FROM webhook_queue q WHERE q.sequence IN (
        SELECT o.sequence FROM webhook_queue o WHERE o.endpoint_id = ${endpointId}::uuid ORDER BY o.record_id, o.sequence LIMIT ${max}::integer)
      RETURNING q.delivery_id)
    UPDATE webhook_deliveries d SET state = ${failed}::smallint, last_error = ${reason}, updated_at = ${now.toISOString()}::timestamptz
    FROM pending WHERE d.row_id = pending.delivery_id RETURNING d.row_id`);
  return rows.length;
}

export async function deleteDeliveries({ sql: run }: Pick<Tx, "sql">, endpointId: string, max: number): Promise<number> {
  const rows = await run(sql`
    DELETE FROM webhook_deliveries d WHERE d.row_id IN (
      SELECT o.row_id FROM webhook_deliveries o WHERE o.endpoint_id = ${endpointId}::uuid
      ORDER BY o.created_at, o.row_id LIMIT ${max}::integer)
    RETURNING d.row_id`);
  return rows.length;
}

/** Deletes at most `max` old finished deliveries. Returns the number of deleted deliveries. */
export async function deleteOldDeliveries({ sql: run }: Pick<Tx, "sql">, before: Date, max: number): Promise<number> {
  const rows = await run(sql`
    DELETE FROM webhook_deliveries d WHERE d.row_id IN (
      SELECT o.row_id FROM webhook_deliveries o WHERE o.created_at < ${before.toISOString()}::timestamptz AND o.state <> 0
      ORDER BY o.created_at, o.row_id LIMIT ${max}::integer)
    RETURNING d.row_id`);
  return rows.length;
}
