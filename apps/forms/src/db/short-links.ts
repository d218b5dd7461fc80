import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { SqlTx, Tx } from "../tx.js";
import type { PlacementRow, ShortLinkRow } from "./rows.js";

const columns = raw(`
  l.row_id AS "rowId", l.workspace_id AS "workspaceId", l.created_at AS "createdAt", l.code, l.form_placement_id AS "formPlacementId",
  l.disabled, l.click_count AS "clickCount"`);

export function readShortLinks(read: Read, ids: readonly string[]): Promise<ShortLinkRow[]> {
  return read<ShortLinkRow>(sql`SELECT ${columns} FROM ${rowsById("short_links", ids)} l`);
}

export async function readShortLinksOf(read: Read, placementIds: readonly string[]): Promise<Map<string, ShortLinkRow[]>> {
  const rows = await read<ShortLinkRow>(sql`
    SELECT ${columns} FROM short_links l WHERE l.form_placement_id = ANY(${placementIds}::uuid[])`);
  return groupBy(rows, ({ formPlacementId }) => formPlacementId);
}

export function readAllShortLinks(read: Read): Promise<ShortLinkRow[]> {
  return read<ShortLinkRow>(sql`SELECT ${columns} FROM short_links l ORDER BY l.created_at DESC, l.row_id DESC`);
}

export async function lockShortLink(read: Read, id: string): Promise<ShortLinkRow | undefined> {
  const [shortLink] = await read<ShortLinkRow>(sql`SELECT ${columns} FROM short_links l WHERE l.row_id = ${id}::uuid FOR UPDATE`);
  return shortLink;
}

export async function updateShortLink({ prisma, workspaceId }: Tx, rowId: string, disabled: boolean): Promise<void> {
  await prisma.shortLink.updateMany({ where: { workspaceId, rowId }, data: { disabled } });
}

type LinkedQr = Pick<ShortLinkRow, "code" | "disabled"> & Pick<PlacementRow, "qr">;

export async function readQr(read: Read, shortLinkId: string): Promise<LinkedQr | undefined> {
  const [link] = await read<LinkedQr>(sql`
    SELECT l.code, l.disabled, p.qr FROM short_links l JOIN form_placements p ON p.row_id = l.form_placement_id
    WHERE l.row_id = ${shortLinkId}::uuid`);
  return link;
}

/**
 * Returns the public key of the link's placement. Returns null for a disabled link, and undefined for an unknown link. Also counts a click
 * if `isClick` is true.
 */
export async function followShortLink({ sql: run }: SqlTx, shortLinkId: string, isClick: boolean): Promise<string | null | undefined> {
  const [link] = await run<{ publicKey: string | null }>(sql`
    WITH counted AS (
      UPDATE short_links SET click_count = click_count + 1 WHERE row_id = ${shortLinkId}::uuid AND NOT disabled AND ${isClick}::boolean
    )
    SELECT CASE WHEN NOT l.disabled THEN p.public_key END AS "publicKey"
    FROM short_links l JOIN form_placements p ON p.row_id = l.form_placement_id WHERE l.row_id = ${shortLinkId}::uuid`);
  return link?.publicKey;
}
