import { newId } from "@offergraph/shared/time/ids";
import type { Query } from "./seed-codes.js";

export interface ChangeSeed {
  workspaceId: string;
  discountCodeId: string;
  count: number;
}

const changes = `
  INSERT INTO discount_changes (row_id, workspace_id, created_at, connection_id, discount_code_id, discount_placement_id, payload_hash, payload)
  SELECT id, $1::uuid, timestamptz '2024-01-01T00:00:00Z' + (n / 5) * interval '97 seconds', ($4::uuid[])[1 + n % 3], $2::uuid,
    CASE WHEN n % 4 > 0 THEN ($4::uuid[])[4 + n % 3] END, ($5::text[])[1 + n % cardinality($5::text[])], jsonb_build_object('n', n)
  FROM unnest($3::uuid[]) WITH ORDINALITY AS given(id, n)`;

/** Inserts change records, some with equal times and some without a placement. The sort order of the hashes depends on the collation. */
export async function seedChanges(query: Query, { workspaceId, discountCodeId, count }: ChangeSeed): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  const others = Array.from({ length: 6 }, newId);
  const hashes = ["a".repeat(64), "É%", "a_b", "a\\b", "Zed", "zed", "\u{1F600}", "\uFF5E", "it's", ""];
  await query(changes, [workspaceId, discountCodeId, ids, others, hashes]);
}
