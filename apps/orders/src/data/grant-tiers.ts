import { sql } from "@offergraph/shared/database/statement";
import type { Keeping } from "@offergraph/shared/references/keep";

/** The tier of a reward that a customer got. */
export interface GivenTier {
  grantId: string;
  formResponseId: string;
  tier: string;
}

/**
 * Lets one transaction at a time keep something of this grant, until it ends: two services tell of it, and of what they tell at once the
 * second sees the first.
 */
export async function queueForGrant({ read, workspaceId }: Keeping, grantId: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`grant ${workspaceId} ${grantId}`}, 0)) IS NULL AS queued`);
}

/** A reward keeps its tier. False: it was known. */
export async function keepGrantTier({ read, workspaceId }: Keeping, { grantId, formResponseId, tier }: GivenTier): Promise<boolean> {
  const kept = await read(sql`
    INSERT INTO grant_tiers (workspace_id, grant_id, form_response_id, tier)
    VALUES (${workspaceId}::uuid, ${grantId}::uuid, ${formResponseId}::uuid, ${tier}) ON CONFLICT DO NOTHING RETURNING grant_id AS "grantId"`);
  return kept.length > 0;
}

/** The keys of what was minted for a grant. */
export async function readMintedKeys({ read }: Pick<Keeping, "read">, grantId: string): Promise<string[]> {
  const minted = await read<{ key: string }>(sql`SELECT m.name_key AS key FROM minted_code_names m WHERE m.grant_id = ${grantId}::uuid`);
  return minted.map(({ key }) => key);
}
