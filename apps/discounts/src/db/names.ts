import { groupBy } from "@offergraph/service/db/group-by";
import { insertRows } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { empty, raw, type Statement, sql } from "@offergraph/service/db/statement";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import type { Alias } from "../domain/fields.js";
import type { Name } from "../domain/names.js";
import { nameKinds } from "../domain/ordinals.js";
import type { Db } from "../tx.js";

const ordinalOf = (kind: Name["kind"] | "MINTED") => raw(String(nameKinds.indexOf(kind)));
const [codeOrdinal, aliasOrdinal, mintedOrdinal] = [ordinalOf("CODE"), ordinalOf("ALIAS"), ordinalOf("MINTED")];

/** Returns aliases by discount code id, in their stored order. */
export async function readAliasesOf(read: Read, ids: readonly string[]): Promise<Map<string, Alias[]>> {
  if (ids.length === 0) return new Map();
  const rows = await read<Alias & { discountCodeId: string }>(sql`
    SELECT n.discount_code_id AS "discountCodeId", n.alias_id AS id, n.name AS code FROM code_names n
    WHERE n.discount_code_id = ANY(${ids}::uuid[]) AND n.kind = ${aliasOrdinal} ORDER BY n.discount_code_id, n.position`);
  const groups = groupBy(rows, ({ discountCodeId }) => discountCodeId);
  return new Map([...groups].map(([id, aliases]) => [id, aliases.map(({ id: aliasId, code }) => ({ id: aliasId, code }))]));
}

/**
 * Maps each name key to the id of the discount code that has the name. A deleted discount code can still have names, because names of
 * minted codes stay reserved. If `except` is the id of a discount code, ignores the names of this code.
 */
export async function readNameOwners(read: Read, keys: readonly string[], except?: string | null): Promise<Map<string, string>> {
  return idsByKey(read, keys, except ? sql` AND (n.discount_code_id <> ${except}::uuid OR n.kind = ${mintedOrdinal})` : empty);
}

/** Returns discount code ids by the name key of a code or alias. Ignores minted codes. If `codeOnly` is true, ignores aliases. */
export function readIdsByName(read: Read, keys: readonly string[], codeOnly = false): Promise<Map<string, string>> {
  return idsByKey(read, keys, codeOnly ? sql` AND n.kind = ${codeOrdinal}` : sql` AND n.kind <> ${mintedOrdinal}`);
}

async function idsByKey(read: Read, keys: readonly string[], and: Statement): Promise<Map<string, string>> {
  const rows = await read<{ key: string; id: string }>(
    sql`SELECT n.name_key AS key, n.discount_code_id AS id FROM code_names n WHERE n.name_key = ANY(${keys}::text[])${and}`,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export async function readNames(read: Read, discountCodeId: string): Promise<Omit<Name, "path">[]> {
  const rows = await read<Omit<Name, "path" | "kind"> & { kind: number }>(sql`
    SELECT n.name_key AS key, n.name, n.kind, n.alias_id AS "aliasId", n.position FROM code_names n
    WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.kind <> ${mintedOrdinal}`);
  return rows.map((row) => ({ ...row, kind: valueOfOrdinal<Name["kind"]>(["CODE", "ALIAS"], row.kind) }));
}

export interface GivenName extends Name {
  discountCodeId: string;
}

/**
 * Inserts names in the order of their keys, and waits for concurrent inserts of the same names. Returns the names that other codes already
 * have. If the function returns names, the caller must roll back.
 */
export async function insertNames(tx: Db, names: readonly GivenName[]): Promise<GivenName[]> {
  if (names.length === 0) return [];
  const { workspaceId } = tx;
  const rows = names.map(({ key, kind, path, ...name }) => ({ ...name, workspaceId, nameKey: key, kind: nameKinds.indexOf(kind) }));
  const written = await tx.sql<{ key: string }>(sql`
    ${insertRows("code_names", rows)} ORDER BY name_key
    ON CONFLICT DO NOTHING RETURNING name_key AS key`);
  const keys = new Set(written.map(({ key }) => key));
  return names.filter(({ key }) => !keys.has(key));
}

export async function deleteNames(tx: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.sql(sql`DELETE FROM code_names n WHERE n.name_key = ANY(${keys}::text[])`);
}

/**
 * Takes an advisory lock on a name until the transaction ends. A second transaction with the same name waits, and then finds the first
 * transaction's record. Call this function before locking rows.
 */
export async function lockName(tx: Db, key: string): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.workspaceId} ${key}`}, 0)) IS NULL AS queued`);
}
