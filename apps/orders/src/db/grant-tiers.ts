import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";

export interface GivenTier {
  grantId: string;
  formResponseId: string;
  tier: string;
}

/**
 * Serializes transactions about this grant: events of discounts and incentives about it can arrive at once, and the second must see the
 * first.
 */
export async function queueForGrant({ read, workspaceId }: Keeping, grantId: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`grant ${workspaceId} ${grantId}`}, 0)) IS NULL AS queued`);
}

/** Stores the tier of a grant, which never changes. Returns false if it was stored already. */
export async function keepGrantTier({ read, workspaceId }: Keeping, { grantId, formResponseId, tier }: GivenTier): Promise<boolean> {
  const kept = await read(sql`
    INSERT INTO grant_tiers (workspace_id, grant_id, form_response_id, tier)
    VALUES (${workspaceId}::uuid, ${grantId}::uuid, ${formResponseId}::uuid, ${tier}) ON CONFLICT DO NOTHING RETURNING grant_id AS "grantId"`);
  return kept.length > 0;
}

/** Reads the name keys minted for a grant. */
export async function readMintedKeys({ read }: Pick<Keeping, "read">, grantId: string): Promise<string[]> {
  const minted = await read<{ key: string }>(sql`SELECT m.name_key AS key FROM minted_code_names m WHERE m.grant_id = ${grantId}::uuid`);
  return minted.map(({ key }) => key);
}
