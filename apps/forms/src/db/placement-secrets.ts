import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { TimedTx } from "../tx.js";

/** Encrypted secrets of a placement that are valid now, the current one first. */
export async function readSealedSecrets(read: Read, placementId: string, now: Date): Promise<string[]> {
  const [row] = await read<{ current: string | null; former: string | null }>(sql`
    SELECT p.secret_sealed AS current,
      CASE WHEN p.former_secret_ends_at > ${now.toISOString()}::timestamptz THEN p.former_secret_sealed END AS former
    FROM form_placements p WHERE p.row_id = ${placementId}::uuid`);
  return [row?.current, row?.former].filter((sealed) => sealed != null);
}

/** Replaces a placement's secret; the former one, if any, stays valid until `formerEndsAt`. */
export async function replaceSecret(
  tx: TimedTx,
  rowId: string,
  { sealed, formerEndsAt }: { sealed: string; formerEndsAt: Date },
): Promise<void> {
  await tx.sql(sql`
    UPDATE form_placements p SET former_secret_sealed = p.secret_sealed,
      former_secret_ends_at = CASE WHEN p.secret_sealed IS NOT NULL THEN ${formerEndsAt.toISOString()}::timestamptz END,
      secret_sealed = ${sealed}::text, updated_at = ${tx.now.toISOString()}::timestamptz
    WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.row_id = ${rowId}::uuid`);
}
