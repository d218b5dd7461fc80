import { sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";

const maxPartners = 500;

/** Sets `created_at` of existing partners, one batch at a time. Reads the time from UUIDv7 ids. */
export async function backfillPartnerTimes(tx: Db, after: string, max = maxPartners): Promise<string | null> {
  const partners = await tx.sql<{ rowId: string }>(sql`
    WITH batch AS (
      SELECT p.row_id FROM partners p WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.row_id > ${after}::uuid
      ORDER BY p.row_id LIMIT ${max}::integer FOR UPDATE
    ), changed AS (
      UPDATE partners p SET created_at = LEAST(p.created_at,
        to_timestamp(('x' || left(replace(p.row_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0))
      FROM batch b WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.row_id = b.row_id AND substr(p.row_id::text, 15, 1) = '7'
    )
    SELECT b.row_id AS "rowId" FROM batch b ORDER BY b.row_id`);
  return partners.length < max ? null : (partners.at(-1)?.rowId ?? null);
}
