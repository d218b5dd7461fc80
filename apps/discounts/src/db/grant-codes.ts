import { insertRows, type PlainRow } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { DataOf } from "@offergraph/service/tx/tx";
import type { grantCodeRetired } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import type { Delivery, RejectionReason } from "../domain/grant-codes.js";
import { deliveries, nameKinds, rejectionReasons } from "../domain/ordinals.js";
import type { MintedCode } from "../domain/store-message.js";
import type { GrantCode } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

const unique = raw(String(deliveries.indexOf("UNIQUE")));

export type Outcome = { code: string; rejection: null } | { code: null; rejection: RejectionReason };

export type GrantAnswer = Outcome & {
  grantId: string;
  discountCodeId: string;
  delivery: Delivery;
  /** The discount code's start; null if the code was already valid when the grant got the code. */
  startsAt: string | null;
};

type StoredAnswer = PlainRow<Pick<GrantCode, "grantId" | "discountCodeId" | "delivery" | "code" | "rejection" | "startsAt">>;

export async function readGrantAnswers(read: Read, grantIds: readonly string[]): Promise<GrantAnswer[]> {
  const rows = await read<StoredAnswer>(sql`
    SELECT g.grant_id AS "grantId", g.discount_code_id AS "discountCodeId", g.delivery, g.code, g.rejection, g.starts_at AS "startsAt"
    FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
  return rows.map(({ delivery, code, rejection, ...answer }) => ({
    ...{ ...answer, delivery: valueOfOrdinal(deliveries, delivery) },
    ...(code === null ? { code, rejection: valueOfOrdinal(rejectionReasons, rejection ?? -1) } : { code, rejection: null }),
  }));
}

export async function insertGrantAnswers(
  tx: Db,
  answers: readonly (GrantAnswer & Pick<GrantCode, "customerId"> & { expiresAt: string | null })[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ delivery, rejection, ...answer }) => ({
    ...{ ...answer, workspaceId: tx.workspaceId, createdAt: tx.now, delivery: deliveries.indexOf(delivery) },
    ownKey: answer.code !== null && delivery !== "SHARED" ? nameKey(answer.code) : null,
    rejection: rejection === null ? null : rejectionReasons.indexOf(rejection),
  }));
  await tx.sql(insertRows("grant_codes", rows));
}

/** Inserts minted names into the workspace's namespace and returns the inserted names. Skips names that are or were in use. */
export async function reserveMinted<Minted extends { discountCodeId: string; name: string }>(
  tx: Db,
  minted: readonly Minted[],
): Promise<Minted[]> {
  const [codes, names] = [minted.map(({ discountCodeId }) => discountCodeId), minted.map(({ name }) => name)];
  const keys = names.map(nameKey);
  const reserved = await tx.sql<{ key: string }>(sql`
    INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position)
    SELECT ${tx.workspaceId}::uuid, given.key, given.name, given.code_id, ${nameKinds.indexOf("MINTED")}::smallint, 0
    FROM unnest(${keys}::text[], ${names}::text[], ${codes}::uuid[]) AS given(key, name, code_id)
    WHERE NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = given.key)
    ORDER BY given.key ON CONFLICT DO NOTHING RETURNING name_key AS key`);
  const free = new Set(reserved.map(({ key }) => key));
  // If `minted` contains the same name twice, returns only the first occurrence.
  return minted.filter(({ name }) => free.delete(nameKey(name)));
}

/** Returns up to `max` aliases that never belonged to a grant, sorted by position. The caller must have locked the code's row. */
export async function readFreeAliases(tx: Db, discountCodeId: string, max: number): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(sql`
    SELECT n.name FROM code_names n
    WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.kind = ${nameKinds.indexOf("ALIAS")}
      AND NOT EXISTS (SELECT FROM grant_codes g WHERE g.own_key = n.name_key)
    ORDER BY n.position LIMIT ${max}::integer`);
  return rows.map(({ name }) => name);
}

/** Ends grants and retires their minted codes. Returns the codes that this call retired. */
export function endGrants(tx: Db, grantIds: readonly string[]): Promise<DataOf<typeof grantCodeRetired>[]> {
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

export async function reopenGrants(tx: Db, grantIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE grant_codes g SET ended_at = NULL, retired_at = NULL, redeemed_at = NULL WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
}

export async function redeemGrants(tx: Db, grantIds: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE grant_codes g SET redeemed_at = ${tx.now.toISOString()}::timestamptz WHERE g.grant_id = ANY(${grantIds}::uuid[])`);
}

/** Counts only grants that are not redeemed, ended or expired. */
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

/** FROM and WHERE clauses for minted codes that are not retired. Append further conditions with AND. */
export const liveMinted = sql`grant_codes g WHERE g.delivery = ${unique} AND g.code IS NOT NULL AND g.retired_at IS NULL`;

/** Locks the minted codes of these grants, so that no other transaction retires the codes. */
export async function lockMinted(tx: Db, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length > 0)
    await tx.sql(sql`SELECT FROM grant_codes g WHERE g.grant_id = ANY(${grantIds}::uuid[]) ORDER BY g.grant_id FOR SHARE`);
}

export async function readMinted(read: Read, grantIds: readonly string[]): Promise<Map<string, MintedCode>> {
  if (grantIds.length === 0) return new Map();
  const rows = await read<MintedCode>(
    sql`SELECT g.grant_id AS "grantId", g.code, g.expires_at AS "expiresAt" FROM ${liveMinted} AND g.grant_id = ANY(${grantIds}::uuid[])`,
  );
  return new Map(rows.map((minted) => [minted.grantId, minted]));
}
