import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import type { Delivery, Refusal } from "../domain/grant-codes.js";
import { deliveries, nameKinds, refusals } from "../domain/ranks.js";
import type { Db } from "../tx.js";

const unique = raw(String(deliveries.indexOf("UNIQUE")));

export type Outcome = { code: string; refusal: null } | { code: null; refusal: Refusal };

export type GrantAnswer = Outcome & {
  grantId: string;
  discountCodeId: string;
  delivery: Delivery;
  /** The discount code's start if it was in the future when the grant was answered. */
  startsAt: string | null;
};

export async function readGrantAnswers(read: Read, grantIds: readonly string[]): Promise<GrantAnswer[]> {
  const rows = await read<StoredAnswer>(sql`
    SELECT g.grant_id AS "grantId", g.discount_code_id AS "discountCodeId", g.delivery, g.code, g.refusal, g.starts_at AS "startsAt"
    FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
  return rows.map(({ grantId, discountCodeId, delivery, code, refusal, startsAt }) => ({
    ...{ grantId, discountCodeId, delivery: valueOfRank(deliveries, delivery), startsAt },
    ...(code === null ? { code, refusal: valueOfRank(refusals, refusal) } : { code, refusal: null }),
  }));
}

interface StoredAnswer {
  grantId: string;
  discountCodeId: string;
  delivery: number;
  code: string | null;
  startsAt: string | null;
  /** Meaningless if `code` is set. */
  refusal: number;
}

export async function insertGrantAnswers(tx: Db, answers: readonly (GrantAnswer & { expiresAt: string | null })[]): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ grantId, discountCodeId, delivery, code, refusal, expiresAt, startsAt }) => ({
    workspace_id: tx.workspaceId,
    grant_id: grantId,
    created_at: tx.now,
    discount_code_id: discountCodeId,
    delivery: deliveries.indexOf(delivery),
    code,
    own_key: code !== null && delivery !== "SHARED" ? nameKey(code) : null,
    refusal: refusal === null ? null : refusals.indexOf(refusal),
    expires_at: expiresAt,
    starts_at: startsAt,
  }));
  await tx.sql(sql`INSERT INTO grant_codes SELECT * FROM json_populate_recordset(NULL::grant_codes, ${JSON.stringify(rows)}::json)`);
}

export interface MintedName {
  discountCodeId: string;
  name: string;
}

/**
 * Inserts minted names into the workspace's namespace. Returns the names that were free and never belonged to a grant. Waits for concurrent
 * inserts of the same name.
 */
export async function reserveMinted<Minted extends MintedName>(tx: Db, minted: readonly Minted[]): Promise<Minted[]> {
  const [codes, names] = [minted.map(({ discountCodeId }) => discountCodeId), minted.map(({ name }) => name)];
  const keys = names.map(nameKey);
  const reserved = await tx.sql<{ key: string }>(sql`
    INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position)
    SELECT ${tx.workspaceId}::uuid, given.key, given.name, given.code_id, ${nameKinds.indexOf("MINTED")}::smallint, 0
    FROM unnest(${keys}::text[], ${names}::text[], ${codes}::uuid[]) AS given(key, name, code_id)
    WHERE NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = given.key)
    ORDER BY given.key ON CONFLICT DO NOTHING RETURNING name_key AS key`);
  const free = new Set(reserved.map(({ key }) => key));
  // A batch may contain the same name twice; only the first one gets it.
  return minted.filter(({ name }) => free.delete(nameKey(name)));
}

/** Returns up to `max` aliases that never belonged to a grant, in order. The code must be locked; writes of its aliases lock it too. */
export async function readFreeAliases(tx: Db, discountCodeId: string, max: number): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(sql`
    SELECT n.name FROM code_names n
    WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.kind = ${nameKinds.indexOf("ALIAS")}
      AND NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = n.name_key)
    ORDER BY n.position LIMIT ${max}::integer`);
  return rows.map(({ name }) => name);
}

export interface RetiredCode {
  grantId: string;
  discountCodeId: string;
  code: string;
  retiredAt: string;
}

/** Ends grants and retires their minted codes; returns the newly retired codes. */
export function endGrants(tx: Db, grantIds: readonly string[]): Promise<RetiredCode[]> {
  const at = tx.now.toISOString();
  return tx.sql(sql`
    WITH ended AS (
      UPDATE grant_codes g SET ended_at = coalesce(g.ended_at, ${at}::timestamptz),
        retired_at = CASE WHEN g.delivery = ${unique} AND g.code IS NOT NULL THEN coalesce(g.retired_at, ${at}::timestamptz) END
      FROM grant_codes o
      WHERE g.grant_id = ANY(${grantIds}::uuid[]) AND o.workspace_id = g.workspace_id AND o.grant_id = g.grant_id
      RETURNING g.grant_id, g.discount_code_id, g.code, g.retired_at, o.retired_at AS retired_before
    )
    SELECT e.grant_id AS "grantId", e.discount_code_id AS "discountCodeId", e.code, e.retired_at AS "retiredAt"
    FROM ended e WHERE e.retired_at IS NOT NULL AND e.retired_before IS NULL`);
}

/** Reopens grants that were restored, or whose order turned out not to have used them. */
export async function reopenGrants(tx: Db, grantIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE grant_codes g SET ended_at = NULL, retired_at = NULL, redeemed_at = NULL WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
}

export async function redeemGrants(tx: Db, grantIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE grant_codes g SET redeemed_at = ${tx.now.toISOString()}::timestamptz WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
}

/** Counts open grants of these discount codes: with a code, not redeemed, not ended, not expired. */
export async function countOpenGrants(tx: Db, codeIds: readonly string[]): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM grant_codes g
    WHERE g.discount_code_id = ANY(${codeIds}::uuid[]) AND g.code IS NOT NULL AND g.ended_at IS NULL AND g.redeemed_at IS NULL
      AND (g.expires_at IS NULL OR g.expires_at > ${tx.now.toISOString()}::timestamptz)`);
  return row?.count ?? 0;
}

export async function readCodeIdsOf(read: Read, grantIds: readonly string[]): Promise<string[]> {
  const rows = await read<{ id: string }>(sql`
    SELECT DISTINCT g.discount_code_id AS id FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
  return rows.map(({ id }) => id);
}
