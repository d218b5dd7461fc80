import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { nameKinds, tagColors } from "../domain/ranks.js";
import type { TagColor } from "../generated/types.js";
import { discountCodeColumns } from "./columns.js";
import { readPlacementsOf } from "./placements.js";
import type { AliasRow, DiscountCodeRecord, DiscountCodeRow } from "./rows.js";

const aliasRank = nameKinds.indexOf("ALIAS");
const mintedRank = nameKinds.indexOf("MINTED");

/** Returns the existing codes of these ids, unordered. */
export function readCodes(read: Read, ids: readonly string[]): Promise<DiscountCodeRow[]> {
  return read<DiscountCodeRow>(sql`SELECT ${discountCodeColumns} FROM discount_codes d WHERE d.row_id = ANY(${ids}::uuid[])`);
}

/** Locks codes until the transaction ends, in a fixed order to prevent deadlocks, and returns their current rows. */
export function lockCodes(read: Read, ids: readonly string[]): Promise<DiscountCodeRow[]> {
  return read<DiscountCodeRow>(
    sql`SELECT ${discountCodeColumns} FROM discount_codes d WHERE d.row_id = ANY(${ids}::uuid[]) ORDER BY d.row_id FOR UPDATE`,
  );
}

/** Returns aliases by discount code id, in the given order. */
export async function readAliasesOf(read: Read, ids: readonly string[]): Promise<Map<string, AliasRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await read<AliasRow & { discountCodeId: string }>(sql`
    SELECT n.discount_code_id AS "discountCodeId", n.alias_id AS id, n.name AS code FROM code_names n
    WHERE n.discount_code_id = ANY(${ids}::uuid[]) AND n.kind = ${raw(String(aliasRank))} ORDER BY n.discount_code_id, n.position`);
  const groups = groupBy(rows, ({ discountCodeId }) => discountCodeId);
  return new Map([...groups].map(([id, aliases]) => [id, aliases.map(({ id: aliasId, code }) => ({ id: aliasId, code }))]));
}

/** Returns the stored colors of tags. */
export async function readTagColors(read: Read, names: readonly string[]): Promise<Map<string, TagColor>> {
  if (names.length === 0) return new Map();
  const rows = await read<{ name: string; color: number }>(sql`SELECT t.name, t.color FROM tags t WHERE t.name = ANY(${names}::text[])`);
  return new Map(rows.map(({ name, color }) => [name, valueOfRank(tagColors, color)]));
}

/** Returns a code's tags with their colors. */
export function tagsOf({ tagNames }: DiscountCodeRow, colors: ReadonlyMap<string, TagColor>): Record<string, TagColor> {
  return Object.fromEntries(tagNames.map((name) => [name, colors.get(name) ?? "default"]));
}

/** Adds aliases, tags and placements to codes; keeps the order. */
export async function completeRecords(read: Read, codes: readonly DiscountCodeRow[]): Promise<DiscountCodeRecord[]> {
  const aliased = codes.filter(({ aliasCount }) => aliasCount > 0).map(({ rowId }) => rowId);
  const aliases = await readAliasesOf(read, aliased);
  const colors = await readTagColors(read, [...new Set(codes.flatMap(({ tagNames }) => tagNames))]);
  const placements = await readPlacementsOf(
    read,
    codes.map(({ rowId }) => rowId),
  );
  return codes.map((code) => ({
    ...code,
    aliasedCodes: aliases.get(code.rowId) ?? [],
    tags: tagsOf(code, colors),
    placements: placements.get(code.rowId) ?? [],
  }));
}

/** Returns complete records in the order of the ids, without unknown ids. */
export async function readRecords(read: Read, ids: readonly string[]): Promise<DiscountCodeRecord[]> {
  const byId = new Map((await readCodes(read, ids)).map((code) => [code.rowId, code]));
  return completeRecords(
    read,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
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
  const kind = raw(String(nameKinds.indexOf("CODE")));
  const rows = await read<{ id: string }>(
    sql`SELECT n.discount_code_id AS id FROM code_names n WHERE n.name_key = ${nameKey(code)} AND n.kind = ${kind}`,
  );
  return rows[0]?.id;
}

/** Returns discount code ids by the name key of a code or alias; ignores minted codes. */
export async function readIdsByName(read: Read, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await read<{ key: string; id: string }>(sql`
    SELECT n.name_key AS key, n.discount_code_id AS id FROM code_names n WHERE n.name_key = ANY(${keys}::text[]) AND n.kind <> ${mintedRank}`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
