import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import type { Name } from "../domain/names.js";
import { nameKinds } from "../domain/ranks.js";
import type { Db } from "../tx.js";
import type { AliasRow } from "./rows.js";

const rankOf = (kind: Name["kind"] | "MINTED") => raw(String(nameKinds.indexOf(kind)));
const [codeRank, aliasRank, mintedRank] = [rankOf("CODE"), rankOf("ALIAS"), rankOf("MINTED")];

/** Returns aliases by discount code id, in the given order. */
export async function readAliasesOf(read: Read, ids: readonly string[]): Promise<Map<string, AliasRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await read<AliasRow & { discountCodeId: string }>(sql`
    SELECT n.discount_code_id AS "discountCodeId", n.alias_id AS id, n.name AS code FROM code_names n
    WHERE n.discount_code_id = ANY(${ids}::uuid[]) AND n.kind = ${aliasRank} ORDER BY n.discount_code_id, n.position`);
  const groups = groupBy(rows, ({ discountCodeId }) => discountCodeId);
  return new Map([...groups].map(([id, aliases]) => [id, aliases.map(({ id: aliasId, code }) => ({ id: aliasId, code }))]));
}

/**
 * Returns the discount code ids of taken names, by name key. Minted names stay taken, so their discount code may be deleted. `except`: a
 * discount code whose code and aliases are ignored.
 */
export async function readNameOwners(read: Read, keys: readonly string[], except?: string | null): Promise<Map<string, string>> {
  const others = except ? sql` AND (n.discount_code_id <> ${except}::uuid OR n.kind = ${mintedRank})` : sql``;
  const rows = await read<{ key: string; owner: string }>(
    sql`SELECT n.name_key AS key, n.discount_code_id AS owner FROM code_names n WHERE n.name_key = ANY(${keys}::text[])${others}`,
  );
  return new Map(rows.map(({ key, owner }) => [key, owner]));
}

/** Returns the id of the discount code with this code; ignores aliases. */
export async function readIdOfCode(read: Read, code: string): Promise<string | undefined> {
  const [row] = await read<{ id: string }>(
    sql`SELECT n.discount_code_id AS id FROM code_names n WHERE n.name_key = ${nameKey(code)} AND n.kind = ${codeRank}`,
  );
  return row?.id;
}

/** Returns discount code ids by the name key of a code or alias; ignores minted codes. */
export async function readIdsByName(read: Read, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await read<{ key: string; id: string }>(sql`
    SELECT n.name_key AS key, n.discount_code_id AS id FROM code_names n WHERE n.name_key = ANY(${keys}::text[]) AND n.kind <> ${mintedRank}`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export async function readNames(read: Read, discountCodeId: string): Promise<Omit<Name, "path">[]> {
  const rows = await read<Omit<Name, "path" | "kind"> & { kind: number }>(sql`
    SELECT n.name_key AS key, n.name, n.kind, n.alias_id AS "aliasId", n.position FROM code_names n
    WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.kind <> ${mintedRank}`);
  return rows.map((row) => ({ ...row, kind: valueOfRank<Name["kind"]>(["CODE", "ALIAS"], row.kind) }));
}

export interface GivenName extends Name {
  discountCodeId: string;
}

/**
 * Inserts names of codes; returns those that are taken, in which case the transaction must roll back. All writers insert names in the same
 * order and wait for concurrent inserts of the same name, so exactly one of them succeeds.
 */
export async function insertNames<Given extends GivenName>(tx: Db, names: readonly Given[]): Promise<Given[]> {
  if (names.length === 0) return [];
  const rows = names.map(({ key, name, kind, aliasId, position, discountCodeId }) => ({
    workspace_id: tx.workspaceId,
    name_key: key,
    name,
    discount_code_id: discountCodeId,
    kind: nameKinds.indexOf(kind),
    alias_id: aliasId,
    position,
  }));
  const written = await tx.sql<{ key: string }>(sql`
    INSERT INTO code_names SELECT * FROM json_populate_recordset(NULL::code_names, ${JSON.stringify(rows)}::json) ORDER BY name_key
    ON CONFLICT DO NOTHING RETURNING name_key AS key`);
  const keys = new Set(written.map(({ key }) => key));
  return names.filter(({ key }) => !keys.has(key));
}

export async function deleteNames(tx: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.sql(sql`DELETE FROM code_names n WHERE n.name_key = ANY(${keys}::text[])`);
}

/**
 * Takes an advisory lock on a code's name until the transaction ends, so that of two concurrent saves without id the second finds the
 * code of the first. Call it before any row is locked.
 */
export async function lockName(tx: Db, key: string): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.workspaceId} ${key}`}, 0)) IS NULL AS queued`);
}
