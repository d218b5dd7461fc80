import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { ApiKey } from "../generated/prisma/client.js";
import type { ApiKeyState } from "../generated/types.js";
import type { Tx } from "../tx.js";
import { type ApiKeyRow, apiKeyColumns } from "./rows.js";

const rowId = { sql: sql`k.row_id`, kind: "uuid", nullable: false } as const;
const name = { sql: sql`k.name`, kind: "text", nullable: false } as const;
const createdAt = { sql: sql`k.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`k.updated_at`, kind: "datetime", nullable: false } as const;
const lastUsedAt = { sql: sql`k.last_used_at`, kind: "datetime", nullable: true } as const;

const kinds = ["SECRET", "PUBLISHABLE", "SESSION", "APP"] as const satisfies readonly ApiKey["kind"][];
const levels = ["READ", "WRITE", "ADMIN"] as const satisfies readonly ApiKey["level"][];
const states = ["ACTIVE", "EXPIRED", "REVOKED", "CREATOR_LEFT"] as const satisfies readonly ApiKeyState[];

/** SQL for the state of a key at `now`, as an index in `states`. The rules must match domain/api-keys.ts. */
const stateAt = (now: Date) => sql`(CASE
  WHEN k.revoked_at IS NOT NULL THEN 2
  WHEN EXISTS (SELECT FROM members m WHERE m.row_id = k.created_by AND m.removed_at IS NOT NULL) THEN 3
  WHEN k.expires_at <= ${now.toISOString()}::timestamptz THEN 1
  ELSE 0 END)::smallint`;

export function readApiKeyPage(context: ListContext & Pick<RequestBase, "clock">, given: ListArguments) {
  return readList<ApiKeyRow>(context, given, {
    operation: "list_api_keys",
    select: apiKeyColumns,
    from: sql`api_keys k`,
    shape: {
      rowId: { column: rowId },
      name: { column: name },
      kind: {
        column: { sql: sql`(array_position(${kinds}::text[], k.kind::text) - 1)::smallint`, kind: "enum", values: kinds, nullable: false },
      },
      level: {
        column: {
          sql: sql`(array_position(${levels}::text[], k.level::text) - 1)::smallint`,
          kind: "enum",
          values: levels,
          nullable: false,
        },
      },
      state: { column: { sql: stateAt(context.clock.now()), kind: "enum", values: states, nullable: false } },
      endsWith: { column: { sql: sql`k.suffix`, kind: "text", nullable: false } },
      memberId: { column: { sql: sql`k.created_by`, kind: "uuid", nullable: false } },
      connectionId: { column: { sql: sql`k.connection_id`, kind: "uuid", nullable: true } },
      persistedOnly: { exists: sql`k.persisted_only` },
      createdAt: { column: createdAt },
      updatedAt: { column: updatedAt },
      expiresAt: { column: { sql: sql`k.expires_at`, kind: "datetime", nullable: true } },
      lastUsedAt: { column: lastUsedAt },
      revokedAt: { column: { sql: sql`k.revoked_at`, kind: "datetime", nullable: true } },
    },
    order: { keys: { CREATED_AT: createdAt, LAST_USED_AT: lastUsedAt, NAME: name, UPDATED_AT: updatedAt }, primaryKey: rowId },
  });
}

export function readApiKeys(read: Read, ids: readonly string[]): Promise<ApiKeyRow[]> {
  return read<ApiKeyRow>(sql`SELECT ${apiKeyColumns} FROM ${rowsById("api_keys", ids)} k`);
}

export function readAllApiKeys(read: Read): Promise<ApiKeyRow[]> {
  return read<ApiKeyRow>(sql`SELECT ${apiKeyColumns} FROM api_keys k ORDER BY k.row_id`);
}

export async function lockApiKey({ sql: run }: Pick<Tx, "sql">, id: string): Promise<ApiKeyRow | undefined> {
  const [key] = await run<ApiKeyRow>(sql`SELECT ${apiKeyColumns} FROM api_keys k WHERE k.row_id = ${id}::uuid FOR UPDATE`);
  return key;
}

/** Locks a connection's unrevoked keys and returns their ids. */
export async function lockConnectionKeys({ sql: run }: Pick<Tx, "sql">, connectionId: string): Promise<string[]> {
  const keys = await run<{ rowId: string }>(sql`
    SELECT k.row_id AS "rowId" FROM api_keys k WHERE k.connection_id = ${connectionId}::uuid AND k.revoked_at IS NULL
    ORDER BY k.row_id FOR UPDATE`);
  return keys.map(({ rowId: id }) => id);
}

/** Locks the unrevoked apps that were connected with this session. Returns their ids. */
export async function lockAppsOfSession({ sql: run }: Pick<Tx, "sql">, session: Pick<ApiKeyRow, "rowId" | "createdBy">): Promise<string[]> {
  const keys = await run<{ rowId: string }>(sql`
    SELECT k.row_id AS "rowId" FROM api_keys k
    WHERE k.created_by = ${session.createdBy}::uuid AND k.session_id = ${session.rowId}::uuid AND k.revoked_at IS NULL
    ORDER BY k.row_id FOR UPDATE`);
  return keys.map(({ rowId: id }) => id);
}

/** Returns a member's active apps, the most recently connected first. */
export function readAppsOfMember(read: Read, memberId: string, now: Date): Promise<ApiKeyRow[]> {
  return read<ApiKeyRow>(sql`
    SELECT ${apiKeyColumns} FROM api_keys k
    WHERE k.created_by = ${memberId}::uuid AND k.kind = 'APP' AND k.revoked_at IS NULL AND k.expires_at > ${now.toISOString()}::timestamptz
    ORDER BY k.created_at DESC, k.row_id DESC`);
}

/** Locks an app that this member connected. Returns undefined for keys that the member did not connect. */
export async function lockAppOfMember(
  { sql: run }: Pick<Tx, "sql">,
  { appId, memberId }: { appId: string; memberId: string },
): Promise<ApiKeyRow | undefined> {
  const [app] = await run<ApiKeyRow>(sql`
    SELECT ${apiKeyColumns} FROM api_keys k
    WHERE k.row_id = ${appId}::uuid AND k.created_by = ${memberId}::uuid AND k.kind = 'APP' FOR UPDATE`);
  return app;
}

/** Returns the ids of a member's active apps with this name, the most recently used first. Skips the first `kept` ids. */
export async function readIdleApps(
  { sql: run, now }: Pick<Tx, "sql" | "now">,
  { createdBy, name: app }: Pick<ApiKeyRow, "createdBy" | "name">,
  kept: number,
): Promise<string[]> {
  const keys = await run<{ rowId: string }>(sql`
    SELECT k.row_id AS "rowId" FROM api_keys k
    WHERE k.created_by = ${createdBy}::uuid AND k.kind = 'APP' AND k.name = ${app} AND k.revoked_at IS NULL AND k.expires_at > ${now}
    ORDER BY greatest(k.last_used_at, k.updated_at) DESC, k.row_id DESC OFFSET ${kept}::integer`);
  return keys.map(({ rowId: id }) => id);
}

/** Counts active keys of these kinds. A removed member's keys are not active. */
export async function countActiveKeys({ sql: run, now }: Pick<Tx, "sql" | "now">, counted: readonly ApiKey["kind"][]): Promise<number> {
  const [row] = await run<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM api_keys k JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
    WHERE k.kind::text = ANY (${counted}::text[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
      AND m.removed_at IS NULL`);
  return row?.count ?? 0;
}

export type NewApiKeyRow = Omit<ApiKey, "workspaceId" | "createdAt" | "updatedAt" | "lastUsedAt" | "revokedAt">;

export async function insertApiKey({ prisma, workspaceId, now }: Tx, key: NewApiKeyRow): Promise<void> {
  await prisma.apiKey.create({ data: { ...key, workspaceId, createdAt: now, updatedAt: now } });
}

export async function revokeApiKey({ prisma, workspaceId, now }: Tx, id: string): Promise<void> {
  await prisma.apiKey.update({ where: { rowId: id, workspaceId }, data: { revokedAt: now, updatedAt: now } });
}

export async function extendApiKey({ prisma, workspaceId, now }: Tx, id: string, expiresAt: Date): Promise<void> {
  await prisma.apiKey.update({ where: { rowId: id, workspaceId }, data: { expiresAt, updatedAt: now } });
}

/** Stores the time of the key's last request. Does not change `updatedAt`. */
export async function recordUse({ sql: run }: Pick<Tx, "sql">, keyId: string, at: Date): Promise<void> {
  await run(sql`UPDATE api_keys SET last_used_at = greatest(last_used_at, ${at}) WHERE row_id = ${keyId}::uuid`);
}
