import { sql } from "@offergraph/shared/database/statement";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import type { Delivery, Refusal } from "../domain/grant-codes.js";
import { deliveries, nameKinds, refusals } from "../domain/ranks.js";
import { bulkRows } from "./bulk-rows.js";
import type { Writing } from "./transaction.js";

type Within = Pick<Writing, "read" | "workspaceId">;

/** A code, or why there is none. */
export type Outcome = { code: string; refusal: null } | { code: null; refusal: Refusal };

/** What a grant was answered. */
export type GrantAnswer = Outcome & {
  grantId: string;
  discountCodeId: string;
  delivery: Delivery;
};

/** What these grants were answered, as far as they were. */
export async function readGrantAnswers({ read }: Pick<Within, "read">, grantIds: readonly string[]): Promise<GrantAnswer[]> {
  const rows = await read<StoredAnswer>(sql`
    SELECT g.grant_id AS "grantId", g.discount_code_id AS "discountCodeId", g.delivery, g.code, g.refusal
    FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
  return rows.map(({ grantId, discountCodeId, delivery, code, refusal }) => ({
    ...{ grantId, discountCodeId, delivery: valueOfRank(deliveries, delivery) },
    ...(code === null ? { code, refusal: valueOfRank(refusals, refusal) } : { code, refusal: null }),
  }));
}

interface StoredAnswer {
  grantId: string;
  discountCodeId: string;
  delivery: number;
  code: string | null;
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

/** Retires what was minted for these grants, and returns what was not retired before. */
export function retireMinted({ read, now }: Omit<Writing, "transaction">, grantIds: readonly string[]): Promise<RetiredCode[]> {
  return read(sql`
    UPDATE grant_codes g SET retired_at = ${now.toISOString()}::timestamptz
    WHERE g.grant_id = ANY(${grantIds}::uuid[]) AND g.delivery = ${deliveries.indexOf("UNIQUE")} AND g.code IS NOT NULL AND g.retired_at IS NULL
    RETURNING g.grant_id AS "grantId", g.discount_code_id AS "discountCodeId", g.code, g.retired_at AS "retiredAt"`);
}
