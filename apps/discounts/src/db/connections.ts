import { selectColumns } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";
import { type ConnectionRow, connectionFields, type StoreRow } from "./rows.js";

export const connectionColumns = selectColumns("c", connectionFields);

export function readConnections(read: Read, ids: readonly string[]): Promise<ConnectionRow[]> {
  return read<ConnectionRow>(sql`SELECT ${connectionColumns} FROM ${rowsById("connections", ids)} c`);
}

/** Reads connections for new placements, and locks them against deletion. */
export function lockConnectionsForUse({ sql: run }: Pick<Tx, "sql">, ids: readonly string[]): Promise<ConnectionRow[]> {
  return run<ConnectionRow>(
    sql`SELECT ${connectionColumns} FROM connections c WHERE c.row_id = ANY(${ids}::uuid[]) ORDER BY c.row_id FOR KEY SHARE`,
  );
}

export async function lockConnection({ sql: run }: Pick<Tx, "sql">, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await run<ConnectionRow>(sql`SELECT ${connectionColumns} FROM connections c WHERE c.row_id = ${id}::uuid FOR UPDATE`);
  return row;
}

/** Reads connections with their encrypted secrets. Resolvers must not return the secrets. */
export function readStores(read: Read, ids: readonly string[]): Promise<StoreRow[]> {
  return read<StoreRow>(sql`SELECT ${connectionColumns}, c.secret FROM ${rowsById("connections", ids)} c`);
}

export async function countConnections(read: Read): Promise<number> {
  const [row] = await read<{ count: number }>(sql`SELECT count(*)::integer AS count FROM connections`);
  return row?.count ?? 0;
}

export function readAllConnections({ prisma, workspaceId }: Tx) {
  return prisma.connection.findMany({
    where: { workspaceId },
    orderBy: [{ createdAt: "asc" }, { rowId: "asc" }],
    select: { rowId: true, slug: true, name: true, provider: true, endpoint: true },
  });
}

export async function readConnectionIdBySlug({ prisma, workspaceId }: Tx, slug: string): Promise<string | undefined> {
  return (await prisma.connection.findUnique({ where: { workspaceId_slug: { workspaceId, slug } } }))?.rowId;
}

export type NewConnectionRow = Pick<StoreRow, "rowId" | "slug" | "name" | "provider" | "endpoint" | "secret" | "isTest">;

/** Inserts a connection with its encrypted secret. Returns false if another connection has the same slug. */
export async function insertConnection({ prisma, workspaceId, now }: Tx, connection: NewConnectionRow): Promise<boolean> {
  const data = [{ ...connection, workspaceId, createdAt: now, updatedAt: now }];
  return (await prisma.connection.createMany({ data, skipDuplicates: true })).count === 1;
}

/** The caller must have locked the connection. Skips fields that are null. */
export async function updateConnection(
  { sql: run, now }: Tx,
  id: string,
  { name = null, endpoint = null, secret = null }: Partial<Record<"name" | "endpoint" | "secret", string | null>>,
): Promise<ConnectionRow> {
  const [row] = await run<ConnectionRow>(sql`
    UPDATE connections c SET name = COALESCE(${name}, c.name), endpoint = COALESCE(${endpoint}, c.endpoint),
      secret = COALESCE(${secret}, c.secret), updated_at = GREATEST(${now.toISOString()}::timestamptz, c.updated_at)
    WHERE c.row_id = ${id}::uuid RETURNING ${connectionColumns}`);
  if (!row) throw new Error(`Invariant violated: connection ${id} not found although it is locked.`);
  return row;
}

export async function deleteConnection({ prisma, workspaceId }: Tx, id: string): Promise<void> {
  await prisma.connection.deleteMany({ where: { workspaceId, rowId: id } });
}

/**
 * `placements` is the connection's number of placements. `pushes` is the number of codes and credits that the store has received or will
 * receive.
 */
export async function countUses({ sql: run, workspaceId }: Tx, id: string): Promise<{ placements: number; pushes: number }> {
  const [uses] = await run<{ placements: number; pushes: number }>(sql`
    SELECT (SELECT count(*)::integer FROM placements p WHERE p.connection_id = ${id}::uuid) AS placements, (
      SELECT count(*)::integer FROM store_pushes s
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${id}::uuid AND (s.pushed_hash IS NOT NULL OR s.due_at IS NOT NULL)
    ) AS pushes`);
  return uses ?? { placements: 0, pushes: 0 };
}
