import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { Reference, Wanted } from "@offergraph/shared/references/kinds";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { nameKinds } from "../domain/ranks.js";

const [aliasRank, mintedRank] = [nameKinds.indexOf("ALIAS"), nameKinds.indexOf("MINTED")];

/** What others may know of a discount code: the one of this id, code or alias. Codes that were minted for it do not name it. */
export function readCodeReferences(read: Read, wanted: Wanted<"discount_code">): Promise<Reference<"discount_code">[]> {
  const id =
    "id" in wanted
      ? sql`${wanted.id}::uuid`
      : sql`(SELECT n.discount_code_id FROM code_names n WHERE n.name_key = ${nameKey(wanted.name)} AND n.kind <> ${mintedRank})`;
  return read(sql`
    SELECT d.row_id AS "rowId", d.code, d.partner_id AS "partnerId", d.updated_at AS "updatedAt",
      ARRAY(SELECT n.name FROM code_names n WHERE n.discount_code_id = d.row_id AND n.kind = ${aliasRank} ORDER BY n.position) AS aliases
    FROM discount_codes d WHERE d.row_id = ${id}`);
}
