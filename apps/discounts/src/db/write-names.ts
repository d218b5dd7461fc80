import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { changedNames } from "../domain/changes.js";
import type { Name } from "../domain/names.js";
import { nameKinds } from "../domain/ranks.js";
import { byCodePoint } from "../domain/tags.js";
import { bulkRows } from "./bulk-rows.js";
import type { Writing } from "./transaction.js";

interface StoredName {
  key: string;
  name: string;
  kind: number;
  aliasId: string | null;
  position: number;
}

async function readNames(read: Read, discountCodeId: string) {
  const minted = nameKinds.indexOf("MINTED");
  const rows = await read<StoredName>(sql`
    SELECT n.name_key AS key, n.name, n.kind, n.alias_id AS "aliasId", n.position FROM code_names n
    WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.kind <> ${minted}`);
  return rows.map((row) => ({ ...row, kind: valueOfRank(nameKinds, row.kind) }));
}

export interface GivenName extends Name {
  discountCodeId: string;
}

/** Inserts the names of new codes; returns the names that are taken, see replaceNames. */
export async function insertNames<Given extends GivenName>({ read, workspaceId }: Writing, names: readonly Given[]): Promise<Given[]> {
  if (names.length === 0) return [];
  const data = names
    .map(({ key, name, kind, aliasId, position, discountCodeId }) => ({
      workspaceId,
      discountCodeId,
      nameKey: key,
      name,
      kind: nameKinds.indexOf(kind),
      aliasId,
      position,
    }))
    .sort((one, other) => byCodePoint(one.nameKey, other.nameKey));
  const written = await read<{ key: string }>(sql`
    INSERT INTO code_names SELECT * FROM json_populate_recordset(NULL::code_names, ${bulkRows(data)}::json)
    ON CONFLICT DO NOTHING RETURNING name_key AS key`);
  const keys = new Set(written.map(({ key }) => key));
  return names.filter(({ key }) => !keys.has(key));
}

/**
 * Replaces the names of a code, except minted ones. Returns names that another code took after the lookup; in that case the transaction must
 * roll back. All writers insert names in the same order and wait for concurrent inserts of the same name, so exactly one of them succeeds.
 */
export async function replaceNames(writing: Writing, discountCodeId: string, names: readonly Name[]): Promise<Name[]> {
  const { transaction, read, workspaceId } = writing;
  const { removed, added } = changedNames(await readNames(read, discountCodeId), names);
  if (removed.length > 0) {
    const keys = removed.map(({ key }) => key);
    await transaction.codeName.deleteMany({ where: { workspaceId, discountCodeId, nameKey: { in: keys } } });
  }
  return insertNames(
    writing,
    added.map((name) => ({ ...name, discountCodeId })),
  );
}
