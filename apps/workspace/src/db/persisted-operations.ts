import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import type { PersistedOperation } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { type PersistedOperationRow, persistedOperationColumns } from "./rows.js";

const rowId = { sql: sql`o.row_id`, kind: "uuid", nullable: false } as const;
const createdAt = { sql: sql`o.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`o.updated_at`, kind: "datetime", nullable: false, indexed: false } as const;

export function readPersistedOperationPage(context: ListContext, given: ListArguments) {
  return readList<PersistedOperationRow>(context, given, {
    operation: "list_persisted_operations",
    select: persistedOperationColumns,
    from: sql`persisted_operations o`,
    shape: {
      rowId: { column: rowId },
      apiKeyId: { column: { sql: sql`o.api_key_id`, kind: "uuid", nullable: false } },
      sha256Hash: { column: { sql: sql`o.sha256_hash`, kind: "text", nullable: false } },
      createdAt: { column: createdAt },
      updatedAt: { column: updatedAt },
    },
    order: { keys: { CREATED_AT: createdAt, UPDATED_AT: updatedAt }, primaryKey: rowId },
  });
}

export function readPersistedOperations(read: Read, ids: readonly string[]): Promise<PersistedOperationRow[]> {
  return read<PersistedOperationRow>(sql`
    SELECT ${persistedOperationColumns} FROM ${rowsById("persisted_operations", ids)} o`);
}

/** Returns the texts of operations by their ids. */
export async function readDocuments(read: Read, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await read<{ rowId: string; document: string }>(sql`
    SELECT o.row_id AS "rowId", o.document FROM ${rowsById("persisted_operations", ids)} o`);
  return new Map(rows.map(({ rowId: id, document }) => [id, document]));
}

/** Reads a key's operations with the given hashes. */
export function readOperationsOfKey(read: Read, apiKeyId: string, hashes: readonly string[]): Promise<PersistedOperationRow[]> {
  return read<PersistedOperationRow>(sql`
    SELECT ${persistedOperationColumns} FROM persisted_operations o
    WHERE o.api_key_id = ${apiKeyId}::uuid AND o.sha256_hash = ANY(${hashes}::text[])`);
}

/** Counts the operations of the workspace, and the operations of one key. */
export async function countOperations({ sql: run }: Pick<Tx, "sql">, apiKeyId: string): Promise<{ total: number; ofKey: number }> {
  const [row] = await run<{ total: number; ofKey: number }>(sql`
    SELECT count(*)::integer AS total, count(*) FILTER (WHERE o.api_key_id = ${apiKeyId}::uuid)::integer AS "ofKey"
    FROM persisted_operations o`);
  return row ?? { total: 0, ofKey: 0 };
}

export type NewOperationRow = Pick<PersistedOperation, "rowId" | "apiKeyId" | "sha256Hash" | "operationNames" | "document">;

export async function insertOperations({ prisma, workspaceId, now }: Tx, operations: readonly NewOperationRow[]): Promise<void> {
  const data = operations.map((operation) => ({ ...operation, workspaceId, createdAt: now, updatedAt: now }));
  if (data.length > 0) await prisma.persistedOperation.createMany({ data });
}

export function lockOperations({ sql: run }: Pick<Tx, "sql">, ids: readonly string[]): Promise<PersistedOperationRow[]> {
  return run<PersistedOperationRow>(sql`
    SELECT ${persistedOperationColumns} FROM persisted_operations o WHERE o.row_id = ANY(${ids}::uuid[]) ORDER BY o.row_id FOR UPDATE`);
}

export async function deleteOperations({ prisma, workspaceId }: Tx, ids: readonly string[]): Promise<void> {
  await prisma.persistedOperation.deleteMany({ where: { rowId: { in: [...ids] }, workspaceId } });
}
