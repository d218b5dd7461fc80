import { raw, sql } from "@offergraph/shared/database/statement";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import type { Delivery, Refusal } from "../domain/grant-codes.js";
import { deliveries, nameKinds, refusals } from "../domain/ranks.js";
import { bulkRows } from "./bulk-rows.js";
import type { Writing } from "./transaction.js";

const unique = raw(String(deliveries.indexOf("UNIQUE")));

type Within = Pick<Writing, "read" | "workspaceId">;

/** A code, or why there is none. */
export type Outcome = { code: string; refusal: null } | { code: null; refusal: Refusal };

/** What a grant was answered. */
export type GrantAnswer = Outcome & {
  grantId: string;
  discountCodeId: string;
  delivery: Delivery;
  /** The code's start while that was in the future. */
  startsAt: string | null;
};

/** What these grants were answered, as far as they were. */
export async function readGrantAnswers({ read }: Pick<Within, "read">, grantIds: readonly string[]): Promise<GrantAnswer[]> {
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
  /** Of a grant that got a code it means nothing. */
  refusal: number;
}

/** Remembers what grants are answered, for good. */
export async function insertGrantAnswers(
  { read, workspaceId, now }: Omit<Writing, "transaction">,
  answers: readonly (GrantAnswer & { expiresAt: string | null })[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ delivery, refusal, ...answer }) => ({
    ...answer,
    workspaceId,
    createdAt: now,
    delivery: deliveries.indexOf(delivery),
    refusal: refusal === null ? null : refusals.indexOf(refusal),
    ownKey: answer.code !== null && delivery !== "SHARED" ? nameKey(answer.code) : null,
  }));
  await read(sql`INSERT INTO grant_codes SELECT * FROM json_populate_recordset(NULL::grant_codes, ${bulkRows(rows)}::json)`);
}

/** A name that is minted for a grant of a discount code. */
export interface MintedName {
  discountCodeId: string;
  name: string;
}

/**
 * Takes minted names into the namespace of codes and aliases, and returns those that were free there and that no grant ever had.
 * One that another transaction is just adding is waited for.
 */
export async function reserveMinted<Minted extends MintedName>(
  { read, workspaceId }: Within,
  minted: readonly Minted[],
): Promise<Minted[]> {
  const [codes, names] = [minted.map(({ discountCodeId }) => discountCodeId), minted.map(({ name }) => name)];
  const keys = names.map(nameKey);
  const reserved = await read<{ key: string }>(sql`
    INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position)
    SELECT ${workspaceId}::uuid, given.key, given.name, given.code_id, ${nameKinds.indexOf("MINTED")}::smallint, 0
    FROM unnest(${keys}::text[], ${names}::text[], ${codes}::uuid[]) AS given(key, name, code_id)
    WHERE NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = given.key)
    ORDER BY given.key ON CONFLICT DO NOTHING RETURNING name_key AS key`);
  const free = new Set(reserved.map(({ key }) => key));
  // Of two that are minted alike at once one is the first.
  return minted.filter(({ name }) => free.delete(nameKey(name)));
}

/** The first aliases of a code that no grant has, so many at most. Whoever takes them has locked the code, and so has who changes its aliases. */
export async function readFreeAliases({ read }: Pick<Within, "read">, discountCodeId: string, most: number): Promise<string[]> {
  const rows = await read<{ name: string }>(sql`
    SELECT n.name FROM code_names n
    WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.kind = ${nameKinds.indexOf("ALIAS")}
      AND NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = n.name_key)
    ORDER BY n.position LIMIT ${most}::integer`);
  return rows.map(({ name }) => name);
}

/** A minted code that is to be in no store any more. */
export interface RetiredCode {
  grantId: string;
  discountCodeId: string;
  code: string;
  retiredAt: string;
}

/** Notes that these grants are over, and retires what was minted for them; returns what was not retired before. */
export function endGrants({ read, now }: Omit<Writing, "transaction">, grantIds: readonly string[]): Promise<RetiredCode[]> {
  const at = now.toISOString();
  return read(sql`
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

/** Notes that these grants may be used again: they were restored, or an order turned out not to have used them. */
export async function reopenGrants({ read }: Pick<Within, "read">, grantIds: readonly string[]): Promise<void> {
  await read(sql`
    UPDATE grant_codes g SET ended_at = NULL, retired_at = NULL, redeemed_at = NULL WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
}

/** Notes that orders used these grants. */
export async function redeemGrants({ read, now }: Omit<Writing, "transaction">, grantIds: readonly string[]): Promise<void> {
  await read(sql`
    UPDATE grant_codes g SET redeemed_at = ${now.toISOString()}::timestamptz WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
}

/** Counts the grants of these discount codes that customers hold: given, not used and not over. */
export async function countOpenGrants({ read, now }: Omit<Writing, "transaction">, codeIds: readonly string[]): Promise<number> {
  const [row] = await read<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM grant_codes g
    WHERE g.discount_code_id = ANY(${codeIds}::uuid[]) AND g.code IS NOT NULL AND g.ended_at IS NULL AND g.redeemed_at IS NULL
      AND (g.expires_at IS NULL OR g.expires_at > ${now.toISOString()}::timestamptz)`);
  return row?.count ?? 0;
}

/** The discount codes of these grants, each once. */
export async function readCodeIdsOf({ read }: Pick<Within, "read">, grantIds: readonly string[]): Promise<string[]> {
  const rows = await read<{ id: string }>(sql`
    SELECT DISTINCT g.discount_code_id AS id FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
  return rows.map(({ id }) => id);
}
