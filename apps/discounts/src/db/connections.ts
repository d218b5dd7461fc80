import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { connectionColumns } from "./columns.js";
import type { ConnectionRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** A new connection; `secret` is encrypted. */
export interface NewConnection extends Pick<ConnectionRow, "rowId" | "slug" | "name" | "provider"> {
  endpoint: string | null;
  secret: string | null;
}

/** Returns all connections of the workspace with their endpoints, oldest first; never the secrets. */
export function readAllConnections(read: Read): Promise<(ConnectionRow & { endpoint: string | null })[]> {
  return read<ConnectionRow & { endpoint: string | null }>(
    sql`SELECT ${connectionColumns}, c.endpoint FROM connections c ORDER BY c.created_at, c.row_id`,
  );
}

/** Returns the id of the connection with this slug. */
export async function readConnectionIdBySlug(read: Read, slug: string): Promise<string | undefined> {
  const [row] = await read<{ id: string }>(sql`SELECT c.row_id AS id FROM connections c WHERE c.slug = ${slug}`);
  return row?.id;
}

/** Inserts a connection; returns false if the slug is taken. */
export async function insertConnection({ transaction, workspaceId, now }: Writing, connection: NewConnection): Promise<boolean> {
  const data = [{ ...connection, workspaceId, createdAt: now }];
  const { count } = await transaction.connection.createMany({ data, skipDuplicates: true });
  return count === 1;
}
