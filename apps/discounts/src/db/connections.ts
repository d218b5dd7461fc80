import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";
import { connectionColumns } from "./placements.js";
import type { StoreRow } from "./rows.js";

/** Reads connections with endpoint and encrypted secret. Resolvers must not return them. */
export function readStores(read: Read, ids: readonly string[]): Promise<StoreRow[]> {
  return read<StoreRow>(sql`SELECT ${connectionColumns}, c.endpoint, c.secret FROM connections c WHERE c.row_id = ANY(${ids}::uuid[])`);
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

/** Inserts a connection; returns false if the slug is taken. `secret` is encrypted. */
export async function insertConnection(
  { prisma, workspaceId, now }: Tx,
  connection: Pick<StoreRow, "rowId" | "slug" | "provider" | "endpoint" | "secret"> & { name: string },
): Promise<boolean> {
  const data = [{ ...connection, workspaceId, createdAt: now }];
  const { count } = await prisma.connection.createMany({ data, skipDuplicates: true });
  return count === 1;
}
