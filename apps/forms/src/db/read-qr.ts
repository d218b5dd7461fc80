import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { PlacementRow, ShortLinkRow } from "./rows.js";

export type LinkedQr = Pick<ShortLinkRow, "code" | "disabled"> & Pick<PlacementRow, "qr">;

/** Reads a short link and its placement's QR style; undefined if the link does not exist. */
export async function readQr(read: Read, shortLinkId: string): Promise<LinkedQr | undefined> {
  const [link] = await read<LinkedQr>(sql`
    SELECT l.code, l.disabled, p.qr FROM short_links l JOIN form_placements p ON p.row_id = l.form_placement_id
    WHERE l.row_id = ${shortLinkId}::uuid`);
  return link;
}
