import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
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

/** Names and the code that each is to belong to. */
export interface GivenName extends Name {
  discountCodeId: string;
}

/** Gives new codes their names; see replaceNames. */
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
 * Makes these the names of a code; those that were minted for it stay. Returns the names that another code has taken since they
 * were looked up: then nothing may be committed. Names are added in one order whoever writes, and one that another transaction is
 * just adding is waited for, so that two who want one name end with one winner.
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
