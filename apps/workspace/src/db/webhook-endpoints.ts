import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import { endpointStates } from "../domain/ordinals.js";
import type { WebhookEndpoint } from "../generated/prisma/client.js";
import { Prisma } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { endpointColumns, type WebhookEndpointRow } from "./rows.js";

const rowId = { sql: sql`e.row_id`, kind: "uuid", nullable: false } as const;
const url = { sql: sql`e.url`, kind: "text", nullable: false, indexed: false } as const;
const createdAt = { sql: sql`e.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`e.updated_at`, kind: "datetime", nullable: false, indexed: false } as const;

export function readWebhookEndpointPage(context: ListContext, given: ListArguments) {
  return readList<WebhookEndpointRow>(context, given, {
    operation: "list_webhook_endpoints",
    select: endpointColumns,
    from: sql`webhook_endpoints e`,
    where: sql`e.deleted_at IS NULL`,
    shape: {
      rowId: { column: rowId },
      url: { column: url },
      state: { column: { sql: sql`e.state`, kind: "enum", values: endpointStates, nullable: false } },
      failingSince: { column: { sql: sql`e.failing_since`, kind: "datetime", nullable: true } },
      createdAt: { column: createdAt },
      updatedAt: { column: updatedAt },
    },
    order: { keys: { CREATED_AT: createdAt, UPDATED_AT: updatedAt, URL: url }, primaryKey: rowId },
  });
}

export function readEndpoints(read: Read, ids: readonly string[]): Promise<WebhookEndpointRow[]> {
  return read<WebhookEndpointRow>(sql`
    SELECT ${endpointColumns} FROM ${rowsById("webhook_endpoints", ids)} e WHERE e.deleted_at IS NULL`);
}

export function readEnabledEndpoints({ sql: run }: Pick<Tx, "sql">): Promise<WebhookEndpointRow[]> {
  return run<WebhookEndpointRow>(sql`
    SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.state = 0 AND e.deleted_at IS NULL ORDER BY e.created_at, e.row_id`);
}

/** True if the workspace has an enabled endpoint or a listening session. */
export async function hasReceivers(read: Read): Promise<boolean> {
  const found = await read(sql`
    (SELECT FROM webhook_endpoints e WHERE e.state = 0 AND e.deleted_at IS NULL LIMIT 1) UNION ALL (SELECT FROM listen_sessions s LIMIT 1)`);
  return found.length > 0;
}

/** Locks endpoints against other changes. Event consumers can still insert deliveries for the locked endpoints. */
export function lockEndpoints({ sql: run }: Pick<Tx, "sql">, ids: readonly string[]): Promise<WebhookEndpointRow[]> {
  return run<WebhookEndpointRow>(sql`
    SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.row_id = ANY(${ids}::uuid[]) AND e.deleted_at IS NULL
    ORDER BY e.row_id FOR NO KEY UPDATE`);
}

/** Locks an endpoint, including a deleted endpoint that still has deliveries. */
export async function lockEndpointWithDeleted({ sql: run }: Pick<Tx, "sql">, id: string) {
  const [endpoint] = await run<Pick<WebhookEndpointRow, "state" | "failingSince"> & { isDeleted: boolean }>(sql`
    SELECT e.state, e.failing_since AS "failingSince", e.deleted_at IS NOT NULL AS "isDeleted"
    FROM webhook_endpoints e WHERE e.row_id = ${id}::uuid FOR NO KEY UPDATE`);
  return endpoint;
}

/** The data of an endpoint that a delivery needs. The secrets are encrypted. */
export type TargetRow = Pick<WebhookEndpoint, "url" | "secret" | "previousSecret" | "state"> & { previousSecretUntil: string | null };

export async function readTarget(read: Read, endpointId: string): Promise<TargetRow | undefined> {
  const [target] = await read<TargetRow>(sql`
    SELECT e.url, e.secret, e.previous_secret AS "previousSecret", e.previous_secret_until AS "previousSecretUntil", e.state
    FROM webhook_endpoints e WHERE e.row_id = ${endpointId}::uuid AND e.deleted_at IS NULL`);
  return target;
}

/** Counts the workspace's endpoints, and blocks the creation of endpoints until the transaction ends. */
export async function lockEndpointCount({ sql: run, workspaceId, now }: Tx): Promise<number> {
  await run(sql`
    INSERT INTO webhook_retention (workspace_id, due_at) VALUES (${workspaceId}::uuid, ${now.toISOString()}::timestamptz)
    ON CONFLICT (workspace_id) DO UPDATE SET due_at = webhook_retention.due_at`);
  const [row] = await run<{ count: number }>(sql`SELECT count(*)::integer AS count FROM webhook_endpoints e WHERE e.deleted_at IS NULL`);
  return row?.count ?? 0;
}

export type EndpointValues = Pick<WebhookEndpoint, "url" | "description"> & { eventTypes: string[] | null };

const stored = ({ eventTypes, ...rest }: Partial<EndpointValues>) => ({
  ...rest,
  ...(eventTypes !== undefined && { eventTypes: eventTypes ?? Prisma.DbNull }),
});

export async function insertEndpoint(
  { prisma, workspaceId, now }: Tx,
  endpoint: EndpointValues & Pick<WebhookEndpoint, "rowId" | "secret">,
) {
  const { rowId: id, secret, url: address, description, eventTypes } = endpoint;
  const data = { rowId: id, workspaceId, createdAt: now, updatedAt: now, url: address, description, secret, ...stored({ eventTypes }) };
  await prisma.webhookEndpoint.create({ data });
}

export type EndpointChanges = Partial<
  EndpointValues &
    Pick<WebhookEndpoint, "secret" | "previousSecret" | "previousSecretUntil" | "state" | "disabledReason" | "failingSince" | "deletedAt">
>;

export async function updateEndpoint({ prisma, workspaceId, now }: Tx, id: string, { eventTypes, ...changes }: EndpointChanges) {
  const data = { ...changes, ...(eventTypes !== undefined && stored({ eventTypes })), updatedAt: now };
  await prisma.webhookEndpoint.update({ where: { rowId: id, workspaceId }, data });
}

export async function deleteEndpoint({ prisma, workspaceId }: Tx, id: string): Promise<void> {
  await prisma.webhookEndpoint.delete({ where: { rowId: id, workspaceId } });
}

/** Removes previous secrets that are no longer valid. */
export async function removePreviousSecrets({ sql: run, now }: Pick<Tx, "sql" | "now">): Promise<void> {
  await run(sql`
    UPDATE webhook_endpoints e SET previous_secret = NULL, previous_secret_until = NULL
    WHERE e.previous_secret_until <= ${now.toISOString()}::timestamptz`);
}
