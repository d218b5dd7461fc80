import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";
import type { ConnectionRow, StoreRow } from "./rows.js";

const columns = raw(`c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.created_at AS "createdAt", c.slug, c.name, c.provider`);

export function readConnections(read: Read, ids: readonly string[]): Promise<ConnectionRow[]> {
  return read<ConnectionRow>(sql`SELECT ${columns} FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
}

/** Reads connections with their endpoints and encrypted secrets. Resolvers must not return these fields. */
export function readStores(read: Read, ids: readonly string[]): Promise<StoreRow[]> {
  return read<StoreRow>(sql`SELECT ${columns}, c.endpoint, c.secret FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
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

/** Inserts a connection with its encrypted secret; returns false if the slug is taken. */
export async function insertConnection(
  { prisma, workspaceId, now }: Tx,
  connection: Omit<StoreRow, "workspaceId"> & { name: string },
): Promise<boolean> {
  const data = [{ ...connection, workspaceId, createdAt: now }];
  return (await prisma.connection.createMany({ data, skipDuplicates: true })).count === 1;
}
