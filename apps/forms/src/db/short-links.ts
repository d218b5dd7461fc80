import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { shortLinkColumns } from "./columns.js";
import type { ShortLinkRow } from "./rows.js";
import type { Writing } from "./transaction.js";

export function readShortLinks(read: Read, ids: readonly string[]): Promise<ShortLinkRow[]> {
  return read<ShortLinkRow>(sql`SELECT ${shortLinkColumns} FROM short_links l WHERE l.row_id = ANY(${ids}::uuid[])`);
}

/** Short links by placement id. */
export async function readShortLinksOf(read: Read, placementIds: readonly string[]): Promise<Map<string, ShortLinkRow[]>> {
  const rows = await read<ShortLinkRow>(
    sql`SELECT ${shortLinkColumns} FROM short_links l WHERE l.form_placement_id = ANY(${placementIds}::uuid[])`,
  );
  return groupBy(rows, ({ formPlacementId }) => formPlacementId);
}

/** The workspace's short links, newest first. */
export function readAllShortLinks(read: Read): Promise<ShortLinkRow[]> {
  return read<ShortLinkRow>(sql`SELECT ${shortLinkColumns} FROM short_links l ORDER BY l.created_at DESC, l.row_id DESC`);
}

/** Locks and returns a short link; undefined if it does not exist. */
export async function lockShortLink(read: Read, id: string): Promise<ShortLinkRow | undefined> {
  const [shortLink] = await read<ShortLinkRow>(sql`SELECT ${shortLinkColumns} FROM short_links l WHERE l.row_id = ${id}::uuid FOR UPDATE`);
  return shortLink;
}

export async function updateShortLink({ transaction, workspaceId }: Writing, rowId: string, disabled: boolean): Promise<void> {
  await transaction.shortLink.updateMany({ where: { workspaceId, rowId }, data: { disabled } });
}
