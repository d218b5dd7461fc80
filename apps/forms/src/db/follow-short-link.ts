import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";

/**
 * Returns the public key of a short link's placement and, if `counts`, increments its click count. Null if the link is disabled,
 * undefined if it does not exist.
 */
export async function followShortLink(read: Read, shortLinkId: string, counts: boolean): Promise<string | null | undefined> {
  const [link] = await read<{ publicKey: string | null }>(sql`
    WITH counted AS (
      UPDATE short_links SET click_count = click_count + 1 WHERE row_id = ${shortLinkId}::uuid AND NOT disabled AND ${counts}::boolean
    )
    SELECT CASE WHEN NOT l.disabled THEN p.public_key END AS "publicKey"
    FROM short_links l JOIN form_placements p ON p.row_id = l.form_placement_id WHERE l.row_id = ${shortLinkId}::uuid`);
  return link?.publicKey;
}
